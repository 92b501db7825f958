"""The note_taker skill in a temporary notes folder."""

import os
import stat
import threading
from datetime import datetime
from pathlib import Path
from unittest import mock

from support import WorkspaceCase, load_tools

notes = load_tools("note_taker")


class NoteCase(WorkspaceCase):
    def setUp(self) -> None:
        super().setUp()
        self.folder = self.workspace / "notes"
        patch = mock.patch.dict(os.environ, {"KITBAG_NOTES": str(self.folder)})
        patch.start()
        self.addCleanup(patch.stop)


class Keeping(NoteCase):
    def test_a_note_comes_back_as_it_was_saved(self):
        body = "# Title: x\n\n---\ntags: fake\n---\r\nlast line without end"
        made = notes.add_note("Offsite:  budget\nand date", body, ["Meeting", "budget", "meeting"])
        read = notes.read_note(made["id"])
        self.assertEqual((read["title"], read["body"]), ("Offsite: budget and date", body))
        self.assertEqual(read["tags"], ["budget", "meeting"])
        self.assertEqual(read["created"], made["created"])

    def test_notes_are_private_markdown_files_and_no_temporary_file_stays(self):
        made = notes.add_note("One", "text")
        self.assertEqual(os.listdir(self.folder), [made["id"] + ".md"])
        mode = stat.S_IMODE((self.folder / (made["id"] + ".md")).stat().st_mode)
        self.assertEqual(mode, 0o600)

    def test_the_default_folder_lies_in_the_home_directory(self):
        with mock.patch.dict(os.environ, {"HOME": str(self.outside)}):
            del os.environ["KITBAG_NOTES"]
            made = notes.add_note("One", "text")
        self.assertTrue(Path(self.outside, ".local/share/kitbag/notes", made["id"] + ".md").is_file())

    def test_an_id_that_is_taken_is_never_used_again(self):
        with mock.patch.object(notes.secrets, "token_hex", side_effect=["0" * 8, "0" * 8, "1" * 8]):
            with mock.patch.object(notes, "datetime") as clock:
                clock.now.return_value = datetime(2024, 1, 2, 3, 4, 5, 6)
                first, second = notes.add_note("One", "1"), notes.add_note("Two", "2")
        self.assertEqual(first["id"], "20240102T030405-000006-00000000")
        self.assertEqual(second["id"], "20240102T030405-000006-11111111")
        self.assertEqual(notes.read_note(first["id"])["body"], "1")

    def test_notes_are_saved_where_hard_links_are_not_possible(self):
        with mock.patch.object(notes.os, "link", side_effect=PermissionError("no links here")):
            made = notes.add_note("One", "text")
        self.assertEqual(notes.read_note(made["id"])["body"], "text")
        self.assertEqual(len(os.listdir(self.folder)), 1)

    def test_many_writers_at_once_lose_no_note(self):
        threads = [threading.Thread(target=lambda: [notes.add_note("T", "b") for _ in range(10)])
                   for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(notes.list_notes()["total"], 80)

    def test_delete_removes_one_note_for_good(self):
        kept, gone = notes.add_note("Keep", "1"), notes.add_note("Gone", "2")
        self.assertEqual(notes.delete_note(gone["id"]), {"deleted": gone["id"], "title": "Gone"})
        self.assertEqual([n["id"] for n in notes.list_notes()["notes"]], [kept["id"]])
        with self.assertRaisesRegex(FileNotFoundError, "no note"):
            notes.delete_note(gone["id"])


class Finding(NoteCase):
    def setUp(self) -> None:
        super().setUp()
        for title, body, tags in (("Alpha", "the router is grey\nreset it: hold ten seconds", ["home"]),
                                  ("router manual", "see shelf", ["home", "paper"]),
                                  ("Überblick", "Straße und Garten", [])):
            notes.add_note(title, body, tags)

    def titles(self, found: dict) -> list[str]:
        return [note["title"] for note in found["notes"]]

    def test_search_wants_every_word_and_puts_title_matches_first(self):
        self.assertEqual(self.titles(notes.search_notes("ROUTER")), ["router manual", "Alpha"])
        found = notes.search_notes("router seconds")
        self.assertEqual(self.titles(found), ["Alpha"])
        self.assertEqual(found["notes"][0]["snippet"], "the router is grey")
        self.assertEqual(notes.search_notes("absent")["total"], 0)

    def test_search_by_tag_needs_no_words_and_caps_the_results(self):
        self.assertEqual(self.titles(notes.search_notes(tags=["home", "paper"])), ["router manual"])
        found = notes.search_notes(tags=["home"], max_results=1)
        self.assertEqual((len(found["notes"]), found["total"]), (1, 2))

    def test_search_ignores_case_beyond_ascii(self):
        self.assertEqual(self.titles(notes.search_notes("STRASSE überblick")), ["Überblick"])

    def test_lists_come_in_a_fixed_order(self):
        self.assertEqual(self.titles(notes.list_notes()), ["Überblick", "router manual", "Alpha"])
        self.assertEqual(self.titles(notes.list_notes(order="oldest")), ["Alpha", "router manual", "Überblick"])
        self.assertEqual(self.titles(notes.list_notes(order="title")), ["Alpha", "router manual", "Überblick"])
        page = notes.list_notes(limit=1, offset=1)
        self.assertEqual((self.titles(page), page["total"]), (["router manual"], 3))
        self.assertEqual(self.titles(notes.list_notes(tag="PAPER")), ["router manual"])

    def test_foreign_files_are_named_and_left_alone(self):
        (self.folder / "todo.md").write_text("mine")
        (self.folder / "20240102T030405-000006-0000000a.md").write_text("no header")
        (self.outside / "secret").write_text("---\ntitle: s\n---\n\nsecret")
        (self.folder / "20240102T030405-000006-0000000b.md").symlink_to(self.outside / "secret")
        found = notes.search_notes("secret")
        self.assertEqual(found["total"], 0)
        self.assertEqual(len(found["unreadable"]), 3)
        with self.assertRaisesRegex(FileNotFoundError, "no note"):
            notes.read_note("20240102T030405-000006-0000000b")


class BadInput(NoteCase):
    def test_ids_cannot_be_used_to_reach_other_files(self):
        (self.workspace / "secret.md").write_text("x")
        for bad in ("../secret", "/etc/passwd", "", "20240102T030405-000006-0000000a/../x", "a\0b"):
            for call in (notes.read_note, notes.delete_note):
                with self.subTest(bad), self.assertRaisesRegex(ValueError, "is not a note id"):
                    call(bad)
        self.assertTrue((self.workspace / "secret.md").exists())

    def test_empty_titles_bad_tags_and_huge_bodies_are_refused_without_a_trace(self):
        for arguments, message in ((("  ", "b"), "title has 0"), (("t" * 201, "b"), "title has 201"),
                                   (("t", "b", ["two words"]), "is not a tag"),
                                   (("t", "x" * 200_001), "body has 200001")):
            with self.assertRaisesRegex(ValueError, message):
                notes.add_note(*arguments)
        with self.assertRaises(ValueError):
            notes.add_note("t", "\ud800")
        self.assertEqual(os.listdir(self.folder) if self.folder.exists() else [], [])

    def test_empty_searches_and_wrong_choices_are_refused(self):
        with self.assertRaisesRegex(ValueError, "both empty"):
            notes.search_notes("  ")
        with self.assertRaisesRegex(ValueError, "order is 'size'"):
            notes.list_notes(order="size")
        with self.assertRaisesRegex(ValueError, "limit is 0"):
            notes.list_notes(limit=0)

    def test_reading_before_anything_was_saved_finds_an_empty_list(self):
        self.assertEqual(notes.list_notes(), {"notes": [], "total": 0, "unreadable": []})
        self.assertFalse(self.folder.exists())
