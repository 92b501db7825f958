"""The filesystem skill in a temporary workspace."""

import os
import stat
import time

from support import WorkspaceCase, load_tools

fs = load_tools("filesystem")


class Confinement(WorkspaceCase):
    def setUp(self) -> None:
        super().setUp()
        (self.outside / "secret.txt").write_text("secret\n")
        self.put("inside.txt", "inside\n")
        (self.workspace / "door").symlink_to(self.outside)
        (self.workspace / "window.txt").symlink_to(self.outside / "secret.txt")
        (self.workspace / "dangling").symlink_to(self.outside / "not-there-yet")

    def test_no_tool_follows_dots_links_or_absolute_paths_out_of_the_workspace(self):
        bad = ("..", "../outside/secret.txt", "door/secret.txt", "door/../outside/secret.txt",
               "window.txt", "dangling", str(self.outside / "secret.txt"), "a/../../outside")
        for path in bad:
            for call in (fs.read_file, fs.list_directory, fs.file_info, fs.make_directory,
                         lambda p: fs.write_file(p, "x", overwrite=True),
                         lambda p: fs.find_files("*", p), lambda p: fs.search_text("s", p)):
                with self.subTest(path=path), self.assertRaisesRegex(ValueError, "outside the workspace"):
                    call(path)
        self.assertEqual(sorted(os.listdir(self.outside)), ["secret.txt"])
        self.assertEqual((self.outside / "secret.txt").read_text(), "secret\n")

    def test_move_neither_takes_from_outside_nor_puts_there(self):
        for source, destination in (("../outside/secret.txt", "got.txt"), ("door/secret.txt", "got.txt"),
                                    ("inside.txt", "../outside/x"), ("inside.txt", "door/x")):
            with self.subTest(source), self.assertRaisesRegex(ValueError, "outside the workspace"):
                fs.move(source, destination)
        for path in ("x/..", "."):
            with self.assertRaisesRegex(ValueError, "must end in the name"):
                fs.move(path, "y")

    def test_a_link_is_moved_as_a_link_and_its_target_stays(self):
        fs.move("window.txt", "renamed.txt")
        self.assertTrue((self.workspace / "renamed.txt").is_symlink())
        self.assertTrue((self.outside / "secret.txt").exists())

    def test_searching_passes_over_links_that_lead_outside(self):
        self.assertEqual(fs.search_text("secret")["matches"], [])
        self.assertEqual(fs.find_files("*")["files"], ["inside.txt"])

    def test_a_sibling_whose_name_starts_like_the_workspace_is_outside(self):
        (self.workspace.parent / "workspace-two").mkdir()
        with self.assertRaisesRegex(ValueError, "outside the workspace"):
            fs.list_directory("../workspace-two")

    def test_absolute_paths_and_links_inside_the_workspace_are_fine(self):
        (self.workspace / "alias").symlink_to("inside.txt")
        self.assertEqual(fs.read_file(str(self.workspace / "inside.txt"))["text"], "inside\n")
        self.assertEqual(fs.read_file("alias")["path"], "inside.txt")
        self.assertTrue(fs.file_info("alias")["is_link"])


