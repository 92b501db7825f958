#!/usr/bin/env python3
"""Writes the fixture skills for `kitbag check --strict`.

    python3 cases.py OUT_DIR

Every case becomes OUT_DIR/<case>/<skill-dir>/SKILL.md, and OUT_DIR gets a
marker file `.cases` that compare.py looks for. The fixtures are generated
because many of them (invalid UTF-8, lone CR, odd directory names) would not
survive a checkout. No verdicts are stored: the reference validator is the
oracle, and compare.py asks it.

A case is (case name, skill directory name, content). The content is the bytes
of SKILL.md, or a dict of file name -> bytes / DIRECTORY / Link(target) for the
cases that are about the files themselves.
"""

import os
import shutil
import sys

MARKER = ".cases"
DIRECTORY = object()


class Link:
    """A symbolic link, relative to the directory it lies in."""

    def __init__(self, target):
        self.target = target


def raw(text):
    """A whole SKILL.md."""
    return text.encode("utf-8")


def fm(text):
    """A SKILL.md with this frontmatter and a short body."""
    return raw("---\n" + text + "\n---\n\n# Body\n")


def base(more):
    """A valid frontmatter named foo, with more lines after it."""
    return fm("name: foo\ndescription: A thing.\n" + more)


def desc(value):
    """A frontmatter named foo whose description is written as given."""
    return fm("name: foo\ndescription: " + value)


def named(text):
    """A frontmatter whose name is written as given."""
    return fm("name: " + text + "\ndescription: A thing.")


def nested_maps(depth):
    lines = [" " * (i + 1) + "k:" for i in range(depth - 1)]
    return base("\n".join(["metadata:"] + lines + [" " * depth + "k: v"]))


def nested_lists(depth):
    return base("license:\n" + "- " * depth + "x")


OK = "name: foo\ndescription: A thing."

# --- Where the frontmatter begins and ends ---------------------------------
# The reference asks for a leading `---` and splits at the first two
# occurrences of `---`, wherever they are.
FRAME = [
    ("frame-plain", "foo", raw("---\n" + OK + "\n---\n")),
    ("frame-no-body-newline", "foo", raw("---\n" + OK + "\n---")),
    ("frame-none", "foo", raw("# Just Markdown\n")),
    ("frame-zero-bytes", "foo", b""),
    ("frame-only-open", "foo", raw("---")),
    ("frame-only-open-newline", "foo", raw("---\n")),
    ("frame-unclosed", "foo", raw("---\n" + OK + "\n")),
    ("frame-unclosed-two-dashes", "foo", raw("---\n" + OK + "\n--\n")),
    ("frame-empty", "foo", raw("---\n---\n")),
    ("frame-six-dashes", "foo", raw("------\n" + OK + "\n---\n")),
    ("frame-four-dashes", "foo", raw("----\n" + OK + "\n---\n")),
    ("frame-plus-signs", "foo", raw("+++\nname = 'foo'\n+++\n")),
    ("frame-leading-blank-line", "foo", raw("\n---\n" + OK + "\n---\n")),
    ("frame-leading-space", "foo", raw(" ---\n" + OK + "\n---\n")),
    ("frame-leading-comment", "foo", raw("<!-- x -->\n---\n" + OK + "\n---\n")),
    ("frame-open-trailing-spaces", "foo", raw("---   \n" + OK + "\n---\n")),
    ("frame-open-trailing-tab", "foo", raw("---\t\n" + OK + "\n---\n")),
    ("frame-open-comment", "foo", raw("--- # front\n" + OK + "\n---\n")),
    ("frame-open-glued-key", "foo", raw("---name: foo\ndescription: A thing.\n---\n")),
    ("frame-open-inline-key", "foo", raw("--- name: foo\ndescription: A thing.\n---\n")),
    ("frame-open-inline-key-aligned", "foo", raw("--- name: foo\n description: A thing.\n---\n")),
    ("frame-close-glued-to-value", "foo", raw("---\n" + OK + "---\n")),
    ("frame-close-indented", "foo", raw("---\n" + OK + "\n   ---\n")),
    ("frame-close-four-dashes", "foo", raw("---\n" + OK + "\n----\n")),
    ("frame-close-with-text", "foo", raw("---\n" + OK + "\n---text\n")),
    ("frame-dashes-in-plain-value", "foo", fm("name: foo\ndescription: one --- two")),
    ("frame-dashes-glued-in-value", "foo", fm("name: foo\ndescription: one---two")),
    ("frame-dashes-before-name", "foo", fm("description: one --- two\nname: foo")),
    ("frame-dashes-in-name", "foo", fm("description: A thing.\nname: foo---bar")),
    ("frame-dashes-in-quoted-value", "foo", fm("name: foo\ndescription: \"one --- two\"")),
    ("frame-dashes-in-literal", "foo", fm("name: foo\ndescription: |\n  one\n  ---\n  two")),
    ("frame-dashes-in-comment", "foo", fm("name: foo # ---\ndescription: A thing.")),
    ("frame-dash-rule-comment-last", "foo", fm(OK + "\n# ----------")),
    ("frame-second-document", "foo", raw("---\n" + OK + "\n---\nname: bar\n---\n")),
    ("frame-only-blank-lines", "foo", fm("\n\n")),
    ("frame-only-comment", "foo", fm("# nothing here")),
    ("frame-is-scalar", "foo", fm("just words")),
    ("frame-is-quoted-scalar", "foo", fm("\"name: foo\"")),
    ("frame-is-list", "foo", fm("- name: foo\n- description: A thing.")),
    ("frame-is-literal", "foo", fm("|\n  name: foo")),
    ("frame-is-json", "foo", fm('{"name": "foo", "description": "A thing."}')),
]

