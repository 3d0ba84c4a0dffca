"""Writes the documents that are made from the package, and its stubs: `python docs/make.py`."""

import runpy
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parent
GENERATORS: Final = (
    "make_api",
    "make_contents",
    "make_errors",
    "make_formats",
    "make_imports",
    "make_math",
    "make_pinocchio",
)


def documents(generator: str) -> dict[str, str]:
    """The texts of a generator, by their paths in docs/."""
    return runpy.run_path(str(DOCS / f"{generator}.py"))["documents"]()


def main() -> None:
    """Write all."""
    for generator in GENERATORS:
        for path, text in documents(generator).items():
            (DOCS / path).parent.mkdir(exist_ok=True)
            (DOCS / path).write_text(text)
    runpy.run_path(str(DOCS / "make_stubs.py"))["write"]()


if __name__ == "__main__":
    main()
