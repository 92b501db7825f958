"""The git skill against real repositories."""

import os
import subprocess
import time
from unittest import mock

from support import WorkspaceCase, load_tools

git = load_tools("git")
QUIET = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
         "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
         "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org"}


class GitCase(WorkspaceCase):
    def setUp(self) -> None:
        super().setUp()
        patch = mock.patch.dict(os.environ, QUIET)
        patch.start()
        self.addCleanup(patch.stop)
        self.raw("init", "--quiet", "--initial-branch=main")

    def raw(self, *args: str) -> str:
        done = subprocess.run(["git", *args], cwd=self.workspace, check=True, timeout=20,
                              capture_output=True, text=True)
        return done.stdout

    def commit_file(self, name: str, text: str, message: str) -> dict:
        self.put(name, text)
        git.add([name])
        return git.commit(message)


class Looking(GitCase):
    def test_status_of_a_fresh_repository_is_clean_and_has_no_commit(self):
        found = git.status()
        self.assertEqual((found["branch"], found["commit"], found["clean"]), ("main", None, True))
        self.assertEqual(git.log(), [])

    def test_status_sorts_files_into_staged_unstaged_and_untracked(self):
        self.commit_file("a b.txt", "1\n", "First")
        self.commit_file("old.txt", "same content\n" * 5, "Second")
        self.put("a b.txt", "2\n")
        self.raw("mv", "old.txt", "new.txt")
        self.put("ünknown.txt", "x")
        found = git.status()
        self.assertEqual(found["unstaged"], [{"change": "M", "path": "a b.txt"}])
        self.assertEqual(found["staged"], [{"change": "R", "path": "new.txt", "from": "old.txt"}])
        self.assertEqual(found["untracked"], ["ünknown.txt"])
        self.assertFalse(found["clean"])

    def test_status_names_conflicting_files(self):
        self.commit_file("f", "base\n", "Base")
        git.create_branch("other")
        self.commit_file("f", "theirs\n", "Theirs")
        git.switch("main")
        self.commit_file("f", "ours\n", "Ours")
        subprocess.run(["git", "merge", "other"], cwd=self.workspace, capture_output=True, timeout=20)
        self.assertEqual(git.status()["conflicts"], ["f"])

    def test_diff_tells_staged_from_unstaged_changes(self):
        self.commit_file("f.txt", "one\n", "First")
        self.put("f.txt", "two\n")
        self.assertIn("+two", git.diff()["text"])
        self.assertEqual(git.diff(staged=True)["text"], "")
        git.add(["f.txt"])
        self.assertEqual(git.diff()["text"], "")
        self.assertIn("+two", git.diff(staged=True)["text"])
        self.assertEqual(git.diff(staged=True, detail="names")["text"], "M\tf.txt\n")

    def test_a_long_diff_is_cut_and_says_so(self):
        self.commit_file("f.txt", "", "First")
        self.put("f.txt", "line\n" * 5000)
        cut = git.diff(max_chars=1000)
        self.assertEqual((len(cut["text"]), cut["truncated"]), (1000, True))
        self.assertGreater(cut["total_chars"], 25000)

    def test_log_filters_by_path_and_message_and_range(self):
        first = self.commit_file("a", "1", "Add a")
        self.commit_file("b", "1", "Add b: with colon")
        self.assertEqual([c["subject"] for c in git.log()], ["Add b: with colon", "Add a"])
        self.assertEqual([c["subject"] for c in git.log(path="a")], ["Add a"])
        self.assertEqual([c["subject"] for c in git.log(grep="colon")], ["Add b: with colon"])
        self.assertEqual(len(git.log(ref=f"{first['hash']}..HEAD")), 1)
        self.assertEqual(git.log()[0]["email"], "ada@example.org")

    def test_show_gives_a_commit_or_an_old_version_of_a_file(self):
        first = self.commit_file("f", "old\n", "First")
        self.commit_file("f", "new\n", "Second")
        self.assertIn("Second", git.show()["text"])
        self.assertEqual(git.show(ref=first["hash"], path="f")["text"], "old\n")
        with self.assertRaisesRegex(ValueError, "'missing' does not exist at 'HEAD'"):
            git.show(path="missing")

    def test_a_path_below_the_top_leads_to_the_same_repository(self):
        self.commit_file("deep/er/f", "1", "First")
        self.assertEqual(git.status("deep/er")["root"], str(self.workspace))

    def test_variables_of_an_outer_git_process_do_not_redirect_the_tools(self):
        with mock.patch.dict(os.environ, {"GIT_DIR": str(self.outside / "nowhere")}):
            self.assertEqual(git.status()["branch"], "main")