class Reading(WorkspaceCase):
    def test_read_file_returns_a_window_and_says_where_to_go_on(self):
        self.put("f.txt", "".join(f"line {n}\n" for n in range(1, 11)))
        part = fs.read_file("f.txt", offset=3, limit=2)
        self.assertEqual(part["text"], "line 3\nline 4\n")
        self.assertEqual((part["last_line"], part["total_lines"], part["truncated"]), (4, 10, True))
        self.assertIn("offset=5", part["note"])
        self.assertFalse(fs.read_file("f.txt")["truncated"])

    def test_read_file_cuts_huge_content_and_huge_lines_and_reports_it(self):
        self.put("many.txt", ("x" * 999 + "\n") * 200)
        many = fs.read_file("many.txt")
        self.assertEqual((many["last_line"], many["truncated"]), (60, True))
        self.put("one.txt", "y" * 100_000)
        one = fs.read_file("one.txt")
        self.assertEqual(len(one["text"]), 60_000)
        self.assertIn("line 1 was cut", one["note"])

    def test_read_file_keeps_line_ends_and_takes_an_empty_file(self):
        (self.workspace / "crlf.txt").write_bytes(b"a\r\nb")
        self.assertEqual(fs.read_file("crlf.txt")["text"], "a\r\nb")
        self.put("empty.txt", "")
        self.assertEqual(fs.read_file("empty.txt")["text"], "")

    def test_read_file_refuses_missing_binary_and_wrong_numbers(self):
        self.put("f.txt", "one\n")
        (self.workspace / "b.bin").write_bytes(b"\0\1")
        os.mkfifo(self.workspace / "pipe")
        with self.assertRaisesRegex(FileNotFoundError, "no file 'missing.txt'"):
            fs.read_file("missing.txt")
        for path, message in (("b.bin", "looks binary"), ("pipe", "not a regular file"), (".", "not a regular")):
            with self.assertRaisesRegex(ValueError, message):
                fs.read_file(path)
        with self.assertRaisesRegex(ValueError, "past the end; 'f.txt' has 1 lines"):
            fs.read_file("f.txt", offset=2)
        for bad in ({"offset": 0}, {"limit": 0}, {"limit": 9999}):
            with self.assertRaisesRegex(ValueError, "give a number from 1"):
                fs.read_file("f.txt", **bad)

    def test_list_directory_is_sorted_typed_and_capped(self):
        for name in ("b.txt", "a.txt", ".hidden", "sub/x"):
            self.put(name, "12")
        listing = fs.list_directory()
        self.assertEqual([(e["name"], e["type"]) for e in listing["entries"]],
                         [("a.txt", "file"), ("b.txt", "file"), ("sub", "folder")])
        capped = fs.list_directory(show_hidden=True, max_entries=1)
        self.assertEqual((len(capped["entries"]), capped["total"], capped["truncated"]), (1, 4, True))

    def test_find_files_understands_depth_and_hidden_names(self):
        for name in ("a.py", "src/b.py", "src/deep/c.py", ".venv/d.py", "node_modules/e.py"):
            self.put(name, "")
        self.assertEqual(fs.find_files("*.py")["files"], ["a.py", "src/b.py", "src/deep/c.py"])
        self.assertEqual(fs.find_files("./*.py")["files"], ["a.py"])
        self.assertEqual(fs.find_files("src/**/*.py")["files"], ["src/b.py", "src/deep/c.py"])
        self.assertEqual(len(fs.find_files("*.py", include_hidden=True)["files"]), 5)
        self.assertEqual(fs.find_files("*.py", max_results=1), {"files": ["a.py"], "truncated": True})
        for bad in ("", "/etc/*", "../*"):
            with self.assertRaisesRegex(ValueError, "not a usable glob"):
                fs.find_files(bad)

    def test_search_text_finds_literals_and_expressions_with_context(self):
        self.put("a.txt", "one\ntwo (2)\nthree\n")
        self.put("b.md", "TWO (2)\n")
        hit = fs.search_text("two (2)", context_lines=1)["matches"]
        self.assertEqual(hit, [{"path": "a.txt", "line": 2, "text": "two (2)", "before": ["one"],
                                "after": ["three"]}])
        both = fs.search_text(r"two \(\d\)", regex=True, ignore_case=True)["matches"]
        self.assertEqual([m["path"] for m in both], ["a.txt", "b.md"])
        self.assertEqual(fs.search_text("2", file_pattern="*.md")["matches"][0]["path"], "b.md")
        self.assertEqual(len(fs.search_text("t", path="a.txt")["matches"]), 2)

    def test_search_text_caps_matches_and_long_lines_and_names_skipped_files(self):
        self.put("many.txt", "hit\n" * 50)
        found = fs.search_text("hit", max_matches=5)
        self.assertEqual((len(found["matches"]), found["truncated"]), (5, True))
        self.put("long.js", "x" * 10_000 + "needle" + "x" * 10_000)
        self.assertIn("needle", fs.search_text("needle")["matches"][0]["text"])
        self.assertLessEqual(len(fs.search_text("needle")["matches"][0]["text"]), 300)
        self.put("big.txt", "z" * (5 * 1024 * 1024 + 1))
        self.assertIn("big.txt", fs.search_text("zzz")["skipped"][0])

    def test_search_text_refuses_an_empty_query_and_a_broken_expression(self):
        with self.assertRaisesRegex(ValueError, "query is empty"):
            fs.search_text("")
        with self.assertRaisesRegex(ValueError, "not a regular expression"):
            fs.search_text("(", regex=True)

    def test_file_info_tells_size_type_and_time(self):
        self.put("f.txt", "abc")
        info = fs.file_info("f.txt")
        self.assertEqual((info["type"], info["size"], info["binary"]), ("file", 3, False))
        self.assertTrue(info["modified"].startswith(str(time.gmtime().tm_year)))
        self.assertEqual(fs.file_info(".")["type"], "folder")


