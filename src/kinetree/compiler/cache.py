"""The disk cache of compiled code and of the properties of programs.

It is in `KINETREE_CACHE_DIR` or the user's cache directory; `KINETREE_CACHE_DIR=off` disables it.
The key of an entry is a digest of all it depends on, and the entry has a checksum of key and
content: a damaged, truncated or foreign one is recreated. What others may write to, a directory or
an entry, is not used, since its code is executed. Failures here cost time, and no more.
"""

import hashlib
import io
import itertools
import json
import logging
import math
import os
import secrets
import stat
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from .. import IMPORTED as _IMPORTED
from ..system import cache_folder
from . import llvm, target

Record = dict[str, Any]
"""Values of JSON by name."""

MAGIC: Final = b"kinetree\n"
SUFFIX: Final = ".kinetree"
"""Suffix of the entries' names: no other file in the directory is changed."""
MAX_BYTES: Final = 1 << 30
"""Bytes that the directory may hold; the least recently used entries are removed first."""
_MOST_ENTRIES: Final = 1 << 14
"""Each counts as at least this part of MAX_BYTES, so that there are no more than these."""
_EVICTION_SHARE: Final = 64
"""A process looks through the directory each time it has written this fraction of MAX_BYTES."""
_written: Final[dict[Path, int]] = {}
"""Bytes that this process has written to a directory since it last looked through it."""
_CHECKSUM: Final = 32
_PARTIAL: Final = ".kinetree-part"
"""Suffix of the names of files that are being written."""
_ABANDONED_SECONDS: Final = 3600.0
"""Seconds after which an unfinished file is removed."""
_ROOT: Final = os.path.dirname(os.path.dirname(__file__))

_log = logging.getLogger("kinetree")


def digest(*parts: str | bytes) -> str:
    """A digest of `parts`; lists that are divided differently have different ones."""
    h = hashlib.blake2b(digest_size=20)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        h.update(len(data).to_bytes(8, "little") + data)
    return h.hexdigest()


def source_digest() -> str | None:
    """Digest of kinetree's source files, on which all entries depend.

    None, which disables the cache, where a module has no source file, or one has changed since
    kinetree was imported: then what runs may not be what they say. Modules are imported when they
    are first used, so the files are looked at again when there are more of them.
    """
    time, file = _last_change(sum(name.startswith("kinetree.") for name in [*sys.modules]))
    if file and time >= _IMPORTED:
        _warn(
            f"kinetree's cache is off: {file} is newer than the import of kinetree. Restart Python;"
            " if this stays, the clock is behind the file: set the clock, or touch the file."
        )
    return _digest_of_files() if time < _IMPORTED else None


@lru_cache(maxsize=1)
def _last_change(_modules: int) -> tuple[float, str]:
    """The last change of a source file, and the file; infinity where what runs has none."""
    files = _files()
    running = [x for name, x in [*sys.modules.items()] if name.startswith("kinetree.")]
    with suppress(OSError):
        times = [max((x := os.stat(file)).st_mtime, x.st_ctime) for file in files]
        if {getattr(x, "__file__", None) for x in running} <= {*files}:
            return max(zip(times, files, strict=True))
    _log.info("kinetree's cache is off: modules run without their source files in %s.", _ROOT)
    return math.inf, ""


@lru_cache
def _digest_of_files() -> str:
    parts = ((file.removeprefix(_ROOT), Path(file).read_bytes()) for file in _files())
    return digest(*itertools.chain.from_iterable(parts))


def _files() -> list[str]:
    """The paths of the source files; `os.walk` takes a quarter of the time of `Path.rglob`."""
    files = [os.path.join(folder, x) for folder, _, names in os.walk(_ROOT) for x in names]
    return sorted(file for file in files if file.endswith((".py", ".ll")))


def code_key(*parts: str) -> str:
    """The key of code for this machine."""
    return digest(llvm.version(), target.identity(), *parts)


def load(key: str) -> tuple[Record, list[bytes]] | None:
    """The header and the blobs of an entry; None where it is missing or damaged."""
    folder = _folder()
    if folder is None:
        return None
    path = folder / f"{key}{SUFFIX}"
    data = _own_bytes(path)
    content = None if data is None else decode(data, key)
    if data is not None and content is None:
        _log.info("kinetree's cache: %s is damaged; it is recreated", path)
    return content


def _own_bytes(path: Path) -> bytes | None:
    """The content of a file that nobody else may write; None if it is missing, or no such file."""
    more = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # a FIFO must not wait
    try:
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | more)) as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and _is_private(status):
                data = file.read()
                os.utime(path)  # the time of its last use
                return data
    except FileNotFoundError:
        return None
    except OSError:  # that of a link, a socket, a folder, or a file of another user
        pass
    _warn(
        f"entries of kinetree's cache {path.parent} are not used but written anew, where they are "
        "no files of yours, or others may write to them: look who did."
    )
    return None


