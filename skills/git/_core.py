"""How the git tools call git: no shell, no prompts, a time limit, checked arguments."""

import os
import re
import signal
import subprocess

READ_TIMEOUT = 30
COMMIT_TIMEOUT = 120  # hooks may run tests
_INHERITED = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX",
              "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE")


def run(cwd: str, args: list[str], timeout: int) -> tuple[int, str, str]:
    env = {key: value for key, value in os.environ.items() if key not in _INHERITED}
    env.update(LC_ALL="C", GIT_TERMINAL_PROMPT="0", GIT_EDITOR="true", GIT_PAGER="cat")
    argv = ["git", "--no-pager", "--literal-pathspecs", "--no-optional-locks",
            "-c", "color.ui=never", *args]
    try:
        process = subprocess.Popen(argv, cwd=cwd, env=env, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   start_new_session=True)
    except FileNotFoundError:
        raise FileNotFoundError("git is not on PATH; install git first") from None
    with process:
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise TimeoutError(f"git {args[0]} in {cwd} did not end within {timeout} s and was "
                               "killed; look for a hanging hook or prompt") from None
    return process.returncode, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")


def git(root: str, *args: str, timeout: int = READ_TIMEOUT) -> str:
    code, out, err = run(root, list(args), timeout)
    if code != 0:
        raise OSError(f"git {args[0]} failed in {root}: {(err.strip() or out.strip())[-2000:]}")
    return out


def root(repo: str) -> str:
    folder = os.path.join(os.environ.get("KITBAG_WORKSPACE") or os.getcwd(), repo)
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"no directory {repo!r}; give the path of a git work tree")
    code, out, err = run(folder, ["rev-parse", "--show-toplevel"], READ_TIMEOUT)
    if code != 0:
        raise ValueError(f"{repo!r} is not a git work tree ({err.strip()}); "
                         "give a folder inside one, or run git init there first")
    return out.rstrip("\n")


def known(root: str, revision: str) -> bool:
    return run(root, ["rev-parse", "--quiet", "--verify", revision], READ_TIMEOUT)[0] == 0


def check_ref(root: str, ref: str) -> str:
    if not ref.strip() or ref.startswith("-") or "\0" in ref:
        raise ValueError(f"{ref!r} is not a revision; give a branch, tag, hash or a range a..b")
    for part in re.split(r"\.{2,3}", ref):
        if part and not known(root, part):
            raise ValueError(f"unknown revision {part!r}; call branches or log to see what exists")
    return ref


def check_paths(paths: list[str]) -> list[str]:
    for path in paths:
        if not isinstance(path, str) or not path or "\0" in path:
            raise ValueError(f"{path!r} is not a path; give paths relative to the repository top")
    return list(paths)


def check_branch(root: str, name: str) -> None:
    bad = not name or name.startswith("-") or "@{" in name or "\0" in name
    if bad or run(root, ["check-ref-format", "--branch", name], READ_TIMEOUT)[0] != 0:
        raise ValueError(f"{name!r} is not a valid branch name; use letters, digits, '-', '_', '/'")


def cut(text: str, max_chars: int) -> dict:
    if max_chars < 1:
        raise ValueError(f"max_chars is {max_chars}; give a number of at least 1")
    return {"text": text[:max_chars], "truncated": len(text) > max_chars, "total_chars": len(text)}