class Writing(WorkspaceCase):
    def test_write_file_creates_exactly_what_was_given(self):
        self.assertEqual(fs.write_file("n.txt", "é\r\n"), {"path": "n.txt", "bytes": 4, "created": True})
        self.assertEqual((self.workspace / "n.txt").read_bytes(), "é\r\n".encode())
        self.assertEqual(os.listdir(self.workspace), ["n.txt"])

    def test_write_file_overwrites_only_on_request_and_keeps_permissions(self):
        path = self.put("run.sh", "old")
        path.chmod(0o750)
        with self.assertRaisesRegex(FileExistsError, "overwrite=true"):
            fs.write_file("run.sh", "new")
        self.assertEqual(path.read_text(), "old")
        fs.write_file("run.sh", "new", overwrite=True)
        self.assertEqual((path.read_text(), stat.S_IMODE(path.stat().st_mode)), ("new", 0o750))

    def test_write_file_refuses_a_missing_folder_and_leaves_nothing_behind_on_failure(self):
        with self.assertRaisesRegex(FileNotFoundError, "make_directory"):
            fs.write_file("no/f.txt", "x")
        with self.assertRaises(ValueError):
            fs.write_file("f.txt", "\ud800")
        with self.assertRaisesRegex(ValueError, "not a regular file"):
            fs.write_file(".", "x", overwrite=True)
        self.assertEqual(os.listdir(self.workspace), [])

    def test_move_renames_and_protects_what_exists(self):
        self.put("a.txt", "a")
        self.put("b.txt", "b")
        self.put("sub/c.txt", "c")
        with self.assertRaisesRegex(FileExistsError, "overwrite=true"):
            fs.move("a.txt", "b.txt")
        with self.assertRaisesRegex(FileExistsError, "folder is involved"):
            fs.move("a.txt", "sub", overwrite=True)
        with self.assertRaisesRegex(ValueError, "into itself"):
            fs.move("sub", "sub/inner")
        with self.assertRaisesRegex(FileNotFoundError, "nothing at 'zzz'"):
            fs.move("zzz", "y")
        self.assertEqual(fs.move("a.txt", "b.txt", overwrite=True), {"from": "a.txt", "to": "b.txt"})
        self.assertEqual((self.workspace / "b.txt").read_text(), "a")
        fs.move("sub", "moved")
        self.assertTrue((self.workspace / "moved" / "c.txt").is_file())

    def test_make_directory_makes_parents_and_accepts_what_exists(self):
        self.assertEqual(fs.make_directory("a/b/c"), {"path": "a/b/c", "created": True})
        self.assertFalse(fs.make_directory("a/b/c")["created"])
        self.put("file", "")
        with self.assertRaisesRegex(FileExistsError, "is not a folder"):
            fs.make_directory("file")