class Changing(GitCase):
    def test_commit_reports_hash_branch_and_files(self):
        made = self.commit_file("f", "1", "Add f\n\n# kept line")
        self.assertEqual((made["subject"], made["branch"], made["files"]), ("Add f", "main", ["f"]))
        self.assertEqual(made["hash"], self.raw("rev-parse", "HEAD").strip())
        self.assertIn("# kept line", self.raw("log", "-1", "--format=%B"))

    def test_commit_refuses_an_empty_message(self):
        for message in ("", "  \n\t"):
            with self.assertRaisesRegex(ValueError, "message .* is empty"):
                git.commit(message)

    def test_commit_says_when_nothing_is_staged(self):
        self.put("f", "1")
        with self.assertRaisesRegex(ValueError, "nothing is staged"):
            git.commit("Add f")

    def test_commit_relays_what_a_failing_hook_said(self):
        hook = self.workspace / ".git" / "hooks" / "pre-commit"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\necho 'style check failed' >&2\nexit 1\n")
        hook.chmod(0o755)
        with self.assertRaisesRegex(OSError, "style check failed"):
            self.commit_file("f", "1", "Add f")

    def test_a_hanging_hook_is_killed_at_the_timeout(self):
        hook = self.workspace / ".git" / "hooks" / "pre-commit"
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\nsleep 30\n")
        hook.chmod(0o755)
        start = time.monotonic()
        with mock.patch.object(git._core, "COMMIT_TIMEOUT", 0.5):
            with self.assertRaisesRegex(TimeoutError, "did not end within"):
                self.commit_file("f", "1", "Add f")
        self.assertLess(time.monotonic() - start, 5)

    def test_add_stages_deletions_and_returns_what_is_staged(self):
        self.commit_file("f", "1", "Add f")
        (self.workspace / "f").unlink()
        self.assertEqual(git.add(["f"]), {"staged": [{"change": "D", "path": "f"}]})

    def test_add_refuses_an_empty_list_and_a_missing_file_and_wildcards(self):
        self.put("real.py", "1")
        with self.assertRaisesRegex(ValueError, "give a list"):
            git.add([])
        for path in ("missing.txt", "*.py"):
            with self.assertRaisesRegex(OSError, "did not match any files"):
                git.add([path])

    def test_branches_are_created_listed_and_switched(self):
        self.commit_file("f", "1", "Add f")
        self.assertEqual(git.create_branch("fix/one"), {"created": "fix/one", "current": "fix/one"})
        self.assertEqual(git.create_branch("two", switch_to=False, start_point="main")["current"], "fix/one")
        self.assertEqual(git.switch("main"), {"current": "main"})
        self.assertEqual([(b["name"], b["current"]) for b in git.branches()],
                         [("fix/one", False), ("main", True), ("two", False)])

    def test_create_branch_refuses_bad_names_and_names_that_exist(self):
        self.commit_file("f", "1", "Add f")
        for name in ("", "-D", "two words", "a..b", "@{-1}"):
            with self.assertRaisesRegex(ValueError, "not a valid branch name"):
                git.create_branch(name)
        with self.assertRaisesRegex(ValueError, "'main' exists already"):
            git.create_branch("main")

    def test_switch_refuses_when_local_changes_would_be_lost(self):
        self.commit_file("f", "1", "Add f")
        git.create_branch("other")
        self.commit_file("f", "2", "Change f")
        self.put("f", "3")
        with self.assertRaisesRegex(OSError, "would be overwritten"):
            git.switch("main")
        self.assertEqual((self.workspace / "f").read_text(), "3")


class BadInput(GitCase):
    def test_a_folder_that_is_no_repository_is_named_in_the_error(self):
        with self.assertRaisesRegex(ValueError, "not a git work tree"):
            git.status(str(self.outside))
        with self.assertRaisesRegex(FileNotFoundError, "no directory 'missing'"):
            git.status("missing")

    def test_revisions_that_look_like_options_or_do_not_exist_are_refused(self):
        self.commit_file("f", "1", "Add f")
        for ref in ("--output=stolen", "-p", " "):
            with self.assertRaisesRegex(ValueError, "is not a revision"):
                git.diff(ref=ref)
        with self.assertRaisesRegex(ValueError, "unknown revision 'nope'"):
            git.log(ref="main..nope")
        self.assertFalse((self.workspace / "stolen").exists())

    def test_numbers_and_choices_out_of_range_are_refused(self):
        with self.assertRaisesRegex(ValueError, "max_count is 0"):
            git.log(max_count=0)
        with self.assertRaisesRegex(ValueError, "detail is 'all'"):
            git.diff(detail="all")