# --- Encodings and line breaks ---------------------------------------------
# Universal newlines turn CRLF and CR into LF; a BOM stays.
ENCODING = [
    ("enc-bom", "foo", raw("\ufeff---\n" + OK + "\n---\n")),
    ("enc-bom-after-dashes", "foo", raw("---\ufeff\n" + OK + "\n---\n")),
    ("enc-bom-glued-to-first-key", "foo", raw("---\ufeff" + OK + "\n---\n")),
    ("enc-bom-before-first-key", "foo", fm("\ufeff" + OK)),
    ("enc-bom-before-second-key", "foo", fm("name: foo\n\ufeffdescription: A thing.")),
    ("enc-bom-as-description", "foo", desc("\ufeff")),
    ("enc-bom-in-name", "foo", named("\ufefffoo")),
    ("enc-crlf", "foo", raw(("---\n" + OK + "\n---\n").replace("\n", "\r\n"))),
    ("enc-lone-cr", "foo", raw(("---\n" + OK + "\n---\n").replace("\n", "\r"))),
    ("enc-cr-crlf", "foo", raw(("---\n" + OK + "\n---\n").replace("\n", "\r\r\n"))),
    ("enc-mixed-breaks", "foo", raw("---\r\nname: foo\rdescription: |\r\n  A\r  b\n---\r")),
    ("enc-crlf-literal-1023", "foo", raw("---\r\nname: foo\r\ndescription: |\r\n  " + "x" * 1023 + "\r\n---\r\n")),
    ("enc-utf16", "foo", ("---\n" + OK + "\n---\n").encode("utf-16")),
    ("enc-latin1-description", "foo", b"---\nname: foo\ndescription: caf\xe9\n---\n"),
    ("enc-invalid-byte-in-body", "foo", b"---\nname: foo\ndescription: a\n---\n\xff\n"),
    ("enc-overlong-nul-in-body", "foo", b"---\nname: foo\ndescription: a\n---\n\xc0\x80\n"),
    ("enc-surrogate-in-body", "foo", b"---\nname: foo\ndescription: a\n---\n\xed\xa0\x80\n"),
    ("enc-truncated-at-end", "foo", b"---\nname: foo\ndescription: a\n---\n\xe2\x82"),
    ("enc-no-frontmatter-invalid-utf8", "foo", b"\xff\xfe"),
    ("enc-nel-between-keys", "foo", fm("name: foo\u0085description: A thing.")),
    ("enc-nel-between-keys-quoted", "foo", fm("name: 'foo'\u0085description: A thing.")),
    ("enc-nel-at-line-end", "foo", fm("name: foo\u0085\ndescription: A thing.")),
    ("enc-nel-after-dashes", "foo", raw("---\u0085" + OK + "\n---\n")),
    ("enc-nel-before-every-key", "foo", fm("\u0085name: foo\n\u0085description: A thing.")),
    ("enc-nel-column-matches-space", "foo", fm("\u0085name: foo\n description: A thing.")),
    ("enc-nel-in-plain", "foo", desc("one\u0085two")),
    ("enc-nel-in-plain-then-colon", "foo", desc("one\u0085two: three")),
    ("enc-nel-in-quoted", "foo", desc("'one\u0085two'")),
    ("enc-nel-in-literal", "foo", desc("|\n  one\u0085  two")),
    ("enc-nel-after-pipe", "foo", desc("|\u0085  one")),
    ("enc-nel-in-comment", "foo", fm("name: foo # one\u0085description: A thing.")),
    ("enc-nel-in-last-comment", "foo", base("# one\u0085two")),
    ("enc-nel-in-nested-key", "foo", base("metadata:\n  a\u0085b: c")),
    ("enc-ls-between-keys", "foo", fm("name: foo\u2028description: A thing.")),
    ("enc-ls-in-plain", "foo", desc("one\u2028two")),
    ("enc-ls-in-literal", "foo", desc("|\n  one\u2028two")),
    ("enc-ls-only-description", "foo", desc("\"\u2028\"")),
    ("enc-ps-in-quoted", "foo", desc("\"one\u2029two\"")),
    ("enc-nbsp-after-colon", "foo", fm("name:\u00a0foo\ndescription: A thing.")),
    ("enc-nbsp-as-description", "foo", desc("\u00a0")),
    ("enc-nbsp-around-name", "foo", named("\u00a0foo\u00a0")),
    ("enc-ideographic-space-name", "foo", named("\u3000foo")),
    ("enc-zwsp-as-description", "foo", desc("\u200b")),
]

# --- Control and special characters ----------------------------------------
# The reader refuses anything outside its printable set, but only between the
# two `---`.
CONTROL = [
    ("ctl-nul-in-description", "foo", desc("a\0b")),
    ("ctl-nul-in-comment", "foo", base("# \0")),
    ("ctl-nul-in-body", "foo", raw("---\n" + OK + "\n---\n\0\x1b\x7f\ufffe\n")),
    ("ctl-vertical-tab", "foo", desc("a\x0bb")),
    ("ctl-form-feed-line", "foo", base("\x0c")),
    ("ctl-escape", "foo", desc("a\x1b[1mb")),
    ("ctl-bell-in-quoted", "foo", desc("'a\x07b'")),
    ("ctl-del", "foo", desc("a\x7fb")),
    ("ctl-c1", "foo", desc("a\x9fb")),
    ("ctl-fffe", "foo", desc("a\ufffeb")),
    ("ctl-ffff", "foo", desc("a\uffffb")),
    ("ctl-fffd", "foo", desc("a\ufffdb")),
    ("ctl-fdd0", "foo", desc("a\ufdd0b")),
    ("ctl-private-use", "foo", desc("a\ue000b")),
    ("ctl-astral-noncharacter", "foo", desc("a\U0001ffffb")),
    ("ctl-emoji", "foo", desc("a \U0001f600 b")),
]

# --- Tabs -------------------------------------------------------------------
# Never white space between tokens, except on the lines after an empty line.
TABS = [
    ("tab-after-colon", "foo", fm("name:\tfoo\ndescription: A thing.")),
    ("tab-after-colon-space", "foo", fm("name: \tfoo\ndescription: A thing.")),
    ("tab-before-colon", "foo", fm("name\t: foo\ndescription: A thing.")),
    ("tab-trailing-plain", "foo", fm("name: foo\t\ndescription: A thing.")),
    ("tab-trailing-quoted", "foo", fm("name: 'foo'\t\ndescription: A thing.")),
    ("tab-before-comment", "foo", fm("name: foo\t# c\ndescription: A thing.")),
    ("tab-in-comment", "foo", fm("name: foo #\tc\ndescription: A thing.")),
    ("tab-in-plain", "foo", desc("one\ttwo")),
    ("tab-in-single-quoted", "foo", desc("'one\ttwo'")),
    ("tab-in-double-quoted", "foo", desc("\"one\ttwo\"")),
    ("tab-indents-quoted-line", "foo", desc("\"one\n\ttwo\"")),
    ("tab-in-literal", "foo", desc("|\n  \tone\ttwo")),
    ("tab-indents-literal", "foo", desc("|\n\tone")),
    ("tab-indents-plain-line", "foo", desc("one\n\ttwo")),
    ("tab-indents-map", "foo", base("metadata:\n\ta: b")),
    ("tab-after-map-indent", "foo", base("metadata:\n  \ta: b")),
    ("tab-indents-list", "foo", base("allowed-tools:\n\t- a")),
    ("tab-after-dash", "foo", base("allowed-tools:\n-\ta")),
    ("tab-line-after-plain", "foo", fm("name: foo\n\t\ndescription: A thing.")),
    ("tab-line-after-plain-and-blank", "foo", fm("name: foo\n\n\t\ndescription: A thing.")),
    ("tab-line-after-quoted", "foo", fm("name: 'foo'\n\t\ndescription: A thing.")),
    ("tab-line-after-quoted-and-blank", "foo", fm("name: 'foo'\n\n\t\ndescription: A thing.")),
    ("tab-line-after-space-line", "foo", fm("name: 'foo'\n \n\t\ndescription: A thing.")),
    ("tab-line-first-after-blank", "foo", fm("\n\t\n" + OK)),
    ("tab-line-first", "foo", fm("\t\n" + OK)),
    ("tab-indents-map-after-blank", "foo", base("metadata:\n\n\ta: b")),
    ("tab-indents-everything-after-blank", "foo", fm("\n\tname: 'foo'\n\n\tdescription: 'A thing.'\n\n")),
    ("tab-line-after-comment-and-blank", "foo", fm("# c\n\n\t\n" + OK)),
    ("tab-line-last", "foo", fm(OK + "\n\t")),
]

