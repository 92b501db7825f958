"""File tools confined to one folder: KITBAG_WORKSPACE, else the current directory.

Symbolic links are resolved before every check, so neither `..` nor a link can
lead outside. A process that swaps links while a call runs is not defended against.
"""

import importlib.util
import os
import re
import shutil
import stat
import tempfile
from datetime import datetime, timezone

MAX_READ_BYTES = 64 * 1024 * 1024
MAX_SEARCH_BYTES = 5 * 1024 * 1024
MAX_READ_CHARS = 60_000
MAX_LINE_CHARS = 300


def _load(name: str):
    """Load a helper that lies next to this file, without touching sys.path."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".py")
    spec = importlib.util.spec_from_file_location("kitbag_filesystem" + name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_paths = _load("_paths")


def read_file(path: str, offset: int = 1, limit: int = 400) -> dict:
    """Read lines of a UTF-8 text file and report what was left out and where to go on.

    Args:
        path: The file, relative to the workspace or absolute inside it.
        offset: Number of the first line to return; lines count from 1.
        limit: At most this many lines, up to 5000; a total of 60000 characters cuts earlier.
    """
    full = _paths.existing(path, "file")
    _paths.positive("offset", offset, 10**9)
    _paths.positive("limit", limit, 5000)
    if os.path.getsize(full) > MAX_READ_BYTES:
        raise ValueError(f"{path!r} has {os.path.getsize(full)} bytes, more than {MAX_READ_BYTES}; "
                         "process it with a program instead")
    if _paths.is_binary(full):
        raise ValueError(f"{path!r} looks binary; file_info tells its size and type")
    kept: list[str] = []
    used = total = 0
    full_up = line_cut = False
    with open(full, encoding="utf-8", errors="replace", newline="") as handle:
        for total, line in enumerate(handle, 1):
            if total < offset or full_up or len(kept) == limit:
                continue
            if used + len(line) > MAX_READ_CHARS:
                full_up = True
                if kept:
                    continue
                line, line_cut = line[:MAX_READ_CHARS], True  # better a part than nothing
            kept.append(line)
            used += len(line)
    if offset > max(total, 1):
        raise ValueError(f"offset {offset} is past the end; {path!r} has {total} lines")
    last = offset + len(kept) - 1
    notes = [f"lines {last + 1}-{total} left out; go on with offset={last + 1}"] if last < total else []
    if line_cut:
        notes.append(f"line {offset} was cut after {MAX_READ_CHARS} characters")
    return {"path": _paths.shown(full), "text": "".join(kept), "first_line": offset, "last_line": last,
            "total_lines": total, "truncated": bool(notes), "note": "; ".join(notes)}


def write_file(path: str, content: str, overwrite: bool = False) -> dict:
    """Write a UTF-8 text file in one step, so that readers see the old or the new content only.

    Args:
        path: The file to write; its folder must exist (see make_directory).
        content: The whole new content, written exactly as given.
        overwrite: Allow replacing a file that exists.
    """
    full = _paths.resolve(path)
    existed = os.path.lexists(full)
    if existed and not os.path.isfile(full):
        raise ValueError(f"{path!r} is not a regular file; give the path of a file")
    if existed and not overwrite:
        raise FileExistsError(f"{path!r} exists; read it first, then pass overwrite=true to replace it")
    if not os.path.isdir(os.path.dirname(full)):
        raise FileNotFoundError(f"the folder of {path!r} does not exist; call make_directory first")
    data = content.encode("utf-8")
    if existed:
        mode = stat.S_IMODE(os.stat(full).st_mode)
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    handle, temporary = tempfile.mkstemp(prefix=".kitbag-", dir=os.path.dirname(full))
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, full)
    except BaseException:
        os.unlink(temporary)
        raise
    return {"path": _paths.shown(full), "bytes": len(data), "created": not existed}


def list_directory(path: str = ".", show_hidden: bool = False, max_entries: int = 200) -> dict:
    """List the entries of one folder, sorted by name, with type and size.

    Args:
        path: The folder; the default is the workspace itself.
        show_hidden: Also list names that start with a dot.
        max_entries: At most this many entries; total says how many there are.
    """
    full = _paths.existing(path, "folder")
    _paths.positive("max_entries", max_entries, 5000)
    names = sorted(n for n in os.listdir(full) if show_hidden or not n.startswith("."))
    entries = []
    for name in names[:max_entries]:
        info = os.lstat(os.path.join(full, name))
        entries.append({"name": name, "type": _paths.kind_of(info.st_mode), "size": info.st_size})
    return {"path": _paths.shown(full), "entries": entries, "total": len(names),
            "truncated": len(names) > max_entries}


def find_files(pattern: str, path: str = ".", include_hidden: bool = False, max_results: int = 200) -> dict:
    """Find files by a glob pattern; a pattern without a slash matches names at any depth.

    Args:
        pattern: A glob such as *.py or src/**/test_*.rs, relative to path.
        path: The folder to start in.
        include_hidden: Also visit names starting with a dot, node_modules and __pycache__.
        max_results: At most this many paths; truncated says when there were more.
    """
    top = _paths.existing(path, "folder")
    wanted = _paths.split_glob(pattern)
    _paths.positive("max_results", max_results, 5000)
    found: list[str] = []
    for full, parts in _paths.walk(top, include_hidden):
        if _paths.matches(parts, wanted):
            if len(found) == max_results:
                return {"files": found, "truncated": True}
            found.append(_paths.shown(full))
    return {"files": found, "truncated": False}


def search_text(query: str, path: str = ".", regex: bool = False, ignore_case: bool = False,
                file_pattern: str = "*", context_lines: int = 0, include_hidden: bool = False,
                max_matches: int = 100) -> dict:
    """Search the lines of text files for literal text or a regular expression.

    Args:
        query: The text to find within one line.
        path: A folder to search below, or a single file.
        regex: Read query as a Python regular expression instead of literal text.
        ignore_case: Let upper and lower case match each other.
        file_pattern: Only files whose path matches this glob, such as *.md.
        context_lines: Lines to show before and after each match, from 0 to 10.
        include_hidden: Also visit names starting with a dot, node_modules and __pycache__.
        max_matches: At most this many matching lines; truncated says when there were more.
    """
    if not query:
        raise ValueError("query is empty; give the text to look for")
    if not 0 <= context_lines <= 10:
        raise ValueError(f"context_lines is {context_lines}; give a number from 0 to 10")
    _paths.positive("max_matches", max_matches, 2000)
    try:
        finder = re.compile(query if regex else re.escape(query), re.IGNORECASE if ignore_case else 0)
    except re.error as problem:
        raise ValueError(f"{query!r} is not a regular expression ({problem}); "
                         "fix it or pass regex=false") from None
    wanted = _paths.split_glob(file_pattern)
    top = _paths.existing(path, "path")
    files = [(top, [os.path.basename(top)])] if os.path.isfile(top) else _paths.walk(top, include_hidden)
    matches: list[dict] = []
    skipped: list[str] = []
    for full, parts in files:
        if not _paths.matches(parts, wanted) or not os.path.isfile(full):
            continue
        try:
            if os.path.getsize(full) > MAX_SEARCH_BYTES:
                skipped.append(f"{_paths.shown(full)} (over {MAX_SEARCH_BYTES} bytes)")
                continue
            if _paths.is_binary(full):
                continue
            with open(full, encoding="utf-8", errors="replace") as handle:
                lines = [line.rstrip("\n") for line in handle]
        except OSError as problem:
            skipped.append(f"{_paths.shown(full)} ({problem.strerror})")
            continue
        for index, line in enumerate(lines):
            hit = finder.search(line)
            if not hit:
                continue
            if len(matches) == max_matches:
                return {"matches": matches, "truncated": True, "skipped": skipped[:50]}
            start = max(0, hit.start() - MAX_LINE_CHARS // 2) if len(line) > MAX_LINE_CHARS else 0
            match = {"path": _paths.shown(full), "line": index + 1, "text": line[start:start + MAX_LINE_CHARS]}
            if context_lines:
                before = lines[max(0, index - context_lines):index]
                after = lines[index + 1:index + 1 + context_lines]
                match["before"] = [text[:MAX_LINE_CHARS] for text in before]
                match["after"] = [text[:MAX_LINE_CHARS] for text in after]
            matches.append(match)
    return {"matches": matches, "truncated": False, "skipped": skipped[:50]}


def move(source: str, destination: str, overwrite: bool = False) -> dict:
    """Move or rename a file or folder; a symbolic link is moved as a link.

    Args:
        source: What to move.
        destination: The full new path including the name; its folder must exist.
        overwrite: Allow replacing a file (never a folder) that exists at destination.
    """
    old, new = _paths.resolve(source, follow=False), _paths.resolve(destination, follow=False)
    if not os.path.lexists(old):
        raise FileNotFoundError(f"nothing at {source!r}; check the name with list_directory")
    if _paths.workspace() in (old, new):
        raise ValueError("the workspace folder itself cannot be moved or replaced")
    if not os.path.isdir(os.path.dirname(new)):
        raise FileNotFoundError(f"the folder of {destination!r} does not exist; call make_directory first")
    if os.path.isdir(old) and not os.path.islink(old) and _paths.inside(new, old):
        raise ValueError(f"{destination!r} lies inside {source!r}; a folder cannot move into itself")
    if os.path.lexists(new):
        if os.path.isdir(new) or os.path.isdir(old):
            raise FileExistsError(f"{destination!r} exists and a folder is involved; give a new full path")
        if not overwrite:
            raise FileExistsError(f"{destination!r} exists; pass overwrite=true to replace it")
    shutil.move(old, new)
    return {"from": _paths.shown(old), "to": _paths.shown(new)}


def make_directory(path: str) -> dict:
    """Make a folder and the folders above it; a folder that exists already is fine.

    Args:
        path: The folder to make.
    """
    full = _paths.resolve(path)
    if os.path.lexists(full) and not os.path.isdir(full):
        raise FileExistsError(f"{path!r} exists and is not a folder; choose another name")
    created = not os.path.isdir(full)
    os.makedirs(full, exist_ok=True)
    return {"path": _paths.shown(full), "created": created}


def file_info(path: str) -> dict:
    """Tell type, size, modification time and permissions of a file or folder.

    Args:
        path: The file or folder; a link is followed and its target reported.
    """
    full = _paths.existing(path, "path")
    info = os.stat(full)
    given = os.path.join(_paths.workspace(), path)
    kind = _paths.kind_of(info.st_mode)
    return {"path": _paths.shown(full), "type": kind, "size": info.st_size, "is_link": os.path.islink(given),
            "mode": oct(stat.S_IMODE(info.st_mode)), "binary": kind == "file" and _paths.is_binary(full),
            "modified": datetime.fromtimestamp(info.st_mtime, timezone.utc).isoformat(timespec="seconds")}


def get_tools() -> list:
    return [read_file, write_file, list_directory, find_files, search_text, move, make_directory, file_info]
