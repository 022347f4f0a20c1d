"""Archives that are the same, byte for byte, whenever and wherever they are made of the same files."""

import os
import zipfile
from pathlib import Path

LONG_AGO = (1980, 1, 1, 0, 0, 0)
PLAIN_FILE = 0o100644 << 16


def archive(folder: Path, path: Path, name: str = "") -> None:
    """Put the files of a folder into an archive.

    Parameters
    ----------
    folder
        Whose files go in, in the order of their names.
    path
        The archive, ``.zip``; written whole.
    name
        Of the folder to which it unpacks; by default that of the folder.
    """
    temporary = path.with_name(path.name + ".tmp")
    with zipfile.ZipFile(temporary, "w") as target:
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            entry = zipfile.ZipInfo(f"{name or folder.name}/{file.relative_to(folder).as_posix()}", LONG_AGO)
            entry.create_system, entry.external_attr = 3, PLAIN_FILE
            target.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    os.replace(temporary, path)