# --- name: presence and type -------------------------------------------------
NAME_PRESENCE = [
    ("name-missing", "foo", fm("description: A thing.")),
    ("name-empty", "foo", fm("name:\ndescription: A thing.")),
    ("name-empty-quoted", "foo", named("\"\"")),
    ("name-spaces-quoted", "foo", named("'   '")),
    ("name-is-list", "foo", named("\n  - foo")),
    ("name-is-indentless-list", "foo", named("\n- foo")),
    ("name-is-map", "foo", named("\n  foo: bar")),
    ("name-is-flow-list", "foo", named("[foo]")),
    ("name-null", "null", named("null")),
    ("name-tilde", "~", named("~")),
    ("name-true", "true", named("true")),
    ("name-yes", "yes", named("yes")),
    ("name-integer", "123", named("123")),
    ("name-float", "1.5", named("1.5")),
    ("name-hex", "0x1f", named("0x1f")),
    ("name-exponent", "1e3", named("1e3")),
    ("name-date", "2024-01-01", named("2024-01-01")),
    ("name-leading-zeros", "007", named("007")),
    ("name-equals-sign", "=", named("=")),
    ("name-merge-sign", "<<", named("<<")),
    ("name-single-quoted", "foo", named("'foo'")),
    ("name-double-quoted", "foo", named("\"foo\"")),
    ("name-quoted-outer-spaces", "foo", named("' foo '")),
    ("name-quoted-escape", "foo", named("\"f\\x6fo\"")),
    ("name-quoted-trailing-1c", "foo", named("\"foo\\x1c\"")),
    ("name-literal-block", "foo", named("|\n  foo")),
    ("name-folded-two-lines", "foo", named(">\n  foo\n  bar")),
    ("name-plain-two-lines", "foo", named("foo\n  bar")),
    ("name-next-line", "foo", named("\n  foo")),
    ("name-next-line-not-indented", "foo", named("\nfoo")),
    ("name-key-upper-case", "foo", fm("Name: foo\ndescription: A thing.")),
]

# --- name: characters --------------------------------------------------------
# NFKC first, then: lower case, letters (L*), numbers (N*) and hyphens.
NAME_RULES = [
    ("rule-upper-case", "Foo", named("Foo")),
    ("rule-leading-hyphen", "-foo", named("-foo")),
    ("rule-trailing-hyphen", "foo-", named("foo-")),
    ("rule-only-hyphen-quoted", "-", named("'-'")),
    ("rule-double-hyphen", "foo--bar", named("foo--bar")),
    ("rule-hyphens", "a-b-c", named("a-b-c")),
    ("rule-underscore", "foo_bar", named("foo_bar")),
    ("rule-dot", "foo.bar", named("foo.bar")),
    ("rule-space", "foo bar", named("foo bar")),
    ("rule-slash", "foo", named("a/foo")),
    ("rule-plus", "c++", named("c++")),
    ("rule-emoji", "\U0001f600", named("\U0001f600")),
    ("rule-64-chars", "a" * 64, named("a" * 64)),
    ("rule-65-chars", "a" * 65, named("a" * 65)),
    ("rule-64-cjk", "\u6280" * 64, named("\u6280" * 64)),
    ("rule-65-cjk", "\u6280" * 65, named("\u6280" * 65)),
    ("rule-64-after-composition", "\u00e9" * 64, named("e\u0301" * 64)),
    ("rule-66-after-ligature", "a" * 63 + "ffi", named("a" * 63 + "\ufb03")),
    ("rule-one-char", "x", named("x")),
    ("rule-cjk", "\u6280\u80fd", named("\u6280\u80fd")),
    ("rule-cyrillic", "\u043d\u0430\u0432\u044b\u043a", named("\u043d\u0430\u0432\u044b\u043a")),
    ("rule-cyrillic-upper", "\u041d\u0430\u0432\u044b\u043a", named("\u041d\u0430\u0432\u044b\u043a")),
    ("rule-arabic", "\u0645\u0647\u0627\u0631\u0629", named("\u0645\u0647\u0627\u0631\u0629")),
    ("rule-arabic-digit", "\u0663", named("\u0663")),
    ("rule-hebrew-points", "\u05e9\u05b8\u05dc", named("\u05e9\u05b8\u05dc")),
    ("rule-accent-composed", "caf\u00e9", named("caf\u00e9")),
    ("rule-accent-decomposed", "cafe\u0301", named("cafe\u0301")),
    ("rule-accent-mixed-1", "caf\u00e9", named("cafe\u0301")),
    ("rule-accent-mixed-2", "cafe\u0301", named("caf\u00e9")),
    ("rule-two-accents", "a\u0301\u0301", named("a\u0301\u0301")),
    ("rule-combining-no-composite", "q\u0301", named("q\u0301")),
    ("rule-dot-above", "i\u0307", named("i\u0307")),
    ("rule-devanagari-letters", "\u0915\u092e\u0932", named("\u0915\u092e\u0932")),
    ("rule-devanagari-vowel-signs", "\u0939\u093f\u0928\u094d\u0926\u0940", named("\u0939\u093f\u0928\u094d\u0926\u0940")),
    ("rule-thai-letters", "\u0e44\u0e17\u0e22", named("\u0e44\u0e17\u0e22")),
    ("rule-thai-marks", "\u0e17\u0e35\u0e48", named("\u0e17\u0e35\u0e48")),
    ("rule-thai-sara-am", "\u0e19\u0e33", named("\u0e19\u0e33")),
    ("rule-hangul-jamo", "\ud55c", named("\u1112\u1161\u11ab")),
    ("rule-halfwidth-kana", "\uff8a\uff9f", named("\uff8a\uff9f")),
    ("rule-fullwidth-ascii", "abc", named("\uff41\uff42\uff43")),
    ("rule-fullwidth-hyphen", "a-b", named("a\uff0db")),
    ("rule-nonbreaking-hyphen", "a-b", named("a\u2011b")),
    ("rule-en-dash", "a\u2013b", named("a\u2013b")),
    ("rule-circled-lower", "abc", named("\u24d0\u24d1\u24d2")),
    ("rule-circled-upper", "A", named("\u24b6")),
    ("rule-squared-upper", "A", named("\U0001f130")),
    ("rule-negative-squared", "\U0001f170", named("\U0001f170")),
    ("rule-negative-circled-letter", "\U0001f150", named("\U0001f150")),
    ("rule-dingbat-digit", "\u2776", named("\u2776")),
    ("rule-circled-digit", "1", named("\u2460")),
    ("rule-superscript", "x2", named("x\u00b2")),
    ("rule-fraction", "\u00bd", named("\u00bd")),
    ("rule-roman-lower", "iv", named("\u2173")),
    ("rule-roman-upper", "\u2163", named("\u2163")),
    ("rule-archaic-roman", "\u2180", named("\u2180")),
    ("rule-ligature", "fi", named("\ufb01")),
    ("rule-sharp-s", "\u00df", named("\u00df")),
    ("rule-capital-sharp-s", "\u1e9e", named("\u1e9e")),
    ("rule-dotless-i", "\u0131", named("\u0131")),
    ("rule-titlecase-digraph", "\u01c5", named("\u01c5")),
    ("rule-final-sigma", "\u03bb\u03bf\u03b3\u03bf\u03c2", named("\u03bb\u03bf\u03b3\u03bf\u03c2")),
    ("rule-ypogegrammeni", "a\u0345", named("a\u0345")),
    ("rule-georgian", "\u10d0", named("\u10d0")),
    ("rule-georgian-mtavruli", "\u1c90", named("\u1c90")),
    ("rule-cherokee-upper", "\u13a0", named("\u13a0")),
    ("rule-cherokee-lower", "\uab70", named("\uab70")),
    ("rule-deseret-lower", "\U00010428", named("\U00010428")),
    ("rule-deseret-upper", "\U00010400", named("\U00010400")),
    ("rule-math-bold", "ab", named("\U0001d41a\U0001d41b")),
    ("rule-modifier-letter", "h", named("\u02b0")),
    ("rule-kg-square", "kg", named("\u338f")),
    ("rule-zero-width-joiner", "a\u200db", named("a\u200db")),
    ("rule-soft-hyphen", "a\u00adb", named("a\u00adb")),
    ("rule-tamil-number", "\u0bf0", named("\u0bf0")),
    ("rule-unassigned", "\u0378", named("\u0378")),
    ("rule-private-use", "\ue000", named("\ue000")),
    ("rule-dir-differs", "bar", named("foo")),
    ("rule-dir-differs-in-case", "Foo", named("foo")),
    ("rule-dir-leading-space", " foo", named("foo")),
    ("rule-dir-trailing-space", "foo ", named("foo")),
    ("rule-dir-trailing-newline", "foo\n", named("foo")),
    ("rule-dir-fullwidth", "\uff46oo", named("foo")),
    ("rule-dir-circled", "\u24d5oo", named("foo")),
    ("rule-dir-not-utf8", b"foo\xff", named("foo")),
    ("rule-dir-not-utf8-escaped", b"\xff", named("\"\\udcff\"")),
]

