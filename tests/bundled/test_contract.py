"""What every bundled skill must look like, whatever it does."""

import ast
import inspect
import json
import os
import re
import sys
import unittest

from support import NAMES, PYTHON_SKILLS, SKILLS, load_tools


def split_skill(name: str) -> tuple[list[str], list[str]]:
    lines = (SKILLS / name / "SKILL.md").read_text(encoding="utf-8").split("\n")
    end = lines.index("---", 1)
    return lines[1:end], lines[end + 1:]


def block_list(front: list[str], key: str) -> list[str]:
    start = front.index(f"  {key}:") + 1
    items = []
    for line in front[start:]:
        if not line.startswith("    - "):
            break
        items.append(line[6:])
    return items


class SkillDocuments(unittest.TestCase):
    def test_every_skill_has_exactly_the_agreed_frontmatter_keys(self):
        for name in NAMES:
            with self.subTest(name):
                front, _ = split_skill(name)
                top = [line.split(":")[0] for line in front if not line.startswith(" ")]
                self.assertEqual(top, ["name", "description", "license", "metadata"])
                self.assertIn(f"name: {name}", front)
                self.assertIn("license: Apache-2.0", front)
                self.assertIn('  version: "1.0.0"', front)
                self.assertEqual(block_list(front, "authors"), ["Kitbag"])

    def test_every_description_is_a_short_plain_string_that_says_when_to_use_it(self):
        for name in NAMES:
            with self.subTest(name):
                text = split_skill(name)[0][1].removeprefix("description: ")
                self.assertLess(len(text), 400)
                self.assertIn("Use when ", text)
                self.assertNotRegex(text, r": | #|^[\"'&*!|>\[{]")

    def test_keyword_and_intent_lists_are_of_the_agreed_length_without_doubles(self):
        for name in NAMES:
            with self.subTest(name):
                front, _ = split_skill(name)
                for key, low, high in (("routing_keywords", 8, 18), ("intents", 4, 8)):
                    items = block_list(front, key)
                    self.assertTrue(low <= len(items) <= high, f"{key}: {len(items)}")
                    self.assertEqual(len(items), len(set(items)))

    def test_every_body_has_the_sections_an_agent_needs_and_a_bounded_length(self):
        for name in NAMES:
            with self.subTest(name):
                body = split_skill(name)[1]
                self.assertTrue(40 <= len(body) <= 120, len(body))
                for heading in ("## When to use", "## Rules", "## Tools", "## Examples"):
                    self.assertIn(heading, body)
                self.assertTrue(any(line.startswith("# ") for line in body))

    def test_the_tools_section_names_exactly_the_tools_that_exist(self):
        for name in NAMES:
            with self.subTest(name):
                text = "\n".join(split_skill(name)[1])
                section = text.split("## Tools\n")[1].split("\n## ")[0]
                named = re.findall(r"^- `(\w+)`: ", section, re.M)
                if name in PYTHON_SKILLS:
                    real = [tool.__name__ for tool in load_tools(name).get_tools()]
                else:
                    real = [t["name"] for t in json.loads((SKILLS / name / "tools.json").read_text())["tools"]]
                self.assertEqual(sorted(named), sorted(real))

    def test_links_in_skill_documents_lead_to_files_that_exist(self):
        for name in NAMES:
            text = (SKILLS / name / "SKILL.md").read_text(encoding="utf-8")
            for target in re.findall(r"\]\(([^)]+)\)", text):
                with self.subTest(f"{name}: {target}"):
                    self.assertTrue((SKILLS / name / target).is_file())


class PythonTools(unittest.TestCase):
    def test_every_tool_has_a_docstring_hints_and_a_description_for_each_parameter(self):
        for name in PYTHON_SKILLS:
            for tool in load_tools(name).get_tools():
                with self.subTest(f"{name}.{tool.__name__}"):
                    doc = inspect.getdoc(tool)
                    self.assertTrue(doc and doc.split("\n\n")[0].strip())
                    signature = inspect.signature(tool)
                    self.assertIsNot(signature.return_annotation, inspect.Signature.empty)
                    section = doc.split("Args:\n")[1]
                    described = re.findall(r"^    (\w+): \S", section, re.M)
                    self.assertEqual(described, list(signature.parameters))
                    for parameter in signature.parameters.values():
                        self.assertIsNot(parameter.annotation, inspect.Parameter.empty, parameter.name)

    def test_get_tools_returns_a_literal_list_of_undecorated_functions_of_that_file(self):
        for name in PYTHON_SKILLS:
            with self.subTest(name):
                tree = ast.parse((SKILLS / name / "tools.py").read_text(encoding="utf-8"))
                functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
                (statement,) = functions["get_tools"].body
                self.assertIsInstance(statement, ast.Return)
                self.assertIsInstance(statement.value, ast.List)
                for element in statement.value.elts:
                    self.assertEqual(functions[element.id].decorator_list, [])

    def test_code_uses_the_standard_library_only_and_neither_prints_nor_calls_a_shell(self):
        for path in sorted(SKILLS.glob("*/*.py")):
            with self.subTest(str(path.relative_to(SKILLS))):
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                    modules = []
                    if isinstance(node, ast.Import):
                        modules = [alias.name for alias in node.names]
                    elif isinstance(node, ast.ImportFrom):
                        modules = [node.module]
                    for module in modules:
                        self.assertIn(module.split(".")[0], sys.stdlib_module_names)
                    if isinstance(node, ast.Call):
                        self.assertNotEqual(getattr(node.func, "id", ""), "print")
                        self.assertNotIn("shell", [keyword.arg for keyword in node.keywords])


class ProgramTools(unittest.TestCase):
    def test_every_program_tool_has_a_schema_and_a_runnable_script(self):
        for tool in json.loads((SKILLS / "terminal" / "tools.json").read_text())["tools"]:
            with self.subTest(tool["name"]):
                self.assertEqual(set(tool), {"name", "description", "inputSchema", "run"})
                self.assertEqual(tool["inputSchema"]["type"], "object")
                for parameter in tool["inputSchema"]["properties"].values():
                    self.assertTrue(parameter["description"])
                script = SKILLS / "terminal" / tool["run"][1]
                self.assertTrue(os.access(script, os.X_OK))
                self.assertTrue(script.read_text().startswith("#!/usr/bin/env python3\n"))


if __name__ == "__main__":
    unittest.main()
