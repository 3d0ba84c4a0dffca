// node pyodide.mjs PROGRAM.py FOLDER: a program in Pyodide, in a folder, without a network. `wheels`
// beside this file holds the wheels of kinetree and of NumPy. `.ci/pyodide` makes all of it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadPyodide } from "pyodide";

const [program, folder] = process.argv.slice(2);
const wheels = fileURLToPath(new URL("wheels", import.meta.url));
const record = fileURLToPath(new URL("pyodide-lock.json", import.meta.resolve("pyodide")));
const { file_name: numpy, sha256 } = JSON.parse(readFileSync(record, "utf8")).packages.numpy;
const found = createHash("sha256").update(readFileSync(join(wheels, numpy))).digest("hex");
if (found !== sha256) throw new Error(`${numpy} has the digest ${found}, not ${sha256}`);
const project = readdirSync(wheels).find((name) => name.startsWith("kinetree-"));

const pyodide = await loadPyodide({ packageCacheDir: wheels });
globalThis.fetch = (url) => { throw new Error(`no network: ${url}`); };
const said = [];  // loadPackage reports a failure, and does not throw
const say = (message) => said.push(message);
for (const wheel of ["numpy", pathToFileURL(join(wheels, project)).href])
  await pyodide.loadPackage(wheel, { messageCallback: say, errorCallback: say });
for (const name of ["numpy", "kinetree"])
  if (!(name in pyodide.loadedPackages)) throw new Error(`no ${name}: ${said.join("\n")}`);
pyodide.FS.mkdirTree("/work");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: resolve(folder) }, "/work");
pyodide.FS.chdir("/work");
pyodide.runPython(readFileSync(program, "utf8"), { filename: program });