# --- description ---------------------------------------------------------------
# Length is counted in code points before stripping.
DESCRIPTION = [
    ("desc-missing", "foo", fm("name: foo")),
    ("desc-empty", "foo", fm("name: foo\ndescription:")),
    ("desc-empty-quoted", "foo", desc("''")),
    ("desc-blank-quoted", "foo", desc("'  '")),
    ("desc-escaped-white-space", "foo", desc("\"\\t\\n\\r\\x1f\\_\"")),
    ("desc-escaped-nul", "foo", desc("\"\\0\"")),
    ("desc-null", "foo", desc("null")),
    ("desc-number", "foo", desc("42")),
    ("desc-false", "foo", desc("false")),
    ("desc-equals-sign", "foo", desc("=")),
    ("desc-merge-sign", "foo", desc("<<")),
    ("desc-quoted-equals-sign", "foo", desc("'='")),
    ("desc-list", "foo", desc("\n- a\n- b")),
    ("desc-map", "foo", desc("\n  a: b")),
    ("desc-1024", "foo", desc("x" * 1024)),
    ("desc-1025", "foo", desc("x" * 1025)),
    ("desc-1024-astral", "foo", desc("\U0001f600" * 1024)),
    ("desc-1025-astral", "foo", desc("\U0001f600" * 1025)),
    ("desc-1024-accents-decomposed", "foo", desc("e\u0301" * 512)),
    ("desc-1026-accents-decomposed", "foo", desc("e\u0301" * 513)),
    ("desc-1024-plain-spaces-around", "foo", desc("   " + "x" * 1024 + "   ")),
    ("desc-1024-quoted-plus-space", "foo", desc("'" + "x" * 1024 + " '")),
    ("desc-1024-in-literal", "foo", desc("|\n  " + "x" * 1024)),
    ("desc-1023-in-literal", "foo", desc("|\n  " + "x" * 1023)),
    ("desc-1024-in-literal-strip", "foo", desc("|-\n  " + "x" * 1024)),
    ("desc-1022-in-literal-keep-blank", "foo", desc("|+\n  " + "x" * 1022 + "\n")),
    ("desc-1023-in-literal-keep-blank", "foo", desc("|+\n  " + "x" * 1023 + "\n")),
    ("desc-folded-1024", "foo", desc(">-\n  " + "\n  ".join(["xxxxxxx"] * 128) + "y")),
    ("desc-folded-1025", "foo", desc(">-\n  " + "\n  ".join(["xxxxxxx"] * 128) + "yy")),
    ("desc-escaped-surrogate-pairs-512", "foo", desc('"' + "\\ud83d\\ude00" * 512 + '"')),
    ("desc-escaped-surrogate-pairs-513", "foo", desc('"' + "\\ud83d\\ude00" * 513 + '"')),
    ("desc-100-kb", "foo", desc("word " * 20000)),
    ("desc-100-kb-body", "foo", raw("---\n" + OK + "\n---\n" + "word " * 20000)),
    ("desc-100-kb-comment", "foo", base("# " + "word " * 20000)),
    ("desc-literal", "foo", desc("|\n  one\n  two")),
    ("desc-literal-keep", "foo", desc("|+\n  one\n\n")),
    ("desc-literal-empty", "foo", desc("|")),
    ("desc-literal-only-blank", "foo", desc("|+\n\n\n")),
    ("desc-literal-not-indented", "foo", desc("|\none")),
    ("desc-literal-dedent", "foo", desc("|\n    one\n  two")),
    ("desc-literal-dedent-comment", "foo", desc("|\n    one\n  # two")),
    ("desc-literal-blank-line-longer", "foo", desc("|\n      \n  one")),
    ("desc-literal-blank-line-shorter", "foo", desc("|\n \n  one")),
    ("desc-literal-on-next-line", "foo", desc("\n  |\n  one")),
    ("desc-literal-on-next-line-column-0", "foo", desc("\n|\n  one")),
    ("desc-literal-header-comment", "foo", desc("| # c\n  one")),
    ("desc-literal-header-comment-glued", "foo", desc("|# c\n  one")),
    ("desc-literal-header-text", "foo", desc("| one")),
    ("desc-literal-header-twice", "foo", desc("||\n  one")),
    ("desc-literal-indent-1", "foo", desc("|1\n  one")),
    ("desc-literal-indent-9", "foo", desc("|9\n  one")),
    ("desc-literal-indent-0", "foo", desc("|0\n  one")),
    ("desc-literal-indent-10", "foo", desc("|10\n  one")),
    ("desc-literal-strip-indent", "foo", desc("|-2\n  one")),
    ("desc-literal-indent-strip", "foo", desc("|2-\n  one")),
    ("desc-literal-strip-twice", "foo", desc("|--\n  one")),
    ("desc-literal-then-key", "foo", fm("description: |\n  one\n\n\nname: foo")),
    ("desc-literal-then-indented-key", "foo", desc("|\n    one\n  license: x")),
    ("desc-literal-document-end", "foo", desc("|\n  one\n...")),
    ("desc-folded", "foo", desc(">\n  one\n  two\n\n  three")),
    ("desc-folded-strip", "foo", desc(">-\n  one\n    two\n")),
    ("desc-plain-lines", "foo", desc("one\n  two\n\n   three")),
    ("desc-plain-lines-column-0", "foo", desc("one\ntwo")),
    ("desc-plain-lines-colon", "foo", desc("one\n  two: three")),
    ("desc-plain-lines-dash", "foo", desc("one\n  - two\n  - three")),
    ("desc-plain-lines-indicators", "foo", desc("one\n  [a] {b} & * ! | > ' \" % @ ` ? x")),
    ("desc-plain-lines-comment-between", "foo", desc("one\n  # c\n  two")),
    ("desc-plain-lines-comment-after-first", "foo", desc("one # c\n  two")),
    ("desc-next-line", "foo", desc("\n  one")),
    ("desc-next-line-column-0", "foo", desc("\none")),
    ("desc-next-line-after-comment", "foo", desc("# c\n  one")),
    ("desc-next-line-after-comment-then-blank", "foo", fm("description: # c\n  one\n\nname: foo")),
    ("desc-next-line-literal-after-comment-then-blank", "foo", fm("description: # c\n  |\n  one\n\nname: foo")),
    ("desc-long-line", "foo", desc("x " * 511 + "y")),
]

