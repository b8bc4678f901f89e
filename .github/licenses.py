"""The licenses of all that is packed into one file, which the spec beside this adds as static/licenses.txt."""

import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution, packages_distributions
from pathlib import Path
from typing import Any

NAMED = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS)", re.IGNORECASE)
OWN = "table-referee"  # with those of its font and its scripts
PLACE = "referee/static/licenses.txt"


def add_licenses(found: Any, folder: Path) -> None:
    """Add the licenses of what PyInstaller's analysis has found to what it packs."""
    made = folder / "licenses.txt"
    names = [name for name, *_ in (*found.pure, *found.binaries)]
    made.write_text(licenses(names, [source for _, source, _ in found.binaries]), "utf-8")
    found.datas.append((PLACE, str(made), "DATA"))


def licenses(modules: Iterable[str], libraries: Iterable[str]) -> str:
    """Return one text; raises ``SystemExit`` if something to be packed has no license to show."""
    said = {"Python": _read(_of_python()), **dict(_of_packages(modules)), **dict(_of_system(libraries))}
    return "\n\n".join(f"{'=' * 80}\n{name}\n{'=' * 80}\n\n{text.strip()}" for name, text in said.items()) + "\n"


def _of_python() -> list[Path]:
    places = [Path(sysconfig.get_path("stdlib")), Path(sysconfig.get_config_var("prefix"))]
    return [path for place in places for path in [place / "LICENSE.txt"] if path.is_file()][:1]


def _of_packages(modules: Iterable[str]) -> Iterator[tuple[str, str]]:
    known = packages_distributions()
    tops = {re.split(r"[./\\]", name)[0] for name in modules}
    for name in [OWN, *sorted({one for top in tops for one in known.get(top, ())} - {OWN})]:
        found = distribution(name)
        files = [
            Path(str(file.locate())) for file in found.files or () if "licenses" in file.parts or NAMED.match(file.name)
        ]
        yield f"{found.name} {found.version}", _read(files, name)


def _of_system(libraries: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield what Debian and Ubuntu say of the libraries that come from them; elsewhere they come with Python."""
    for library in sorted(libraries) if shutil.which("dpkg") else ():
        path = str(Path(library).resolve())
        asked = ["dpkg", "-S", path, path.removeprefix("/usr")]  # older packages name /lib for what is now in /usr/lib
        said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout  # noqa: S603
        package = said.partition(":")[0]
        if package:
            yield package, _read([Path("/usr/share/doc", package, "copyright")], package)


def _read(files: list[Path], name: str = "Python") -> str:
    texts = [file.read_text("utf-8", "replace") for file in files if file.is_file()]
    if not texts:
        raise SystemExit(f"{name} has no license file, and must not be packed without one.")
    return "\n\n".join(dict.fromkeys(texts))
