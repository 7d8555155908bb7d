"""Load the package's sources even where compiled modules lie beside them (`PARCFERME_PURE=1`)."""

import sys
from collections.abc import MutableSequence, Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

PACKAGE = "parcferme."


class SourceOnly:
    """A finder for this package's modules that knows no other kind of file than `.py`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(PACKAGE):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(fullname, target)
            if spec is not None:
                return spec
        return None


def prefer_sources(package_path: MutableSequence[str]) -> None:
    """Put the source-only finder before Python's own. `package_path` proves that the package itself is loading."""
    if package_path and not any(isinstance(finder, SourceOnly) for finder in sys.meta_path):
        sys.meta_path.insert(0, SourceOnly())
