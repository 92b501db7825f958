#!/usr/bin/env python3
"""Compares `kitbag check --strict` with the reference validator.

    python3 compare.py --kitbag BINARY [--agentskills PATH]
                       [--mutations N] [--seed S] DIR...

Takes every directory below each DIR that holds a SKILL.md or skill.md; below a
DIR written by cases.py (marker file `.cases`) it takes every <case>/<dir>.
The reference runs in this process when `skills_ref` can be imported, otherwise
as the command given with --agentskills. With --mutations, N seeded mutations of
the frontmatters found are compared as well.

Exit status: 0 when both agree everywhere, 1 when not, 2 on a usage problem.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

MARKER = ".cases"
BATCH = 200
SMALLEST = 15
# What a mutation may insert: YAML's own characters, white space and line breaks
# of every kind, some letters, some characters that readers treat specially.
ALPHABET = list(":#-?,[]{}&*!|>'\"%@`~<=.\\") + [
    " ", "  ", "\n", "\n\n", "\t", ": ", " #", "# c\n", "- ", "? ", "<<: ", "...\n", "--", "---",
    "a", "x: y", "'q'", "\"q\"", "|\n", ">-\n", "\u0085", "\u2028", "\ufeff", "\u00a0", "\u00e9", "\r", "\x07",
]
LINES = [
    "", "  ", "\t", "# c", "  # c", "license: x", "license: # c", "compatibility: 'q'", "metadata:", "  k: v", "  k:",
    "    k: v", "- a", "  - a", "-", "  more text", "allowed-tools:", "? license", ": x", "<<:", "...", "  |", "  >",
]


class Usage(Exception):
    pass


# --- Finding skill directories -------------------------------------------------


def skill_dirs(top):
    """The skill directories below top, as absolute paths, sorted."""
    top = os.path.abspath(top)
    found = []
    if os.path.isfile(os.path.join(top, MARKER)):
        for case in sorted(os.listdir(top)):
            case_dir = os.path.join(top, case)
            if os.path.isdir(case_dir):
                inner = (os.path.join(case_dir, name) for name in sorted(os.listdir(case_dir)))
                found.extend(path for path in inner if os.path.isdir(path))
        return found
    for path, dirs, files in os.walk(top):
        dirs[:] = sorted(name for name in dirs if name != ".git")
        if {"SKILL.md", "skill.md"} & (set(files) | set(dirs)):
            found.append(path)
    return found


# --- The two validators ----------------------------------------------------------


def reference_in_process():
    """A function path -> list of errors, or None without skills_ref."""
    try:
        from skills_ref import validate
    except ImportError:
        return None

    def check(path):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return [str(error) for error in validate(Path(path))]
        except Exception as error:  # the command line tool dies of it: invalid
            return ["%s: %s" % (type(error).__name__, error)]

    return check


def reference_command(program):
    """The same through the command line tool."""

    def check(path):
        done = subprocess.run([program, "validate", "--", path], capture_output=True)
        if done.returncode == 0:
            return []
        text = done.stderr.decode("utf-8", "replace").strip()
        return [text or "exit status %d" % done.returncode]

    return check


def kitbag_call(binary, paths):
    """Kitbag's answers for one batch, or None when there is no usable answer."""
    done = subprocess.run([binary, "check", "--strict", "--json"] + paths, capture_output=True)
    try:
        skills = json.loads(done.stdout.decode("utf-8"))["skills"]
        answers = [(skill["path"], bool(skill["valid"]), skill.get("errors") or []) for skill in skills]
    except (ValueError, KeyError, TypeError):
        return None, "exit status %d, stderr: %s" % (
            done.returncode, done.stderr.decode("utf-8", "replace").strip()[-500:])
    by_path = {path: (valid, errors) for path, valid, errors in answers}
    result = []
    for index, path in enumerate(paths):
        if path in by_path:
            result.append(by_path[path])
        elif len(answers) == len(paths):  # a path that JSON cannot spell
            result.append(answers[index][1:])
        else:
            return None, "no entry for %s" % path
    return result, ""


def kitbag(binary, paths):
    """(valid, errors) for every path; valid is None where Kitbag gave no answer."""
    results = []
    for start in range(0, len(paths), BATCH):
        batch = paths[start:start + BATCH]
        answers, why = kitbag_call(binary, batch)
        if answers is None and len(batch) > 1:
            # Find the one that spoils the batch.
            answers = []
            for path in batch:
                single, why = kitbag_call(binary, [path])
                answers.append(single[0] if single else (None, [why]))
        elif answers is None:
            answers = [(None, [why])]
        results.extend(answers)
    return results


# --- Mutations ----------------------------------------------------------------------


def frontmatter_of(path):
    """The text between the first two `---` of a skill, or None."""
    for name in ("SKILL.md", "skill.md"):
        try:
            with open(os.path.join(path, name), "rb") as file:
                text = file.read().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        parts = text.split("---", 2)
        if text.startswith("---") and len(parts) == 3 and len(parts[1]) < 3000:
            return parts[1]
        return None
    return None


