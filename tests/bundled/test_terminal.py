"""The terminal skill as a worker would call it: JSON in, JSON out."""

import json
import os
import signal
import subprocess
import sys
import time
import unittest

from support import SKILLS, WorkspaceCase

FOLDER = SKILLS / "terminal"
TOOLS = {tool["name"]: tool for tool in json.loads((FOLDER / "tools.json").read_text())["tools"]}


def call(tool: str, arguments, text: str | None = None) -> subprocess.CompletedProcess:
    return subprocess.run(TOOLS[tool]["run"], cwd=FOLDER, timeout=20, capture_output=True, text=True,
                          input=json.dumps(arguments) if text is None else text)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    if os.path.isdir("/proc/self"):  # an ended process nobody has waited for is not alive
        try:
            with open(f"/proc/{pid}/stat") as handle:
                return handle.read().rpartition(")")[2].split()[0] != "Z"
        except FileNotFoundError:
            return False
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return bool(state.strip()) and not state.strip().startswith("Z")


class TerminalCase(WorkspaceCase):
    def ok(self, tool: str, **arguments) -> dict:
        done = call(tool, arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def refused(self, message: str, arguments, tool: str = "run", text: str | None = None) -> None:
        done = call(tool, arguments, text)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, message)
        self.assertNotIn("Traceback", done.stderr)

    def wait_until_gone(self, pid: int) -> None:
        deadline = time.monotonic() + 5
        while is_alive(pid):
            self.assertLess(time.monotonic(), deadline, f"process {pid} still runs")
            time.sleep(0.05)


class Running(TerminalCase):
    def test_run_returns_exit_code_and_both_outputs(self):
        code = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"
        self.assertEqual(self.ok("run", argv=[sys.executable, "-c", code]),
                         {"exit_code": 3, "stdout": "out\n", "stderr": "err\n",
                          "truncated": False, "timed_out": False})

    def test_a_command_line_is_split_by_quotes_and_not_given_to_a_shell(self):
        found = self.ok("run", command="printf '%s.' 'a b' \"x|y\" $HOME '*'")
        self.assertEqual(found["stdout"], "a b.x|y.$HOME.*.")

    def test_run_starts_in_the_workspace_and_in_the_given_folder(self):
        (self.workspace / "sub").mkdir()
        self.assertEqual(self.ok("run", argv=["pwd", "-P"])["stdout"].strip(), str(self.workspace))
        self.assertEqual(self.ok("run", command="pwd -P", cwd="sub")["stdout"].strip(),
                         str(self.workspace / "sub"))

    def test_standard_input_of_the_program_is_empty(self):
        self.assertEqual(self.ok("run", argv=["cat"], timeout_seconds=5)["exit_code"], 0)

    def test_huge_output_keeps_its_beginning_and_end(self):
        code = "print('first'); print('x' * 5_000_000); print('last')"
        found = self.ok("run", argv=[sys.executable, "-c", code], max_output_chars=1000)
        self.assertTrue(found["truncated"])
        self.assertTrue(found["stdout"].startswith("first\n"))
        self.assertTrue(found["stdout"].endswith("last\n"))
        self.assertIn("characters cut", found["stdout"])
        self.assertLess(len(found["stdout"]), 1100)

    def test_output_at_the_limit_is_not_cut(self):
        found = self.ok("run", argv=[sys.executable, "-c", "print('é' * 100, end='')"], max_output_chars=100)
        self.assertEqual((found["stdout"], found["truncated"]), ("é" * 100, False))

    def test_output_that_is_not_utf8_does_not_break_the_answer(self):
        code = "import sys; sys.stdout.buffer.write(b'a\\xffb')"
        self.assertEqual(self.ok("run", argv=[sys.executable, "-c", code])["stdout"], "a\ufffdb")


class Ending(TerminalCase):
    def test_a_timeout_kills_the_program_and_its_child(self):
        script = "sleep 60 & echo $!; wait"
        start = time.monotonic()
        found = self.ok("run", argv=["sh", "-c", script], timeout_seconds=0.5)
        self.assertLess(time.monotonic() - start, 5)
        self.assertTrue(found["timed_out"])
        self.assertEqual(found["exit_code"], -signal.SIGTERM)
        self.wait_until_gone(int(found["stdout"]))

    def test_a_program_that_ignores_the_polite_signal_is_killed_as_well(self):
        found = self.ok("run", argv=["sh", "-c", "trap '' TERM; echo $$; while :; do sleep 1; done"],
                        timeout_seconds=0.3)
        self.assertEqual((found["timed_out"], found["exit_code"]), (True, -signal.SIGKILL))
        self.wait_until_gone(int(found["stdout"]))

    def test_what_a_program_leaves_in_the_background_ends_with_it(self):
        start = time.monotonic()
        found = self.ok("run", argv=["sh", "-c", "sleep 60 & echo $!"])
        self.assertLess(time.monotonic() - start, 5)
        self.assertEqual((found["exit_code"], found["timed_out"]), (0, False))
        self.wait_until_gone(int(found["stdout"]))

    def test_ending_the_tool_itself_ends_the_program(self):
        mark = self.workspace / "pid"
        argv = ["sh", "-c", f"echo $$ > '{mark}.new'; mv '{mark}.new' '{mark}'; sleep 60"]
        with subprocess.Popen(TOOLS["run"]["run"], cwd=FOLDER, stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as tool:
            tool.stdin.write(json.dumps({"argv": argv}).encode())
            tool.stdin.close()
            deadline = time.monotonic() + 5
            while not mark.exists() and time.monotonic() < deadline:
                time.sleep(0.02)
            tool.terminate()
            tool.wait(5)
        self.wait_until_gone(int(mark.read_text()))


class BadInput(TerminalCase):
    def test_a_missing_program_and_a_missing_folder_are_named(self):
        self.refused("no program 'no-such-program'", {"argv": ["no-such-program"]})
        self.refused("cwd 'nowhere' is not a folder", {"argv": ["true"], "cwd": "nowhere"})

    def test_shell_operators_outside_quotes_are_refused(self):
        for command in ("ls | wc", "a && b", "a; b", "a > f", "a `b`"):
            self.refused("needs a shell", {"command": command})
        self.refused("check its quotes", {"command": "echo 'open"})

    def test_exactly_one_of_argv_and_command_is_wanted(self):
        self.refused("either argv", {})
        self.refused("either argv", {"argv": ["true"], "command": "true"})
        for argv in ([], [1], "true", [""]):
            self.refused("is no command|empty program name", {"argv": argv})

    def test_wrong_numbers_and_unknown_arguments_are_refused(self):
        self.refused("timeout_seconds is 0", {"argv": ["true"], "timeout_seconds": 0})
        self.refused("timeout_seconds is True", {"argv": ["true"], "timeout_seconds": True})
        self.refused("max_output_chars is '9'", {"argv": ["true"], "max_output_chars": "9"})
        self.refused("unknown argument 'shell'", {"argv": ["true"], "shell": True})

    def test_input_that_is_no_json_object_is_refused(self):
        self.refused("one JSON object", None, text="[1]")
        self.refused("Expecting value", None, text="")


class Which(TerminalCase):
    def test_which_finds_a_program_and_says_when_there_is_none(self):
        found = self.ok("which", program="sh")
        self.assertTrue(found["found"] and os.path.isabs(found["path"]))
        self.assertEqual(self.ok("which", program="no-such-program"),
                         {"program": "no-such-program", "found": False, "path": None})
        self.refused("give the name of a program", {"program": ""}, tool="which")


if __name__ == "__main__":
    unittest.main()
