"""Shared by the tests of the bundled skills: where they are and how to load them."""

import importlib.util
import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

SKILLS = Path(__file__).resolve().parents[2] / "skills"
NAMES = ("filesystem", "git", "note_taker", "terminal", "writer")
PYTHON_SKILLS = ("filesystem", "git", "note_taker", "writer")

sys.dont_write_bytecode = True  # the skill folders must stay as they are


def load_tools(skill: str):
    spec = importlib.util.spec_from_file_location(f"bundled_{skill}", SKILLS / skill / "tools.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class WorkspaceCase(unittest.TestCase):
    """Gives every test its own workspace folder and a folder outside of it."""

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        base = Path(os.path.realpath(holder.name))
        self.workspace, self.outside = base / "workspace", base / "outside"
        self.workspace.mkdir()
        self.outside.mkdir()
        patch = mock.patch.dict(os.environ, {"KITBAG_WORKSPACE": str(self.workspace)})
        patch.start()
        self.addCleanup(patch.stop)

    def put(self, name: str, text: str) -> Path:
        path = self.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path