# --- description: characters that mean something to YAML ----------------------
INDICATORS = [
    ("ind-colon-space", "foo", desc("Use when: always")),
    ("ind-colon-glued", "foo", desc("see https://example.com/a:b ::c")),
    ("ind-colon-at-end", "foo", desc("Use when:")),
    ("ind-colon-first-glued", "foo", desc(":one")),
    ("ind-colon-alone", "foo", desc(":")),
    ("ind-colon-double", "foo", desc("::")),
    ("ind-colon-space-quoted", "foo", desc("'Use when: always'")),
    ("ind-hash-after-space", "foo", desc("one # two")),
    ("ind-hash-glued", "foo", desc("issue#12 c#")),
    ("ind-hash-first", "foo", desc("# nothing")),
    ("ind-hash-glued-to-quote", "foo", desc("'one'# two")),
    ("ind-at", "foo", desc("@one")),
    ("ind-backtick", "foo", desc("`one` does it")),
    ("ind-percent", "foo", desc("%one")),
    ("ind-percent-inside", "foo", desc("100% sure")),
    ("ind-star", "foo", desc("*one*")),
    ("ind-star-space", "foo", desc("* one")),
    ("ind-ampersand", "foo", desc("&one two")),
    ("ind-ampersand-inside", "foo", desc("one & two")),
    ("ind-exclamation", "foo", desc("!one")),
    ("ind-exclamation-space", "foo", desc("! one")),
    ("ind-pipe-text", "foo", desc("|one")),
    ("ind-greater-text", "foo", desc("> one")),
    ("ind-open-bracket", "foo", desc("[one] two")),
    ("ind-open-bracket-unclosed", "foo", desc("[one")),
    ("ind-close-bracket", "foo", desc("]one")),
    ("ind-open-brace", "foo", desc("{one} two")),
    ("ind-close-brace", "foo", desc("}one")),
    ("ind-comma", "foo", desc(",one")),
    ("ind-brackets-inside", "foo", desc("one [two] {three}, four")),
    ("ind-dash-space", "foo", desc("- one")),
    ("ind-dash-alone", "foo", desc("-")),
    ("ind-dash-glued", "foo", desc("-one")),
    ("ind-double-dash", "foo", desc("--one")),
    ("ind-question-space", "foo", desc("? one")),
    ("ind-question-glued", "foo", desc("?one")),
    ("ind-question-alone", "foo", desc("?")),
    ("ind-tilde-text", "foo", desc("~one")),
    ("ind-equals-text", "foo", desc("=one")),
    ("ind-dots", "foo", desc("...")),
    ("ind-backslash", "foo", desc("C:\\one")),
    ("ind-non-ascii", "foo", desc("\u00fcber \u2014 \u201cone\u201d")),
]

# --- Quoted scalars --------------------------------------------------------------
QUOTES = [
    ("quote-double-escapes", "foo", desc(r'"a\n\t\"\\\/\e\a\b\v\f\r\N\L\P\x41\u00e9\U0001F600\ b"')),
    ("quote-double-apostrophe-escape", "foo", desc(r'"don\'t"')),
    ("quote-double-dollar-escape", "foo", desc(r'"\$HOME"')),
    ("quote-double-dot-escape", "foo", desc(r'"a\.b"')),
    ("quote-double-short-hex", "foo", desc(r'"\x4"')),
    ("quote-double-bad-hex", "foo", desc(r'"\u00zz"')),
    ("quote-double-last-code-point", "foo", desc(r'"\U0010FFFF"')),
    ("quote-double-beyond-unicode", "foo", desc(r'"\U00110000"')),
    ("quote-double-lone-surrogate", "foo", desc(r'"\ud800"')),
    ("quote-double-escaped-break", "foo", desc('"one\\\n   two"')),
    ("quote-double-raw-tab-escape", "foo", desc('"one\\\ttwo"')),
    ("quote-double-unclosed", "foo", desc('"one')),
    ("quote-double-backslash-end", "foo", desc('"one\\"')),
    ("quote-double-text-after", "foo", desc('"one" two')),
    ("quote-double-glued-text", "foo", desc('"one"two')),
    ("quote-double-colon-after", "foo", desc('"one": two')),
    ("quote-double-lines", "foo", desc('"one\n  two\n\n  three"')),
    ("quote-double-lines-column-0", "foo", desc('"one\ntwo"')),
    ("quote-double-lines-look-like-keys", "foo", desc('"one\nname: bar\n# two\n%three"')),
    ("quote-double-document-end-inside", "foo", desc('"one\n...\ntwo"')),
    ("quote-double-dots-glued-inside", "foo", desc('"one\n...two"')),
    ("quote-double-dots-indented-inside", "foo", desc('"one\n ...\ntwo"')),
    ("quote-single-doubled", "foo", desc("'don''t'")),
    ("quote-single-odd", "foo", desc("'don't'")),
    ("quote-single-backslash", "foo", desc("'a\\n\\q'")),
    ("quote-single-unclosed", "foo", desc("'one")),
    ("quote-single-lines-column-0", "foo", desc("'one\ntwo'")),
    ("quote-inside-plain", "foo", desc("one \"two\" 'three'")),
    ("quote-then-comment-line", "foo", fm("description: 'one'\n# c\nname: foo")),
]