def _is_private(status: os.stat_result) -> bool:
    """Whether a file belongs to the user, and nobody else may write to it."""
    if not hasattr(os, "getuid"):
        return True
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def store(key: str, header: Record, blobs: Sequence[bytes] = ()) -> None:
    """Write an entry atomically, if the directory can be used."""
    folder = _folder(make=True)
    if folder is None:
        return
    data = encode(key, header, blobs)
    size = max(len(data), MAX_BYTES // _MOST_ENTRIES)
    written = _written.get(folder, MAX_BYTES) + size
    try:
        if written * _EVICTION_SHARE > MAX_BYTES:
            _evict(folder)
            written = size
        _written[folder] = written
        write(folder / f"{key}{SUFFIX}", data)
    except OSError as error:
        _log.info("kinetree's cache: %s was not written: %s", folder / key, error)


def write(path: Path, data: bytes) -> None:
    """Write a file atomically; only the user may write to it, since it holds code."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(6)}{_PARTIAL}")
    try:
        with open(part, "xb", opener=partial(os.open, mode=0o644)) as file:
            file.write(data)
        os.replace(part, path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise type(error)(error.errno, error.strerror, str(path)) from None
        raise


def encode(key: str, header: Record, blobs: Sequence[bytes]) -> bytes:
    """An entry as the bytes of a file."""
    line = json.dumps({**header, "blobs": [len(b) for b in blobs]}).encode() + b"\n"
    content = b"".join([line, *blobs])
    return MAGIC + _checksum(key, content) + content


def decode(data: bytes, key: str) -> tuple[Record, list[bytes]] | None:
    """The header and the blobs of a file; None where the checksum differs."""
    start = len(MAGIC) + _CHECKSUM
    content = data[start:]
    if data[:start] != MAGIC + _checksum(key, content):
        return None
    line, _, rest = content.partition(b"\n")
    header = json.loads(line)
    file = io.BytesIO(rest)
    return header, [file.read(size) for size in header.pop("blobs")]


def _checksum(key: str, content: bytes) -> bytes:
    return hashlib.blake2b(key.encode() + content, digest_size=_CHECKSUM).digest()


def _folder(make: bool = False) -> Path | None:
    """The directory, if it exists, belongs to the user, and is writable by nobody else."""
    chosen = os.environ.get("KINETREE_CACHE_DIR")
    if (chosen or "").strip().lower() == "off" or source_digest() is None:
        return None
    try:
        folder = _absolute(chosen) if chosen else cache_folder()
        if make:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except (OSError, RuntimeError) as error:
        if make:
            _log.info("kinetree's cache cannot be written: %s", error)
        return None
    if not _is_private(status):
        _warn(
            f"kinetree's cache {folder} is not used: it must belong to you, and be writable by "
            "nobody else (chmod 700); or name another directory in KINETREE_CACHE_DIR."
        )
        return None
    return folder


@lru_cache
def _warn(message: str) -> None:
    _log.warning("%s", message)


@lru_cache
def _absolute(chosen: str) -> Path:
    """An absolute path, which does not change with the working directory."""
    return Path(chosen).expanduser().absolute()


def entries() -> tuple[Path | None, list[Path]]:
    """The directory and its entries; None if the cache is not used, or nothing is stored yet."""
    folder = _folder()
    return folder, [] if folder is None else sorted(folder.glob(f"*{SUFFIX}"))


def _evict(folder: Path) -> None:
    """Remove abandoned files and, beyond the limit, the least recently used entries."""
    entries: list[tuple[float, int, str]] = []
    abandoned = time.time() - _ABANDONED_SECONDS
    with os.scandir(folder) as listed:
        for entry in listed:
            with suppress(FileNotFoundError):  # another process has just removed it
                if entry.name.endswith(SUFFIX):
                    status = entry.stat(follow_symlinks=False)
                    entries.append((status.st_mtime, status.st_size, entry.path))
                elif entry.name.endswith(_PARTIAL) and entry.stat().st_mtime < abandoned:
                    os.unlink(entry.path)
    entries = [(t, max(size, MAX_BYTES // _MOST_ENTRIES), path) for t, size, path in entries]
    total = sum(size for _, size, _ in entries)
    for _, size, path in sorted(entries):
        if total <= MAX_BYTES:
            break
        with suppress(OSError):
            os.unlink(path)
        total -= size
