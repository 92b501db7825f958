"""Where the file tools may go, and how they walk there."""

import fnmatch
import os
import stat

_BULKY = ("node_modules", "__pycache__")


def workspace() -> str:
    return os.path.realpath(os.environ.get("KITBAG_WORKSPACE") or os.getcwd())


def inside(full: str, root: str) -> bool:
    return full == root or full.startswith(root.rstrip(os.sep) + os.sep)


def resolve(path: str, follow: bool = True) -> str:
    """Return the real absolute path, or raise when it leaves the workspace."""
    if not isinstance(path, str) or not path or "\0" in path:
        raise ValueError(f"{path!r} is not a path; give a path inside the workspace")
    root = workspace()
    full = os.path.join(root, path)
    if follow:
        full = os.path.realpath(full)
    else:  # keep a link as the last part: it is the link itself that is meant
        head, name = os.path.split(full.rstrip(os.sep))
        if name in ("", ".", ".."):
            raise ValueError(f"{path!r} must end in the name of a file or folder")
        full = os.path.join(os.path.realpath(head), name)
    if not inside(full, root):
        raise ValueError(f"{path!r} leads outside the workspace {root}; give a path inside it")
    return full


def shown(full: str) -> str:
    return os.path.relpath(full, workspace()).replace(os.sep, "/")


def existing(path: str, want: str) -> str:
    full = resolve(path)
    if not os.path.lexists(full):
        raise FileNotFoundError(f"no {want} {path!r} in the workspace; check it with find_files")
    if want == "file" and not os.path.isfile(full):
        raise ValueError(f"{path!r} is not a regular file; use list_directory for a folder")
    if want == "folder" and not os.path.isdir(full):
        raise ValueError(f"{path!r} is not a folder; use read_file or file_info for a file")
    return full


def positive(name: str, value: int, top: int) -> int:
    if not 1 <= value <= top:
        raise ValueError(f"{name} is {value}; give a number from 1 to {top}")
    return value


def is_binary(full: str) -> bool:
    with open(full, "rb") as handle:
        return b"\0" in handle.read(8192)


def walk(top: str, include_hidden: bool):
    """Yield (full path, parts below top) for files, sorted, never leaving the workspace."""
    root = workspace()
    for folder, folders, files in os.walk(top):
        if not include_hidden:
            folders[:] = [n for n in folders if not n.startswith(".") and n not in _BULKY]
            files = [n for n in files if not n.startswith(".")]
        folders.sort()
        below = os.path.relpath(folder, top)
        head = [] if below == "." else below.split(os.sep)
        for name in sorted(files):
            full = os.path.join(folder, name)
            if inside(os.path.realpath(full), root):
                yield full, head + [name]


def matches(parts: list[str], pattern: list[str]) -> bool:
    if not pattern:
        return not parts
    if pattern[0] == "**":
        return any(matches(parts[i:], pattern[1:]) for i in range(len(parts) + 1))
    return bool(parts) and fnmatch.fnmatchcase(parts[0], pattern[0]) and matches(parts[1:], pattern[1:])


def split_glob(glob: str) -> list[str]:
    parts = glob.split("/")
    if not glob or "" in parts or ".." in parts:
        raise ValueError(f"{glob!r} is not a usable glob; write it relative, such as src/**/*.py")
    parts = [p for p in parts if p != "."]
    parts = [p for i, p in enumerate(parts) if p != "**" or i == 0 or parts[i - 1] != "**"]
    return parts if "/" in glob else ["**", *parts]


def kind_of(mode: int) -> str:
    kinds = ((stat.S_ISREG, "file"), (stat.S_ISDIR, "folder"), (stat.S_ISLNK, "link"))
    return next((name for test, name in kinds if test(mode)), "other")