# --- compatibility, license, allowed-tools -----------------------------------------
OTHER_FIELDS = [
    ("compat-string", "foo", base("compatibility: Needs git.")),
    ("compat-empty", "foo", base("compatibility:")),
    ("compat-number", "foo", base("compatibility: 3")),
    ("compat-null", "foo", base("compatibility: null")),
    ("compat-equals-sign", "foo", base("compatibility: =")),
    ("compat-list", "foo", base("compatibility:\n  - git")),
    ("compat-map", "foo", base("compatibility:\n  git: 2")),
    ("compat-flow-list", "foo", base("compatibility: [git]")),
    ("compat-500", "foo", base("compatibility: " + "x" * 500)),
    ("compat-501", "foo", base("compatibility: " + "x" * 501)),
    ("compat-500-literal", "foo", base("compatibility: |\n  " + "x" * 500)),
    ("compat-500-astral", "foo", base("compatibility: " + "\U0001f600" * 500)),
    ("license-string", "foo", base("license: MIT")),
    ("license-empty", "foo", base("license:")),
    ("license-list", "foo", base("license:\n- MIT\n- Apache-2.0")),
    ("license-map", "foo", base("license:\n  spdx: MIT")),
    ("license-equals-sign", "foo", base("license: =")),
    ("license-merge-sign", "foo", base("license: <<")),
    ("license-4-kb", "foo", base("license: " + "x" * 4096)),
    ("tools-string", "foo", base("allowed-tools: Bash(git:*) Read")),
    ("tools-string-colon-space", "foo", base("allowed-tools: Bash(git: *) Read")),
    ("tools-star", "foo", base("allowed-tools: *")),
    ("tools-commas", "foo", base("allowed-tools: Read, Write")),
    ("tools-list", "foo", base("allowed-tools:\n  - Read\n  - Write")),
    ("tools-indentless-list", "foo", base("allowed-tools:\n- Read\n- Write\nlicense: MIT")),
    ("tools-flow-list", "foo", base("allowed-tools: [Read, Write]")),
    ("tools-flow-list-empty", "foo", base("allowed-tools: []")),
    ("tools-flow-in-list", "foo", base("allowed-tools:\n- [Read]")),
    ("tools-list-star-item", "foo", base("allowed-tools:\n- *")),
    ("tools-list-glob-item", "foo", base("allowed-tools:\n- **/*.md")),
    ("tools-list-empty-item", "foo", base("allowed-tools:\n-\n- Read")),
    ("tools-list-nested-dashes", "foo", base("allowed-tools:\n- - a\n  - b")),
    ("tools-list-deeper-dash-after-plain", "foo", base("allowed-tools:\n  - a\n   - b")),
    ("tools-list-deeper-dash-after-quoted", "foo", base("allowed-tools:\n  - 'a'\n   - b")),
    ("tools-list-shallower-dash", "foo", base("allowed-tools:\n  - a\n - b")),
    ("tools-list-dash-glued", "foo", base("allowed-tools:\n-a\n-b")),
    ("tools-underscore-key", "foo", base("allowed_tools: Read")),
]

# --- metadata -------------------------------------------------------------------------
# Sibling values that are maps must start in the same column.
METADATA = [
    ("meta-map", "foo", base("metadata:\n  author: me\n  version: '1.0'")),
    ("meta-map-one-space", "foo", base("metadata:\n author: me")),
    ("meta-map-unquoted-number", "foo", base("metadata:\n  version: 1.0")),
    ("meta-not-indented", "foo", base("metadata:\nauthor: me")),
    ("meta-empty", "foo", base("metadata:")),
    ("meta-scalar", "foo", base("metadata: x")),
    ("meta-list", "foo", base("metadata:\n- a: b\n- a: c")),
    ("meta-flow-map", "foo", base("metadata: {author: me}")),
    ("meta-flow-map-empty", "foo", base("metadata: {}")),
    ("meta-flow-map-nested", "foo", base("metadata:\n  a: {b: c}")),
    ("meta-flow-map-lines", "foo", base("metadata: {\n  author: me\n}")),
    ("meta-nested-lists", "foo", base("metadata:\n  tags:\n    - a\n    - b\n  more:\n  - c")),
    ("meta-nested-same-column", "foo", base("metadata:\n  a:\n    b: c\n  d:\n    e: f")),
    ("meta-nested-other-column", "foo", base("metadata:\n  a:\n    b: c\n  d:\n      e: f")),
    ("meta-other-column-than-license", "foo", base("license:\n  a: b\nmetadata:\n    c: d")),
    ("meta-other-column-in-cousins", "foo", base("metadata:\n  a:\n    b:\n      c: d\n  e:\n    f:\n        g: h")),
    ("meta-other-column-in-list", "foo", base("metadata:\n  - a: b\n  -   c: d\n  -\n      e: f")),
    ("meta-other-column-list-parent", "foo", base("metadata:\n- a:\n    b: c\n- a:\n      b: c")),
    ("meta-explicit-value-column", "foo", base("metadata:\n  a:\n    b: c\n  ? d\n  : e: f")),
    ("meta-explicit-value-other-column", "foo", base("metadata:\n  a:\n     b: c\n  ? d\n  : e: f")),
    ("meta-dedent-between", "foo", base("metadata:\n    a: b\n  c: d")),
    ("meta-indent-after-plain", "foo", base("metadata:\n  a: b\n    c: d")),
    ("meta-indent-after-quoted", "foo", base("metadata:\n  a: 'b'\n    c: d")),
    ("meta-inline-map", "foo", base("metadata: a: b")),
    ("meta-empty-key", "foo", base("metadata:\n  : b")),
    ("meta-null-key", "foo", base("metadata:\n  null: a\n  ~: b\n  '': c")),
    ("meta-equals-key-and-value", "foo", base("metadata:\n  =: =")),
    ("meta-key-with-spaces", "foo", base("metadata:\n  a key here: b")),
    ("meta-key-with-colon", "foo", base("metadata:\n  a:b: c")),
    ("meta-key-1024", "foo", base("metadata:\n  " + "k" * 1024 + ": v")),
    ("meta-key-1025", "foo", base("metadata:\n  " + "k" * 1025 + ": v")),
    ("meta-key-1022-quoted", "foo", base("metadata:\n  '" + "k" * 1022 + "': v")),
    ("meta-key-1023-quoted", "foo", base("metadata:\n  '" + "k" * 1023 + "': v")),
    ("meta-key-1025-explicit", "foo", base("metadata:\n  ? " + "k" * 1025 + "\n  : v")),
    ("meta-depth-50", "foo", nested_maps(50)),
    ("meta-depth-200", "foo", nested_maps(200)),
    ("meta-depth-300", "foo", nested_maps(300)),
    ("meta-depth-5000", "foo", nested_maps(5000)),
    ("license-list-depth-200", "foo", nested_lists(200)),
    ("license-list-depth-300", "foo", nested_lists(300)),
]

