"""The writer skill on small texts and files."""

import os
import stat
import time

from support import WorkspaceCase, load_tools

writer = load_tools("writer")
MARKDOWN = """---
title: not counted
---
# A guide

The cat sat. It was happy, e.g. on Mondays.

```python
not = "counted at all"
```

- first item
- second item
"""


class Measuring(WorkspaceCase):
    def test_word_count_leaves_out_front_matter_and_code(self):
        found = writer.word_count(MARKDOWN)
        self.assertEqual((found["words"], found["sentences"]), (15, 5))
        self.assertEqual(found["characters"], len(MARKDOWN))

    def test_reading_time_follows_the_given_speed(self):
        self.assertEqual(writer.word_count("word " * 500, words_per_minute=250)["reading_minutes"], 2.0)

    def test_sentences_do_not_end_at_abbreviations_decimals_or_initials(self):
        text = "Dr. Smith paid 3.50 to J. Brown, i.e. little. Was it enough? Yes!"
        self.assertEqual(writer.word_count(text)["sentences"], 3)

    def test_an_empty_text_counts_as_nothing(self):
        self.assertEqual(writer.word_count("")["words"], 0)

    def test_files_in_the_workspace_can_be_measured(self):
        self.put("a.md", "Two words.")
        self.assertEqual(writer.word_count(path="a.md")["words"], 2)

    def test_simple_text_scores_as_easier_than_heavy_text(self):
        easy = writer.readability("The cat sat on the mat. The dog ran to the door. " * 8)
        hard = writer.readability("Institutional considerations necessitate comprehensive "
                                  "organisational reconfiguration notwithstanding opposition. " * 8)
        self.assertGreater(easy["reading_ease"], 90)
        self.assertLess(hard["reading_ease"], 0)
        self.assertLess(easy["grade"], hard["grade"])

    def test_syllables_of_common_words_are_estimated_well(self):
        known = {"the": 1, "table": 2, "tables": 2, "make": 1, "makes": 1, "wanted": 2, "walked": 1,
                 "agree": 2, "boxes": 2, "reading": 2, "beautiful": 3, "movie": 2}
        self.assertEqual({word: writer._syllables(word) for word in known}, known)

    def test_readability_states_its_limits_and_refuses_what_it_cannot_score(self):
        self.assertIn("Only 2 words", writer.readability("Short text.")["limits"][0])
        with self.assertRaisesRegex(ValueError, "does not look English"):
            writer.readability("Это русский текст, его нельзя оценить.")
        with self.assertRaisesRegex(ValueError, "no words"):
            writer.readability("```\ncode only\n```")


class Style(WorkspaceCase):
    def kinds(self, text: str, **options) -> list[tuple[int, str, str]]:
        return [(f["line"], f["kind"], f["text"]) for f in writer.check_style(text, **options)["findings"]]

    def test_each_kind_of_finding_carries_its_line(self):
        text = "Fine line.\n\nThe door was\nquickly opened. This is very\ngood. It is the the end.\n"
        self.assertEqual(self.kinds(text), [(3, "passive", "was quickly opened"), (4, "filler", "very"),
                                            (5, "repeated_word", "the the")])

    def test_a_long_sentence_is_reported_where_it_begins(self):
        text = "Short.\n\nOne more. Then\ncome a b c d e f g\nand so on.\n"
        self.assertEqual([found[:2] for found in self.kinds(text, max_sentence_words=10)], [(3, "long_sentence")])
        self.assertEqual(self.kinds(text, max_sentence_words=12), [])

    def test_code_and_clean_text_give_no_findings(self):
        self.assertEqual(self.kinds("Use `very very` here.\n\n```\nis opened\n```\nShe had had enough.\n"), [])

    def test_findings_are_capped_and_counted(self):
        found = writer.check_style("This is very nice. " * 50, max_findings=10)
        self.assertEqual((len(found["findings"]), found["total"], found["truncated"]), (10, 50, True))

    def test_a_large_text_is_checked_quickly(self):
        start = time.monotonic()
        writer.check_style("The report was written by a very good team.\n" * 5000)
        self.assertLess(time.monotonic() - start, 5)


