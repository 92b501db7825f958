"""Notes as Markdown files, one per note, in KITBAG_NOTES or ~/.local/share/kitbag/notes.

A file starts with a header of `key: value` lines between two `---` lines and is
named after the id of the note. Times are in UTC.
"""

import os
import re
import secrets
import tempfile
from datetime import datetime, timezone
from typing import Literal

MAX_NOTE_CHARS = 200_000
_ID = re.compile(r"\d{8}T\d{6}-\d{6}-[0-9a-f]{8}")
_TAG = re.compile(r"[\w-]{1,40}")


def _folder() -> str:
    return os.path.abspath(os.path.expanduser(os.environ.get("KITBAG_NOTES") or "~/.local/share/kitbag/notes"))


def _file(note_id: str) -> str:
    if not isinstance(note_id, str) or not _ID.fullmatch(note_id):
        raise ValueError(f"{note_id!r} is not a note id; take one from list_notes or search_notes")
    path = os.path.join(_folder(), note_id + ".md")
    if os.path.islink(path) or not os.path.isfile(path):
        raise FileNotFoundError(f"no note {note_id!r}; call list_notes to see what exists")
    return path


def _tags(tags: list[str] | None) -> list[str]:
    clean = set()
    for tag in tags or []:
        if not isinstance(tag, str) or not _TAG.fullmatch(tag.strip()):
            raise ValueError(f"{tag!r} is not a tag; use letters, digits, '-' and '_', at most 40")
        clean.add(tag.strip().lower())
    return sorted(clean)


def _parse(path: str) -> dict:
    with open(path, encoding="utf-8", newline="") as handle:
        head, mark, body = handle.read().partition("\n---\n")
    if not head.startswith("---\n") or not mark:
        raise ValueError(f"{os.path.basename(path)} has no note header")
    fields = dict(line.split(": ", 1) for line in head.split("\n")[1:] if ": " in line)
    return {"id": os.path.basename(path)[:-3], "title": fields.get("title", ""),
            "created": fields.get("created", ""), "body": body.removeprefix("\n"),
            "tags": [tag for tag in fields.get("tags", "").split(", ") if tag]}


def _all() -> tuple[list[dict], list[str]]:
    """Return all notes, newest first, and the names of files that are no readable notes."""
    notes, unreadable = [], []
    folder = _folder()
    for name in sorted(os.listdir(folder), reverse=True) if os.path.isdir(folder) else []:
        path = os.path.join(folder, name)
        if not name.endswith(".md") or name.startswith("."):
            continue
        try:
            if not _ID.fullmatch(name[:-3]) or os.path.islink(path):
                raise ValueError(name)
            notes.append(_parse(path))
        except (ValueError, OSError):
            unreadable.append(name)
    return notes, unreadable


def _summary(note: dict) -> dict:
    return {key: note[key] for key in ("id", "title", "created", "tags")}


def _bounds(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} is {value}; give a number from {low} to {high}")


def _publish(temporary: str, folder: str, stamp: str) -> str:
    """Give the finished file a name nobody else has; both ways fail when the name is taken."""
    while True:
        note_id = f"{stamp}-{secrets.token_hex(4)}"
        path = os.path.join(folder, note_id + ".md")
        try:
            os.link(temporary, path)
        except FileExistsError:
            continue
        except OSError:  # a file system without hard links: reserve the name, then fill it
            try:
                open(path, "x").close()
            except FileExistsError:
                continue
            os.replace(temporary, path)
        return note_id


def add_note(title: str, body: str, tags: list[str] | None = None) -> dict:
    """Save a new note and return its id; notes that exist are never changed.

    Args:
        title: One line that will still make sense in a list a year later.
        body: The note in Markdown.
        tags: Short labels such as idea or project-x; stored in lower case.
    """
    heading = " ".join(title.split())
    if not heading or len(heading) > 200:
        raise ValueError(f"the title has {len(heading)} characters; give from 1 to 200")
    if len(body) > MAX_NOTE_CHARS:
        raise ValueError(f"the body has {len(body)} characters; keep it to {MAX_NOTE_CHARS} or split it")
    labels = _tags(tags)
    folder = _folder()
    os.makedirs(folder, mode=0o700, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".kitbag-", dir=folder)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as out:
            now = datetime.now(timezone.utc)
            created = now.isoformat(timespec="microseconds")
            out.write(f"---\ntitle: {heading}\ncreated: {created}\ntags: {', '.join(labels)}\n---\n\n{body}")
            out.flush()
            os.fsync(out.fileno())
        note_id = _publish(temporary, folder, f"{now:%Y%m%dT%H%M%S-%f}")
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)
    return {"id": note_id, "title": heading, "created": created, "tags": labels}


def search_notes(query: str = "", tags: list[str] | None = None, max_results: int = 20) -> dict:
    """Find notes that hold every word of the query and every given tag, best matches first.

    Args:
        query: Words to look for in title, body and tags; upper and lower case are the same.
        tags: Only notes that carry all of these tags.
        max_results: At most this many notes; total says how many matched.
    """
    _bounds("max_results", max_results, 1, 500)
    words, labels = query.casefold().split(), _tags(tags)
    if not words and not labels:
        raise ValueError("query and tags are both empty; give words to look for, or call list_notes")
    hits = []
    notes, unreadable = _all()
    for note in notes:
        title, body = note["title"].casefold(), note["body"].casefold()
        everything = "\n".join((title, body, *note["tags"]))
        if set(labels) <= set(note["tags"]) and all(word in everything for word in words):
            score = sum(10 * (word in title) + min(body.count(word), 9) for word in words)
            line = next((l for l in note["body"].split("\n") if any(w in l.casefold() for w in words)), "")
            hits.append((score, {**_summary(note), "snippet": line.strip()[:200]}))
    hits.sort(key=lambda hit: -hit[0])  # stable: equal scores stay newest first
    return {"notes": [note for _, note in hits[:max_results]], "total": len(hits), "unreadable": unreadable}


def list_notes(tag: str | None = None, order: Literal["newest", "oldest", "title"] = "newest",
               limit: int = 50, offset: int = 0) -> dict:
    """List notes with id, title, time and tags, without their bodies.

    Args:
        tag: Only notes with this tag.
        order: newest or oldest first, or by title.
        limit: At most this many notes, from 1 to 500.
        offset: Leave out this many notes from the start of the list.
    """
    _bounds("limit", limit, 1, 500)
    _bounds("offset", offset, 0, 10**9)
    if order not in ("newest", "oldest", "title"):
        raise ValueError(f"order is {order!r}; use newest, oldest or title")
    wanted = _tags([tag] if tag is not None else None)
    notes, unreadable = _all()
    notes = [_summary(note) for note in notes if set(wanted) <= set(note["tags"])]
    if order == "oldest":
        notes.reverse()
    elif order == "title":
        notes.sort(key=lambda note: (note["title"].casefold(), note["id"]))
    return {"notes": notes[offset:offset + limit], "total": len(notes), "unreadable": unreadable}


def read_note(note_id: str) -> dict:
    """Return one note with its title, tags, time and full body.

    Args:
        note_id: The id as reported by add_note, list_notes or search_notes.
    """
    return _parse(_file(note_id))


def delete_note(note_id: str) -> dict:
    """Delete one note for good and return its title; there is no undo.

    Args:
        note_id: The id as reported by add_note, list_notes or search_notes.
    """
    path = _file(note_id)
    try:
        title = _parse(path)["title"]
    except ValueError:
        title = ""
    os.unlink(path)
    return {"deleted": note_id, "title": title}


def get_tools() -> list:
    return [add_note, search_notes, list_notes, read_note, delete_note]
