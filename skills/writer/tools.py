"""Writing tools: measure, check and outline text, and make exact replacements in a file.

The measuring tools take `text`, or `path` for a file in the workspace, which is
KITBAG_WORKSPACE or else the current directory. They read Markdown: front
matter and fenced code are left out, line numbers stay those of the original.
"""

import os
import re
import stat
import tempfile

MAX_BYTES = 5 * 1024 * 1024
_WORD = re.compile(r"[^\W_]+(?:['’\-_.][^\W_]+)*")
_ITEM = re.compile(r"\s*(?:#{1,6}\s+|[-*+]\s+|\d+[.)]\s+|>\s?)+")
_ABBREVIATIONS = {"e.g.", "i.e.", "cf.", "vs.", "mr.", "mrs.", "ms.", "dr.", "prof.", "fig.", "approx."}
_FILLERS = ("actually", "basically", "certainly", "clearly", "definitely", "extremely", "in order to",
            "it should be noted that", "just", "kind of", "literally", "obviously", "of course", "quite",
            "really", "simply", "somewhat", "sort of", "the fact that", "very")
_FILLER = re.compile(r"\b(?:" + "|".join(f.replace(" ", r"\s+") for f in _FILLERS) + r")\b", re.I)
_IRREGULAR = ("begun bought broken brought built caught chosen done drawn driven eaten felt forgotten "
              "found frozen given grown heard held hidden kept known laid led lost made meant paid read "
              "said seen sent shown sold spent spoken stolen taken taught thought thrown told understood "
              "won worn written").split()
_PASSIVE = re.compile(r"\b(?:am|is|are|was|were|be|been|being)(?:\s+(?:not|\w+ly))?\s+"
                      r"(?:(?!need\b|indeed\b|hundred\b|sacred\b)\w{2,}ed|" + "|".join(_IRREGULAR) + r")\b", re.I)
_REPEAT = re.compile(r"\b([^\W\d_]+)\s+\1\b", re.I)


def _locate(path: str) -> str:
    root = os.path.realpath(os.environ.get("KITBAG_WORKSPACE") or os.getcwd())
    if not isinstance(path, str) or not path or "\0" in path:
        raise ValueError(f"{path!r} is not a path; give a file inside the workspace")
    full = os.path.realpath(os.path.join(root, path))
    if not full.startswith(root.rstrip(os.sep) + os.sep):
        raise ValueError(f"{path!r} leads outside the workspace {root}; give a path inside it")
    if not os.path.isfile(full):
        raise FileNotFoundError(f"no file {path!r} in the workspace; check the name")
    if os.path.getsize(full) > MAX_BYTES:
        raise ValueError(f"{path!r} is larger than {MAX_BYTES} bytes; split it first")
    return full


def _read(full: str, path: str) -> str:
    with open(full, "rb") as handle:
        data = handle.read()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{path!r} is not UTF-8 text; convert it first") from None


def _source(text: str | None, path: str | None) -> str:
    if (text is None) == (path is None):
        raise ValueError("give either text or path, exactly one of them")
    return text if path is None else _read(_locate(path), path)


