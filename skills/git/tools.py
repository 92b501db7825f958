"""Git tools: look at a repository, stage, commit and branch without a shell.

A relative `repo` starts at KITBAG_WORKSPACE when that is set, else at the
current directory. Every path given or returned is relative to the top folder
of the repository, so what `status` reports can be handed straight to `add`.
"""

import importlib.util
import os
from typing import Literal


def _load(name: str):
    """Load a helper that lies next to this file, without touching sys.path."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name + ".py")
    spec = importlib.util.spec_from_file_location("kitbag_git" + name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_core = _load("_core")


def status(repo: str = ".") -> dict:
    """Show the current branch, its upstream, and which files are staged, changed, untracked or in conflict.

    Args:
        repo: A folder inside the git work tree.
    """
    root = _core.root(repo)
    found: dict = {"root": root, "branch": None, "commit": None, "upstream": None, "ahead": 0,
                   "behind": 0, "staged": [], "unstaged": [], "untracked": [], "conflicts": []}
    raw = _core.git(root, "status", "--porcelain=v2", "--branch", "--untracked-files=normal", "-z")
    entries = iter(raw.split("\0"))
    for entry in entries:
        kind = entry[:1]
        if kind == "#":
            key, _, value = entry[2:].partition(" ")
            if key == "branch.head" and value != "(detached)":
                found["branch"] = value
            elif key == "branch.oid" and value != "(initial)":
                found["commit"] = value
            elif key == "branch.upstream":
                found["upstream"] = value
            elif key == "branch.ab":
                found["ahead"], found["behind"] = (abs(int(n)) for n in value.split())
        elif kind in ("1", "2"):
            fields = entry.split(" ", 8 if kind == "1" else 9)
            item = {"path": fields[-1]}
            if kind == "2":
                item["from"] = next(entries)
            if fields[1][0] != ".":
                found["staged"].append({"change": fields[1][0], **item})
            if fields[1][1] != ".":
                found["unstaged"].append({"change": fields[1][1], **item})
        elif kind == "u":
            found["conflicts"].append(entry.split(" ", 10)[-1])
        elif kind == "?":
            found["untracked"].append(entry[2:])
    found["clean"] = not any(found[k] for k in ("staged", "unstaged", "untracked", "conflicts"))
    return found


def diff(repo: str = ".", staged: bool = False, ref: str | None = None,
         paths: list[str] | None = None, detail: Literal["patch", "stat", "names"] = "patch",
         max_chars: int = 20000) -> dict:
    """Show what changed in the work tree, in the index, or between revisions.

    Args:
        repo: A folder inside the git work tree.
        staged: Compare the index with HEAD, that is, show what commit would record.
        ref: Compare with this revision, or give a range such as main..topic or main...topic.
        paths: Only these files or folders, relative to the repository top.
        detail: patch for the full text, stat for line counts per file, names for changed paths only.
        max_chars: Cut the text after this many characters; truncated says when that happened.
    """
    options = {"patch": ["--patch"], "stat": ["--stat"], "names": ["--name-status"]}
    if detail not in options:
        raise ValueError(f"detail is {detail!r}; use patch, stat or names")
    root = _core.root(repo)
    args = ["diff", "--no-ext-diff", *options[detail]]
    if staged:
        args.append("--cached")
    if ref is not None:
        args.append(_core.check_ref(root, ref))
    return _core.cut(_core.git(root, *args, "--", *_core.check_paths(paths or [])), max_chars)


def log(repo: str = ".", max_count: int = 20, ref: str | None = None, path: str | None = None,
        author: str | None = None, since: str | None = None, grep: str | None = None) -> list:
    """List commits, newest first, with hash, author, date and subject.

    Args:
        repo: A folder inside the git work tree.
        max_count: At most this many commits, from 1 to 500.
        ref: Start at this revision, or list a range such as v1.0..HEAD; the default is HEAD.
        path: Only commits that touched this file or folder, relative to the repository top.
        author: Only commits whose author name or email matches this pattern.
        since: Only commits after this date, such as 2024-05-01 or "2 weeks ago".
        grep: Only commits whose message matches this pattern.
    """
    if not 1 <= max_count <= 500:
        raise ValueError(f"max_count is {max_count}; give a number from 1 to 500")
    root = _core.root(repo)
    if ref is None and not _core.known(root, "HEAD"):
        return []  # a fresh repository without commits
    args = ["log", "-z", f"--max-count={max_count}", "--no-show-signature",
            "--format=%H%x1f%an%x1f%ae%x1f%aI%x1f%s"]
    args += [f"--{key}={value}" for key, value in
             (("author", author), ("since", since), ("grep", grep)) if value]
    args.append(_core.check_ref(root, ref or "HEAD"))
    raw = _core.git(root, *args, "--", *_core.check_paths([path] if path is not None else []))
    keys = ("hash", "author", "email", "date", "subject")
    return [dict(zip(keys, row.split("\x1f", 4))) for row in raw.split("\0") if row]


def show(ref: str = "HEAD", path: str | None = None, repo: str = ".", max_chars: int = 20000) -> dict:
    """Show one commit with its message and patch, or one file as it was at a revision.

    Args:
        ref: The commit, branch or tag to show.
        path: Give a file path, relative to the repository top, to get its content at ref instead.
        repo: A folder inside the git work tree.
        max_chars: Cut the text after this many characters; truncated says when that happened.
    """
    root = _core.root(repo)
    target = _core.check_ref(root, ref)
    if path is not None:
        target = f"{ref}:{_core.check_paths([path])[0]}"
        if not _core.known(root, target):
            raise ValueError(f"{path!r} does not exist at {ref!r}; give a path relative to {root}")
    return _core.cut(_core.git(root, "show", "--no-ext-diff", "--no-show-signature", target, "--"), max_chars)


def branches(repo: str = ".", remotes: bool = False) -> list:
    """List branches with their last commit and upstream; the current one is marked.

    Args:
        repo: A folder inside the git work tree.
        remotes: Also list remote-tracking branches.
    """
    fields = ("refname", "HEAD", "objectname:short", "upstream:short", "upstream:track",
              "committerdate:iso-strict", "contents:subject")
    scopes = ["refs/heads"] + (["refs/remotes"] if remotes else [])
    raw = _core.git(_core.root(repo), "for-each-ref",
               "--format=" + "%00".join(f"%({field})" for field in fields), *scopes)
    rows = [line.split("\0", 6) for line in raw.splitlines() if line]
    return [{"name": ref.split("/", 2)[2], "remote": ref.startswith("refs/remotes/"),
             "current": mark == "*", "commit": commit, "upstream": upstream or None,
             "tracking": track, "date": date, "subject": subject}
            for ref, mark, commit, upstream, track, date, subject in rows]


def add(paths: list[str], repo: str = ".") -> dict:
    """Stage files or folders for the next commit, deletions included, and return everything staged.

    Args:
        paths: Files or folders relative to the repository top; wildcards are taken literally.
        repo: A folder inside the git work tree.
    """
    if not isinstance(paths, list) or not paths:
        raise ValueError(f"paths is {paths!r}; give a list with the files to stage (see status)")
    root = _core.root(repo)
    _core.git(root, "add", "--", *_core.check_paths(paths))
    return {"staged": status(root)["staged"]}


def commit(message: str, repo: str = ".") -> dict:
    """Record what is staged as one commit and return its hash, branch and files.

    Args:
        message: The commit message, with the subject on the first line, then a blank line and the body.
        repo: A folder inside the git work tree.
    """
    if not message.strip():
        raise ValueError(f"the commit message {message!r} is empty; say what changed and why")
    root = _core.root(repo)
    nothing = _core.run(root, ["diff", "--cached", "--quiet"], _core.READ_TIMEOUT)[0] == 0
    if nothing and not _core.known(root, "MERGE_HEAD"):
        raise ValueError(f"nothing is staged in {root}; call add with the paths to commit first")
    _core.git(root, "commit", "--quiet", "--cleanup=whitespace", "-m", message, timeout=_core.COMMIT_TIMEOUT)
    made = log(root, max_count=1)[0]
    names = _core.git(root, "diff-tree", "--root", "--no-commit-id", "--name-only", "-r", "-z", "HEAD")
    return {"hash": made["hash"], "subject": made["subject"], "branch": status(root)["branch"],
            "files": [name for name in names.split("\0") if name]}


def create_branch(name: str, repo: str = ".", start_point: str | None = None,
                  switch_to: bool = True) -> dict:
    """Create a branch, at HEAD unless a start point is given, and by default switch to it.

    Args:
        name: The name of the new branch, such as fix/login-timeout.
        repo: A folder inside the git work tree.
        start_point: The revision the branch starts at; the default is HEAD.
        switch_to: Also switch the work tree to the new branch.
    """
    root = _core.root(repo)
    _core.check_branch(root, name)
    if _core.known(root, f"refs/heads/{name}"):
        raise ValueError(f"branch {name!r} exists already; call switch, or choose another name")
    start = [_core.check_ref(root, start_point)] if start_point is not None else []
    _core.git(root, *(["switch", "--quiet", "-c"] if switch_to else ["branch"]), name, *start)
    return {"created": name, "current": status(root)["branch"]}


def switch(name: str, repo: str = ".") -> dict:
    """Switch the work tree to an existing branch; git refuses when local changes would be lost.

    Args:
        name: The branch to switch to; a branch that exists only on one remote is set up locally.
        repo: A folder inside the git work tree.
    """
    root = _core.root(repo)
    _core.check_branch(root, name)
    _core.git(root, "switch", "--quiet", name)
    return {"current": status(root)["branch"]}


def get_tools() -> list:
    return [status, diff, log, show, branches, add, commit, create_branch, switch]