def mutate(rng, text):
    """One small change to a frontmatter."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    kind = rng.randrange(10)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[at])
    elif kind == 2:
        lines.insert(at, rng.choice(LINES))
    elif kind == 3:
        other = rng.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 4:
        lines[at] = rng.choice([" ", "  ", "\t"]) + lines[at]
    elif kind == 5:
        lines[at] = lines[at][1:] if lines[at][:1] in (" ", "\t") else lines[at].lstrip()
    elif kind == 6:
        lines[at] = lines[at] + rng.choice([" ", " # c", ":", "\t", " x", "\n"])
    else:
        where = rng.randrange(len(text) + 1)
        if kind == 7:
            return text[:where] + text[where + 1:]
        if kind == 8:
            return text[:where] + rng.choice(ALPHABET) + text[where + 1:]
        return text[:where] + rng.choice(ALPHABET) + text[where:]
    return "\n".join(lines)


def write_mutations(out, paths, reference, count, rng):
    """Writes count mutated skills below out; returns their directories."""
    bases = [(os.path.basename(path), frontmatter_of(path), path) for path in paths]
    bases = [entry for entry in bases if entry[1] is not None]
    if not bases:
        raise Usage("nothing to mutate")
    good = [entry for entry in bases if not reference(entry[2])] or bases
    made = []
    for number in range(count):
        # Valid ones more often: changes to them reach deeper.
        name, text, _ = rng.choice(good if rng.random() < 0.7 else bases)
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5))):
            text = mutate(rng, text)
        path = os.path.join(out, str(number), name)
        os.makedirs(path)
        with open(os.path.join(path, "SKILL.md"), "wb") as file:
            file.write(("---" + text + "---\n").encode("utf-8"))
        made.append(path)
    return made


# --- Comparison -----------------------------------------------------------------------


def describe(valid, errors):
    if valid is None:
        return "NO ANSWER " + "; ".join(map(str, errors))
    if valid:
        return "valid"
    return "invalid: " + "; ".join(" ".join(str(error).split()) for error in errors)[:600]


def disagreements(binary, reference, paths):
    """Pairs of verdicts that differ, and (valid, invalid) as the reference counts."""
    found, valid = [], 0
    answers = kitbag(binary, paths)
    for path, (ours, our_errors) in zip(paths, answers):
        errors = reference(path)
        theirs = not errors
        valid += theirs
        if ours is None or ours != theirs:
            found.append((path, describe(theirs, errors), describe(ours, our_errors)))
    return found, valid


def report(path, theirs, ours, content=None):
    print("DISAGREE " + path)
    if content is not None:
        print("  SKILL.md:  %s" % ascii(content))
    print("  reference: " + theirs)
    print("  kitbag:    " + ours)


def run(arguments):
    binary = shutil.which(arguments.kitbag)
    if binary is None:
        raise Usage("no such program: " + arguments.kitbag)
    reference = reference_in_process()
    if arguments.agentskills:
        program = shutil.which(arguments.agentskills)
        if program is None:
            raise Usage("no such program: " + arguments.agentskills)
        reference = reference or reference_command(program)
    if reference is None:
        raise Usage("skills_ref cannot be imported; install it or pass --agentskills PATH")
    paths = []
    for top in arguments.dirs:
        if not os.path.isdir(top):
            raise Usage("not a directory: " + top)
        paths.extend(skill_dirs(top))
    if not paths:
        raise Usage("no skill directories found")

    found, valid = disagreements(binary, reference, paths)
    for path, theirs, ours in found:
        report(path, theirs, ours)
    total, bad = len(paths), len(found)

    if arguments.mutations:
        rng = random.Random(arguments.seed)
        with tempfile.TemporaryDirectory(prefix="kitbag-mutations-") as out:
            made = write_mutations(out, paths, reference, arguments.mutations, rng)
            found, more = disagreements(binary, reference, made)
            by_content = {}
            for path, theirs, ours in found:
                with open(os.path.join(path, "SKILL.md"), "rb") as file:
                    content = file.read().decode("utf-8")
                by_content.setdefault(content, (os.path.basename(path), theirs, ours))
            for content in sorted(by_content, key=lambda text: (len(text), text))[:SMALLEST]:
                name, theirs, ours = by_content[content]
                report("mutation, directory " + name, theirs, ours, content)
            if len(by_content) > SMALLEST:
                print("... and %d larger mutations that disagree" % (len(by_content) - SMALLEST))
        total, bad, valid = total + len(made), bad + len(found), valid + more

    print("agree %d of %d (valid %d, invalid %d)" % (total - bad, total, valid, total - valid))
    return 1 if bad else 0


def main():
    sys.stdout.reconfigure(errors="backslashreplace")
    parser = argparse.ArgumentParser(description="Compare kitbag check --strict with agentskills validate.")
    parser.add_argument("--kitbag", required=True, metavar="BINARY")
    parser.add_argument("--agentskills", metavar="PATH", help="used when skills_ref cannot be imported")
    parser.add_argument("--mutations", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("dirs", nargs="+", metavar="DIR")
    arguments = parser.parse_args()
    try:
        return run(arguments)
    except Usage as problem:
        print("compare.py: %s" % problem, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