# --- Keys ------------------------------------------------------------------------------
KEYS = [
    ("key-unknown", "foo", base("version: 1.0")),
    ("key-unknown-empty", "foo", base("author:")),
    ("key-trailing-space", "foo", base("license : MIT")),
    ("key-quoted", "foo", fm("\"name\": foo\n'description': A thing.")),
    ("key-quoted-escape", "foo", fm("\"n\\u0061me\": foo\ndescription: A thing.")),
    ("key-quoted-two-lines", "foo", fm("\"na\\\n  me\": foo\ndescription: A thing.")),
    ("key-quoted-colon-glued", "foo", fm("\"name\":foo\ndescription: A thing.")),
    ("key-colon-glued", "foo", fm("name:foo\ndescription: A thing.")),
    ("key-colon-missing", "foo", fm("name foo\ndescription: A thing.")),
    ("key-colon-missing-last", "foo", base("license")),
    ("key-with-space", "foo", base("allowed tools: Read")),
    ("key-number", "foo", base("1: x")),
    ("key-null", "foo", base("null: x")),
    ("key-empty", "foo", base(": x")),
    ("key-after-1100-spaces", "foo", fm("name" + " " * 1100 + ": foo\ndescription: A thing.")),
    ("key-duplicate", "foo", fm("name: foo\nname: foo\ndescription: A thing.")),
    ("key-duplicate-quoted", "foo", fm("name: foo\n'name': foo\ndescription: A thing.")),
    ("key-duplicate-nested", "foo", base("metadata:\n  a: b\n  a: c")),
    ("key-duplicate-in-list-item", "foo", base("metadata:\n- a: b\n  a: c")),
    ("key-duplicate-empty", "foo", base("metadata:\n  : b\n  '': c")),
    ("key-duplicate-equals", "foo", base("metadata:\n  =: b\n  '=': c")),
    ("key-same-number-differently", "foo", base("metadata:\n  1: b\n  01: c\n  1.0: d")),
    ("key-same-after-nfkc", "foo", base("metadata:\n  \u00e9: b\n  e\u0301: c")),
    ("key-explicit", "foo", fm("? name\n: foo\n? description\n: A thing.")),
    ("key-explicit-no-value", "foo", base("? license")),
    ("key-explicit-literal", "foo", fm("? |-\n  name\n: foo\ndescription: A thing.")),
    ("key-explicit-literal-newline", "foo", fm("? |\n  name\n: foo\ndescription: A thing.")),
    ("key-explicit-two-lines", "foo", base("metadata:\n  ? a\n    b\n  : c")),
    ("key-explicit-list", "foo", base("metadata:\n  ? - a\n  : b")),
    ("key-explicit-map", "foo", base("metadata:\n  ? a: b\n  : c")),
    ("key-explicit-flow-list", "foo", base("metadata:\n  ? [a]\n  : c")),
    ("key-flow-list", "foo", base("metadata:\n  [a]: c")),
    ("key-byte-order-mark-value", "foo", base("license: \ufeff")),
]

# --- Anchors, aliases, tags, merge keys -----------------------------------------------
# `<<` with a map (or a list of maps) is accepted and its fields vanish.
NODES = [
    ("node-anchor", "foo", fm("name: &n foo\ndescription: A thing.")),
    ("node-anchor-and-alias", "foo", base("license: &l MIT\nmetadata:\n  l: *l")),
    ("node-alias-undefined", "foo", base("license: *l")),
    ("node-alias-key", "foo", base("*l : x")),
    ("node-anchor-on-map", "foo", base("metadata: &m\n  a: b")),
    ("node-anchor-in-quotes", "foo", desc("'&one *two !three'")),
    ("node-tag-str", "foo", fm("name: !!str foo\ndescription: A thing.")),
    ("node-tag-on-key", "foo", fm("!!str name: foo\ndescription: A thing.")),
    ("node-tag-local", "foo", base("license: !mit MIT")),
    ("node-tag-verbatim", "foo", base("license: !<tag:yaml.org,2002:str> MIT")),
    ("node-tag-on-map", "foo", base("metadata: !!map\n  a: b")),
    ("node-merge-map", "foo", fm("<<:\n  license: MIT\n" + OK)),
    ("node-merge-gives-everything", "foo", fm("<<:\n  name: foo\n  description: A thing.")),
    ("node-merge-unknown-field", "foo", fm("<<:\n  version: 1\n" + OK)),
    ("node-merge-other-name", "foo", fm("<<:\n  name: bar\n" + OK)),
    ("node-merge-bad-compatibility", "foo", base("<<:\n  compatibility:\n  - a")),
    ("node-merge-list-of-maps", "foo", fm("<<:\n- license: MIT\n- version: 1\n" + OK)),
    ("node-merge-list-of-scalars", "foo", fm("<<:\n- x\n" + OK)),
    ("node-merge-scalar", "foo", fm("<<: x\n" + OK)),
    ("node-merge-empty", "foo", fm("<<:\n" + OK)),
    ("node-merge-quoted-key", "foo", fm("'<<':\n  license: MIT\n" + OK)),
    ("node-merge-explicit-key", "foo", base("? <<\n: license: MIT")),
    ("node-merge-twice", "foo", fm("<<:\n  license: MIT\n<<:\n  compatibility: x\n" + OK)),
    ("node-merge-duplicate-inside", "foo", fm("<<:\n  a: b\n  a: c\n" + OK)),
    ("node-merge-other-column", "foo", base("<<:\n    license: MIT\nmetadata:\n  a: b")),
    ("node-merge-list-key-inside", "foo", fm("<<:\n  ? - a\n  : b\n" + OK)),
    ("node-merge-nested-list-key-inside", "foo", base("metadata:\n  <<:\n    ? - a\n    : b")),
    ("node-merge-nested-scalar", "foo", base("metadata:\n  <<: x")),
    ("node-merge-bad-columns-inside", "foo", fm("<<:\n  a:\n    b: c\n  d:\n      e: f\n" + OK)),
    ("node-merge-nested", "foo", base("metadata:\n  <<:\n    a: b\n  c: d")),
    ("node-merge-nested-only", "foo", base("metadata:\n  <<:\n    <<:\n      a: b")),
    ("node-merge-alias", "foo", base("<<: *m")),
]