def _lines(text: str) -> list[str]:
    """Return the lines with front matter and fenced code blanked."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].rstrip() == "---" and "---" in (line.rstrip() for line in lines[1:]):
        end = next(i for i, line in enumerate(lines) if i and line.rstrip() == "---")
        lines[:end + 1] = [""] * (end + 1)
    fence = ""
    for index, line in enumerate(lines):
        mark = re.match(r"\s*(`{3,}|~{3,})(.*)", line)
        if fence:
            lines[index] = ""
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
        elif mark and "`" not in mark[2]:
            fence, lines[index] = mark[1], ""
    return lines


def _sentences(text: str, keep_code: bool = True) -> list[tuple[int, str]]:
    """Split into (line number, sentence); headings, list items and table rows end a sentence."""
    blocks: list[tuple[int, list[str]]] = []
    fresh = True
    for number, line in enumerate(_lines(text), 1):
        clean = re.sub(r"`([^`]*)`", r"\1" if keep_code else "`", line)
        clean = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", clean)
        clean = re.sub(r"https?://\S+", "link", clean)
        marker = _ITEM.match(clean)
        body = clean[marker.end():] if marker else clean
        if not _WORD.search(body):
            fresh = True
            continue
        quoted_on = marker and marker[0].strip() == ">"
        if fresh or (marker and not quoted_on) or line.lstrip().startswith("|"):
            blocks.append((number, []))
        blocks[-1][1].append(body)
        fresh = line.lstrip().startswith("#")
    found = []
    for number, body in blocks:
        joined, start = "\n".join(body), 0
        for stop in re.finditer(r"[.!?…]+[^\w\s]*\s+", joined):
            follow = re.search(r"\w", joined[stop.end():])
            last = joined[start:stop.end()].split()[-1].lower().lstrip("(\"'")
            if not follow or follow[0].islower() or last in _ABBREVIATIONS or re.fullmatch(r"[a-z]\.", last):
                continue
            found.append((number + joined[:start].count("\n"), joined[start:stop.end()].strip()))
            start = stop.end()
        if _WORD.search(joined[start:]):
            found.append((number + joined[:start].count("\n"), joined[start:].strip()))
    return found


def _syllables(word: str) -> int:
    letters = re.sub(r"[^a-z]", "", word.lower())
    count = len(re.findall(r"[aeiouy]+", letters))
    silent = re.search(r"[^aeiouy](?:e|es|ed)$", letters)
    sounded = re.search(r"([^aeiouy]les?|[td]ed|(?:s|z|x|c|g|ch|sh)es)$", letters)
    return max(1, count - 1 if silent and not sounded else count)


def word_count(text: str | None = None, path: str | None = None, words_per_minute: int = 230) -> dict:
    """Count words, sentences, paragraphs and characters and estimate the reading time.

    Args:
        text: The text itself; give this or path.
        path: A file in the workspace; give this or text.
        words_per_minute: Reading speed for the estimate; 230 suits silent reading of plain prose.
    """
    if not 1 <= words_per_minute <= 2000:
        raise ValueError(f"words_per_minute is {words_per_minute}; give a number from 1 to 2000")
    content = _source(text, path)
    sentences = _sentences(content)
    words = sum(len(_WORD.findall(sentence)) for _, sentence in sentences)
    paragraphs = len(re.findall(r"\S.*(?:\n.*\S.*)*", "\n".join(_lines(content))))
    return {"words": words, "sentences": len(sentences), "paragraphs": paragraphs,
            "characters": len(content), "reading_minutes": round(words / words_per_minute, 1)}


def readability(text: str | None = None, path: str | None = None) -> dict:
    """Compute the Flesch reading ease and the Flesch-Kincaid grade of an English text.

    Args:
        text: The text itself; give this or path.
        path: A file in the workspace; give this or text.
    """
    sentences = [sentence for _, sentence in _sentences(_source(text, path))]
    words = [word for sentence in sentences for word in _WORD.findall(sentence)]
    if not words:
        raise ValueError("the text has no words outside code; give some prose")
    letters = [char for word in words for char in word if char.isalpha()]
    if sum(char.isascii() for char in letters) < 0.8 * len(letters):
        raise ValueError("the text does not look English; the Flesch formulas hold for English only")
    length = len(words) / len(sentences)
    weight = sum(_syllables(word) for word in words) / len(words)
    notes = ["Syllables are estimated from spelling, so a difference of a few points means nothing.",
             "The formula sees word and sentence length only, not sense, order or layout.",
             "For other languages than English the numbers are meaningless."]
    if len(words) < 100:
        notes.insert(0, f"Only {len(words)} words; below about 100 the score is not reliable.")
    return {"reading_ease": round(206.835 - 1.015 * length - 84.6 * weight, 1),
            "grade": round(0.39 * length + 11.8 * weight - 15.59, 1), "words": len(words),
            "words_per_sentence": round(length, 1), "syllables_per_word": round(weight, 2), "limits": notes}


def check_style(text: str | None = None, path: str | None = None, max_sentence_words: int = 30,
                max_findings: int = 100) -> dict:
    """Point at possible passive voice, long sentences, filler words and doubled words in English text.

    Args:
        text: The text itself; give this or path.
        path: A file in the workspace; give this or text.
        max_sentence_words: Report sentences with more words than this.
        max_findings: At most this many findings; total says how many there were.
    """
    if max_sentence_words < 1 or max_findings < 1:
        raise ValueError("max_sentence_words and max_findings must be at least 1")
    found: list[dict] = []
    for line, sentence in _sentences(_source(text, path), keep_code=False):
        length = len(_WORD.findall(sentence))
        if length > max_sentence_words:
            found.append({"line": line, "kind": "long_sentence", "text": sentence[:80],
                          "hint": f"{length} words; split it or drop a clause"})
        for kind, finder, hint in (("passive", _PASSIVE, "name who acts, unless nobody needs to know"),
                                   ("filler", _FILLER, "try the sentence without it"),
                                   ("repeated_word", _REPEAT, "one of the two may be a slip")):
            for hit in finder.finditer(sentence):
                if kind != "repeated_word" or hit[1].lower() not in ("had", "that"):
                    found.append({"line": line + sentence[:hit.start()].count("\n"), "kind": kind,
                                  "text": " ".join(hit[0].split()), "hint": hint})
    found.sort(key=lambda item: (item["line"], item["kind"]))
    return {"findings": found[:max_findings], "total": len(found), "truncated": len(found) > max_findings}


def outline(text: str | None = None, path: str | None = None) -> dict:
    """List the headings of a Markdown text with level and line, and name skipped levels.

    Args:
        text: The text itself; give this or path.
        path: A file in the workspace; give this or text.
    """
    lines = _lines(_source(text, path))
    headings: list[dict] = []
    for number, line in enumerate(lines, 1):
        hashes = re.match(r" {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$", line)
        below = re.fullmatch(r" {0,3}(=+|-+)\s*", lines[number]) if number < len(lines) else None
        if hashes:
            headings.append({"line": number, "level": len(hashes[1]), "text": hashes[2] or ""})
        elif below and _WORD.search(line) and not _ITEM.match(line) and "|" not in line:
            level = 1 if below[1][0] == "=" else 2
            headings.append({"line": number, "level": level, "text": line.strip()})
    jumps = [f"line {after['line']}: level {before['level']} is followed by level {after['level']}"
             for before, after in zip(headings, headings[1:]) if after["level"] > before["level"] + 1]
    return {"headings": headings, "problems": jumps}


def replace_text(path: str, old: str, new: str, expected_count: int = 1) -> dict:
    """Replace an exact piece of text in a workspace file, only if it occurs as often as expected.

    Args:
        path: The file to change.
        old: The exact text to find, including spaces and line breaks.
        new: The text to put in its place; empty removes it.
        expected_count: How often old must occur; nothing is written on any other number.
    """
    if not old or old == new or expected_count < 1:
        raise ValueError("old must not be empty or equal to new, and expected_count must be at least 1")
    full = _locate(path)
    content = _read(full, path)
    starts = [hit.start() for hit in re.finditer(re.escape(old), content)]
    lines = [content.count("\n", 0, start) + 1 for start in starts]
    if len(starts) != expected_count:
        where = f" (lines {', '.join(map(str, lines[:10]))})" if lines else ""
        crlf = " The file ends its lines with CRLF." if "\r\n" in content and "\n" in old else ""
        raise ValueError(f"{old[:60]!r} occurs {len(starts)} times in {path!r}{where}, expected "
                         f"{expected_count}; give more of the surrounding text or the right count.{crlf}")
    handle, temporary = tempfile.mkstemp(prefix=".kitbag-", dir=os.path.dirname(full))
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content.replace(old, new).encode("utf-8"))
            out.flush()
            os.fsync(out.fileno())
        os.chmod(temporary, stat.S_IMODE(os.stat(full).st_mode))
        os.replace(temporary, full)
    except BaseException:
        os.unlink(temporary)
        raise
    return {"path": path, "replaced": len(starts), "lines": lines}


def get_tools() -> list:
    return [word_count, readability, check_style, outline, replace_text]