class Outline(WorkspaceCase):
    def test_outline_lists_headings_of_both_kinds_outside_code(self):
        text = "# One\n\n```\n# no heading\n```\nTwo\n---\n\n### `Three` ###\n\n- item\n---\n"
        found = writer.outline(text)
        self.assertEqual([(h["line"], h["level"], h["text"]) for h in found["headings"]],
                         [(1, 1, "One"), (6, 2, "Two"), (9, 3, "`Three`")])
        self.assertEqual(found["problems"], [])

    def test_outline_names_skipped_levels(self):
        self.assertEqual(writer.outline("# One\n### Three\n")["problems"],
                         ["line 2: level 1 is followed by level 3"])


class Replacing(WorkspaceCase):
    def test_replace_text_changes_exactly_one_place_and_keeps_the_rest(self):
        path = self.put("a.md", "old\r\nkeep\nold text\n")
        path.chmod(0o640)
        self.assertEqual(writer.replace_text("a.md", "old text", "new"),
                         {"path": "a.md", "replaced": 1, "lines": [3]})
        self.assertEqual(path.read_bytes(), b"old\r\nkeep\nnew\n")
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o640)
        self.assertEqual(os.listdir(self.workspace), ["a.md"])

    def test_replace_text_writes_nothing_when_the_count_is_wrong(self):
        path = self.put("a.md", "x\nx\n")
        with self.assertRaisesRegex(ValueError, r"occurs 2 times in 'a.md' \(lines 1, 2\), expected 1"):
            writer.replace_text("a.md", "x", "y")
        with self.assertRaisesRegex(ValueError, "occurs 0 times"):
            writer.replace_text("a.md", "z", "y")
        self.assertEqual(path.read_text(), "x\nx\n")
        self.assertEqual(writer.replace_text("a.md", "x", "", expected_count=2)["replaced"], 2)

    def test_replacement_text_is_taken_literally(self):
        path = self.put("a.md", "a.c abc")
        writer.replace_text("a.md", "a.c", r"\1\g<0>")
        self.assertEqual(path.read_text(), r"\1\g<0> abc")

    def test_replace_text_mentions_windows_line_ends(self):
        (self.workspace / "w.md").write_bytes(b"a\r\nb\r\n")
        with self.assertRaisesRegex(ValueError, "CRLF"):
            writer.replace_text("w.md", "a\nb", "c")


class BadInput(WorkspaceCase):
    def test_no_tool_leaves_the_workspace_by_dots_or_links(self):
        (self.outside / "s.md").write_text("secret")
        (self.workspace / "link.md").symlink_to(self.outside / "s.md")
        for path in ("../outside/s.md", "link.md", str(self.outside / "s.md")):
            with self.subTest(path), self.assertRaisesRegex(ValueError, "outside the workspace"):
                writer.replace_text(path, "secret", "open")
            with self.subTest(path), self.assertRaisesRegex(ValueError, "outside the workspace"):
                writer.word_count(path=path)
        self.assertEqual((self.outside / "s.md").read_text(), "secret")

    def test_exactly_one_source_is_wanted(self):
        for arguments in ({}, {"text": "a", "path": "b"}):
            with self.assertRaisesRegex(ValueError, "exactly one"):
                writer.outline(**arguments)

    def test_missing_and_unreadable_files_are_named(self):
        with self.assertRaisesRegex(FileNotFoundError, "no file 'missing.md'"):
            writer.word_count(path="missing.md")
        (self.workspace / "latin.md").write_bytes(b"caf\xe9")
        with self.assertRaisesRegex(ValueError, "'latin.md' is not UTF-8"):
            writer.replace_text("latin.md", "caf", "tea")

    def test_empty_or_pointless_replacements_are_refused(self):
        self.put("a.md", "a")
        for old, new, count in (("", "x", 1), ("a", "a", 1), ("a", "b", 0)):
            with self.assertRaisesRegex(ValueError, "must not be empty"):
                writer.replace_text("a.md", old, new, count)