# --- Documents, directives, comments, white space --------------------------------------
DOCUMENT = [
    ("doc-end-marker", "foo", base("...")),
    ("doc-end-marker-comment", "foo", base("... # c\n# d\n")),
    ("doc-end-marker-twice", "foo", base("...\n...")),
    ("doc-end-marker-first", "foo", fm("...\n" + OK)),
    ("doc-end-marker-text", "foo", base("... x")),
    ("doc-end-marker-then-key", "foo", base("...\nlicense: MIT")),
    ("doc-end-marker-then-tab", "foo", base("...\t")),
    ("doc-end-marker-glued", "foo", base("...x")),
    ("doc-end-marker-indented", "foo", base(" ...")),
    ("doc-end-marker-indented-after-quoted", "foo", fm("name: foo\ndescription: 'one'\n ...")),
    ("doc-directive-first", "foo", fm("%YAML 1.1\n" + OK)),
    ("doc-directive-glued", "foo", raw("---%YAML 1.2\n" + OK + "\n---\n")),
    ("doc-directive-last", "foo", base("%YAML 1.2")),
    ("doc-directive-tag", "foo", fm("%TAG ! tag:example.com,2024:\n" + OK)),
    ("doc-directive-unknown", "foo", base("%FOO bar")),
    ("doc-directive-only", "foo", fm("%YAML 1.1")),
    ("doc-directive-after-end", "foo", base("...\n%YAML 1.2")),
    ("doc-indented-fields", "foo", fm("  name: foo\n  description: A thing.")),
    ("doc-second-field-indented", "foo", fm("name: foo\n description: A thing.")),
    ("doc-second-field-indented-after-quoted", "foo", fm("name: 'foo'\n description: A thing.")),
    ("doc-first-field-indented", "foo", fm(" name: foo\ndescription: A thing.")),
    ("doc-trailing-spaces", "foo", fm("name: foo   \ndescription: A thing.  \n   ")),
    ("doc-blank-lines", "foo", fm("\n\nname: foo\n\n\ndescription: A thing.\n\n")),
    ("doc-comments", "foo", fm("# a\n\n# b\nname: foo # c\n# d\n\n  # e\ndescription: A thing. # f\n# g")),
    ("doc-comments-in-collections", "foo", base(
        "metadata: # a\n  # b\n  c: d # e\n\n  # f\n  g: h\n# i\nallowed-tools: # j\n# k\n- l # m\n# n\n- o\n# p")),
    ("doc-comment-then-plain-then-blank", "foo", base("license: # c\n  MIT\n\ncompatibility: x")),
    ("doc-comment-then-plain", "foo", base("license: # c\n  MIT\ncompatibility: x")),
    ("doc-comment-then-quoted-then-blank", "foo", base("license: # c\n  'MIT'\n\ncompatibility: x")),
    ("doc-comment-then-map-then-blank", "foo", base("metadata: # c\n  a: b\n\n  c: d\n\nlicense: x")),
    ("doc-comment-around-empty-item", "foo", base("allowed-tools:\n\n  -\n\n  - a")),
    ("doc-comment-then-literal-then-blank", "foo", base("license: # c\n  |\n  MIT\n\ncompatibility: x")),
    ("doc-comment-then-literal-keep-then-blank", "foo", base("license: # c\n  |+\n  MIT\n\ncompatibility: x")),
    ("doc-comment-then-plain-with-blank-inside", "foo", base("license: # c\n  MIT\n\n  two\ncompatibility: x")),
    ("doc-comment-line-then-plain-then-blank", "foo", base("license:\n  # c\n  MIT\n\ncompatibility: x")),
    ("doc-comment-on-empty-items", "foo", base("license:\n- # a\n- # b\ncompatibility: x")),
    ("doc-comment-on-items", "foo", base("license:\n- # a\n  b\n- # c\n  d")),
    ("doc-comment-before-and-on-indentless-item", "foo", base("license:\n# a\n- # b\n  c: d")),
    ("doc-comment-before-and-on-indented-item", "foo", base("license:\n  # a\n  - # b\n    c: d")),
    ("doc-comment-before-and-on-explicit-key", "foo", base("license:\n# a\n? # b\n  metadata\n: x")),
    ("doc-blank-lines-around-empty-items", "foo", base("license:\n-\n\n-\n\ncompatibility: x")),
    ("doc-blank-lines-around-quoted-items", "foo", base("license:\n\n- 'a'\n\n- 'b'\n\n")),
    ("doc-comment-around-explicit-key", "foo", base("# a\n? license # b\n# c\n: MIT # d")),
    ("doc-line-of-100-kb-spaces", "foo", base(" " * 100000)),
    ("doc-shouting-comment", "foo", base("#! not a tag &a *b [c] {d}")),
]

# --- Files -----------------------------------------------------------------------------------
GOOD = fm(OK)
BAD = fm("name: foo")
FILES = [
    ("file-none", "foo", {}),
    ("file-other-only", "foo", {"README.md": GOOD}),
    ("file-lower-case", "foo", {"skill.md": GOOD}),
    ("file-mixed-case", "foo", {"Skill.md": GOOD}),
    ("file-both-upper-good", "foo", {"SKILL.md": GOOD, "skill.md": BAD}),
    ("file-both-upper-bad", "foo", {"SKILL.md": BAD, "skill.md": GOOD}),
    ("file-is-directory", "foo", {"SKILL.md": DIRECTORY}),
    ("file-is-directory-lower-good", "foo", {"SKILL.md": DIRECTORY, "skill.md": GOOD}),
    ("file-link", "foo", {"SKILL.md": Link("real.txt"), "real.txt": GOOD}),
    ("file-link-broken", "foo", {"SKILL.md": Link("nowhere")}),
    ("file-link-broken-lower-good", "foo", {"SKILL.md": Link("nowhere"), "skill.md": GOOD}),
    ("file-extra-files", "foo", {"SKILL.md": GOOD, "notes.txt": b"\xff", "scripts": DIRECTORY}),
]

CASES = (
    FRAME + ENCODING + CONTROL + TABS + NAME_PRESENCE + NAME_RULES + DESCRIPTION
    + INDICATORS + QUOTES + OTHER_FIELDS + METADATA + KEYS + NODES + DOCUMENT + FILES
)


def write_skill(skill_dir, content):
    """Creates one skill directory (a path in bytes)."""
    os.makedirs(skill_dir)
    if isinstance(content, bytes):
        content = {"SKILL.md": content}
    for name, data in content.items():
        path = os.path.join(skill_dir, os.fsencode(name))
        if data is DIRECTORY:
            os.mkdir(path)
        elif isinstance(data, Link):
            os.symlink(os.fsencode(data.target), path)
        else:
            with open(path, "wb") as file:
                file.write(data)


def write_all(out_dir):
    """Writes every case below out_dir; returns how many."""
    out = os.fsencode(out_dir)
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, os.fsencode(MARKER)), "w") as file:
        file.write("written by cases.py\n")
    seen = set()
    for case, dir_name, content in CASES:
        if case in seen:
            raise SystemExit("case name used twice: " + case)
        seen.add(case)
        case_dir = os.path.join(out, os.fsencode(case))
        if os.path.isdir(case_dir):
            shutil.rmtree(case_dir)
        if not isinstance(dir_name, bytes):
            dir_name = dir_name.encode("utf-8")
        write_skill(os.path.join(case_dir, dir_name), content)
    # A directory reached through a link counts under the name of the link.
    for case, real, link in (("dir-link-right-name", "other", "foo"), ("dir-link-wrong-name", "foo", "other")):
        case_dir = os.path.join(out, os.fsencode(case))
        if os.path.isdir(case_dir):
            shutil.rmtree(case_dir)
        write_skill(os.path.join(case_dir, os.fsencode(real)), GOOD)
        os.symlink(os.fsencode(real), os.path.join(case_dir, os.fsencode(link)))
    return len(CASES) + 2


def main(argv):
    if len(argv) != 2 or argv[1].startswith("-"):
        print("usage: python3 cases.py OUT_DIR", file=sys.stderr)
        return 2
    out = argv[1]
    if os.path.isdir(out) and os.listdir(out) and not os.path.exists(os.path.join(out, MARKER)):
        print("refusing to write into a directory that is not empty and has no " + MARKER, file=sys.stderr)
        return 2
    print("wrote %d cases" % write_all(out))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
