#!/usr/bin/env python3
"""Run one program for an agent: JSON arguments on stdin, one JSON object on stdout.

Exit status 0 means the tool worked, whatever exit code the program had; 1 means
the tool could not do its work, and stderr says why.
"""

import codecs
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading

KILL_GRACE_SECONDS = 1.0


class Capture(threading.Thread):
    """Drain a pipe to its end while keeping only the beginning and the end of the text."""

    def __init__(self, pipe, limit: int):
        super().__init__(daemon=True)
        self.pipe, self.head_room, self.tail_room = pipe, limit - limit // 2, limit // 2
        self.head, self.tail, self.total = "", "", 0
        self.lock = threading.Lock()
        self.start()

    def run(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while True:
            data = os.read(self.pipe.fileno(), 65536)
            text = decoder.decode(data, final=not data)
            with self.lock:
                self.total += len(text)
                room = self.head_room - len(self.head)
                self.head += text[:room]
                self.tail = (self.tail + text[room:])[-self.tail_room:]
            if not data:
                return

    def result(self) -> tuple[str, bool]:
        with self.lock:
            cut = self.total - len(self.head) - len(self.tail)
            if cut <= 0:
                return self.head + self.tail, False
            return f"{self.head}\n[... {cut} characters cut ...]\n{self.tail}", True


def shell_operator(command: str) -> str | None:
    """Return the first unquoted character that only a shell would understand."""
    quote, skip = "", False
    for char in command:
        if skip:
            skip = False
        elif char == "\\" and quote != "'":
            skip = True
        elif quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "|&;<>`":
            return char
    return None


def words(arguments: dict) -> list[str]:
    argv, command = arguments.get("argv"), arguments.get("command")
    if (argv is None) == (command is None):
        raise ValueError("give either argv (a list of strings) or command (one string)")
    if command is not None:
        if not isinstance(command, str):
            raise ValueError(f"command is {command!r}; give one string")
        operator = shell_operator(command)
        if operator:
            raise ValueError(f"command has an unquoted {operator!r}, which needs a shell: run the steps "
                             'one by one, quote it, or pass argv ["sh", "-c", "..."]')
        try:
            argv = shlex.split(command)
        except ValueError as problem:
            raise ValueError(f"cannot split command {command!r}: {problem}; check its quotes") from None
    if not isinstance(argv, list) or not argv or not all(isinstance(word, str) for word in argv):
        raise ValueError(f"{argv!r} is no command; give at least the name of a program")
    if not argv[0] or any("\0" in word for word in argv):
        raise ValueError(f"{argv!r} has an empty program name or a NUL character")
    return argv


def number(arguments: dict, name: str, default, low, high, kinds):
    value = arguments.get(name, default)
    if isinstance(value, bool) or not isinstance(value, kinds) or not low <= value <= high:
        raise ValueError(f"{name} is {value!r}; give a number from {low} to {high}")
    return value


def kill_group(group: int, sig: int) -> None:
    try:
        os.killpg(group, sig)
    except (ProcessLookupError, PermissionError):
        pass  # all gone, or only ended processes left


def run(arguments: dict) -> dict:
    argv = words(arguments)
    timeout = number(arguments, "timeout_seconds", 60, 0.01, 3600, (int, float))
    limit = number(arguments, "max_output_chars", 20000, 100, 1_000_000, int)
    cwd = arguments.get("cwd", ".")
    if not isinstance(cwd, str) or "\0" in cwd:
        raise ValueError(f"cwd is {cwd!r}; give the path of a folder")
    folder = os.path.join(os.environ.get("KITBAG_WORKSPACE") or os.getcwd(), cwd)
    if not os.path.isdir(folder):
        raise ValueError(f"cwd {cwd!r} is not a folder; give one that exists")
    try:
        process = subprocess.Popen(argv, cwd=folder, stdin=subprocess.DEVNULL, start_new_session=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except FileNotFoundError:
        raise ValueError(f"no program {argv[0]!r}; check the name with the which tool") from None
    except OSError as problem:
        raise ValueError(f"cannot start {argv[0]!r}: {problem.strerror}") from None
    timed_out = False
    try:
        captures = [Capture(process.stdout, limit), Capture(process.stderr, limit)]
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            timed_out = True
            kill_group(process.pid, signal.SIGTERM)
            try:
                process.wait(KILL_GRACE_SECONDS)
            except subprocess.TimeoutExpired:
                pass
    finally:  # also ends what the program left running in the background
        kill_group(process.pid, signal.SIGKILL)
    exit_code = process.wait()
    for capture in captures:
        capture.join(KILL_GRACE_SECONDS)  # a child in a session of its own may hold the pipe
    (out, out_cut), (err, err_cut) = (capture.result() for capture in captures)
    return {"exit_code": exit_code, "stdout": out, "stderr": err,
            "truncated": out_cut or err_cut, "timed_out": timed_out}


def which(arguments: dict) -> dict:
    program = arguments.get("program")
    if not isinstance(program, str) or not program.strip() or "\0" in program:
        raise ValueError(f"program is {program!r}; give the name of a program")
    path = shutil.which(program)
    return {"program": program, "found": path is not None, "path": path}


ACTIONS = {
    "run": (run, {"argv", "command", "cwd", "timeout_seconds", "max_output_chars"}),
    "which": (which, {"program"}),
}


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that `finally` ends the child
    try:
        action, known = ACTIONS[sys.argv[1] if len(sys.argv) > 1 else "run"]
        arguments = json.loads(sys.stdin.buffer.read().decode("utf-8"))
        if not isinstance(arguments, dict):
            raise ValueError(f"stdin holds {arguments!r}; give one JSON object with the arguments")
        unknown = sorted(set(arguments) - known)
        if unknown:
            raise ValueError(f"unknown argument {unknown[0]!r}; this tool takes {', '.join(sorted(known))}")
        result = action(arguments)
    except KeyError:
        print(f"unknown tool {sys.argv[1]!r}; use run or which", file=sys.stderr)
        return 1
    except (ValueError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 1
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
