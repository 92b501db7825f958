//! Python tools, read from the source without running it.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use kitbag_catalog::{Folder, Origin, Scope, Skill, SkillId, Source, Tool};
use serde_json::{Value, json};

const DEFINITION: (&str, &str) = ("SKILL.md", "---\nname: demo\ndescription: D\n---\n");

fn read(files: &[(&str, &str)]) -> Skill {
    let files = [DEFINITION].into_iter().chain(files.iter().copied()).map(|(path, text)| (path, text.as_bytes()));
    let source = Source { scope: Scope::Project, root: "/skills".into() };
    Skill::read(&Folder::in_memory("/skills/demo", files), SkillId::from_relative(Path::new("demo"), "demo"), source)
}

fn names(skill: &Skill) -> Vec<&str> {
    skill.tools.iter().map(|tool| tool.id.name()).collect()
}

fn schema_of(signature: &str, prelude: &str) -> Value {
    let skill = read(&[("tools.py", &format!("{prelude}\n@tool\ndef t({signature}):\n    \"\"\"T.\"\"\"\n"))]);
    assert_eq!(skill.diagnostics, []);
    skill.tools[0].input_schema.clone()
}

fn property(annotation: &str) -> Value {
    schema_of(&format!("x: {annotation}"), "")["properties"]["x"].clone()
}

// B-49
#[test]
fn get_tools_names_the_tools_docstrings_describe_them_and_hints_type_them() {
    let skill = read(&[(
        "tools.py",
        r#"
from agent.core.registry import tool

@tool
def git_commit(message: str, all: bool = False) -> str:
    """Commit changes to git.

    Args:
        message: The message,
            on several lines.
        all: Stage everything first.

    Returns:
        The hash.
    """
    ...

def helper(): ...

def get_tools() -> list:
    return [git_commit]
"#,
    )]);
    let expected = Tool {
        description: "Commit changes to git.".into(),
        input_schema: json!({
            "type": "object",
            "properties": {
                "message": {"type": "string", "description": "The message, on several lines."},
                "all": {"type": "boolean", "description": "Stage everything first.", "default": false},
            },
            "required": ["message"],
            "additionalProperties": false,
        }),
        origin: Origin::Python { module: "tools.py".into(), function: "git_commit".into(), is_async: false },
        line: 5,
        ..skill.tools[0].clone()
    };
    assert_eq!(skill.tools, [expected]);
    assert_eq!(skill.tools[0].id.to_string(), "demo.git_commit");
    assert_eq!(skill.diagnostics, []);
}

// B-49
#[test]
fn init_and_scripts_count_private_files_and_tests_do_not() {
    let function = |name: &str| format!("@tool\ndef {name}():\n    \"\"\"D.\"\"\"\n");
    let files =
        ["__init__.py", "scripts/b.py", "scripts/a.py", "tools.py", "scripts/_private.py", "other.py", "tests/t.py"];
    let sources: Vec<String> = files.iter().map(|file| function(&file.replace(['/', '.'], "_"))).collect();
    let pairs: Vec<(&str, &str)> = files.iter().copied().zip(sources.iter().map(String::as_str)).collect();
    assert_eq!(names(&read(&pairs)), ["tools_py", "__init___py", "scripts_a_py", "scripts_b_py"]);
}

#[test]
fn decorators_name_and_describe_and_hide_what_the_runtime_provides() {
    let skill = read(&[(
        "scripts/work.py",
        "@skill_command(\n    name=\"smart_commit\",\n    description=\"\"\"\n    Commits\n      wisely.\n    \"\"\",\n    category=\"write\",\n)\n\
         async def commit(self, ctx, project_root, message: str = \"wip\"): ...\n\n\
         @registry.skill_script(name='old')\ndef old_one(n: int):\n    'Old.'\n\n\
         @mcp.tool()\ndef served(**extra):\n    'Served.'\n\n\
         @functools.cache\ndef not_a_tool(): ...\n",
    )]);
    assert_eq!(names(&skill), ["smart_commit", "old", "served"]);
    assert_eq!(skill.tools[0].description, "Commits\n  wisely.");
    assert_eq!(skill.tools[0].input_schema["properties"], json!({"message": {"type": "string", "default": "wip"}}));
    assert_eq!(
        skill.tools[0].origin,
        Origin::Python { module: "scripts/work.py".into(), function: "commit".into(), is_async: true }
    );
    assert_eq!(skill.tools[2].input_schema["additionalProperties"], json!(true), "**extra takes anything");
}

#[test]
fn types_become_schemas() {
    let table = [
        ("str", json!({"type": "string"})),
        ("int", json!({"type": "integer"})),
        ("float", json!({"type": "number"})),
        ("bool", json!({"type": "boolean"})),
        ("list", json!({"type": "array"})),
        ("list[int]", json!({"type": "array", "items": {"type": "integer"}})),
        (
            "List[Dict[str, float]]",
            json!({"type": "array", "items": {"type": "object", "additionalProperties": {"type": "number"}}}),
        ),
        ("typing.Optional[str]", json!({"type": "string"})),
        ("str | None", json!({"type": "string"})),
        ("Union[int, str, None]", json!({"anyOf": [{"type": "integer"}, {"type": "string"}]})),
        ("'Optional[int]'", json!({"type": "integer"})),
        ("Literal['a', 'b']", json!({"type": "string", "enum": ["a", "b"]})),
        ("Literal[1, 'b']", json!({"enum": [1, "b"]})),
        ("Annotated[int, 'how many']", json!({"type": "integer", "description": "how many"})),
        ("Annotated[str, Field(description='who')]", json!({"type": "string", "description": "who"})),
        ("tuple[int, ...]", json!({"type": "array", "items": {"type": "integer"}})),
        ("Path", json!({"type": "string"})),
        ("Any", json!({})),
        ("Unheard.Of[x]", json!({"type": "string"})),
    ];
    for (annotation, expected) in table {
        assert_eq!(property(annotation), expected, "{annotation}");
    }
}

#[test]
fn names_of_the_file_are_followed_and_circles_end() {
    let prelude = "class Colour(StrEnum):\n    RED = 'red'\n    BLUE = 'blue'\n\nMode = Literal['fast']\n\n\
                   class Point(TypedDict):\n    x: int\n    y: float = 0\n    next: 'Point'\n\nLoop = Loop\n";
    let schema = schema_of("c: Colour, m: Mode, l: Loop, p: list[Point]", prelude);
    let properties = &schema["properties"];
    assert_eq!(properties["c"], json!({"type": "string", "enum": ["red", "blue"]}));
    assert_eq!(properties["m"], json!({"type": "string", "enum": ["fast"]}));
    assert_eq!(properties["l"], json!({"type": "string"}));
    assert_eq!(properties["p"]["items"]["properties"]["y"], json!({"type": "number", "default": 0}));
    assert_eq!(properties["p"]["items"]["required"], json!(["x", "next"]));
}

#[test]
fn defaults_are_shown_where_they_are_literal_and_type_what_has_no_hint() {
    let schema = schema_of("a, b=3, c=-1.5, d=None, e=compute(), f=[1, 'x'], *rest, g: int = 2", "");
    assert_eq!(schema["required"], json!(["a"]));
    assert_eq!(
        schema["properties"],
        json!({
            "a": {"type": "string"},
            "b": {"type": "integer", "default": 3},
            "c": {"type": "number", "default": -1.5},
            "d": {"type": "string"},
            "e": {"type": "string"},
            "f": {"type": "array", "default": [1, "x"]},
            "g": {"type": "integer", "default": 2},
        })
    );
}

#[test]
fn parameters_are_described_in_three_dialects() {
    let rest = "    \"\"\"Do.\n\n    :param str a: The a.\n    :param b: The b.\n    :returns: nothing\n    \"\"\"";
    let numpy = "    \"\"\"Do.\n\n    Parameters\n    ----------\n    a : str\n        The a.\n    b : int, optional\n        The b.\n\n    Returns\n    -------\n    x\n    \"\"\"";
    let google = "    \"\"\"Do.\n\n    Args:\n        a (str): The a.\n        b: The b.\n    Raises:\n        c: Not a parameter.\n    \"\"\"";
    for docstring in [rest, numpy, google] {
        let skill = read(&[("tools.py", &format!("@tool\ndef t(a: str, b: str, c: str):\n{docstring}\n"))]);
        let tool = &skill.tools[0];
        assert_eq!(tool.description, "Do.");
        let about = |name: &str| tool.input_schema["properties"][name].get("description").cloned();
        assert_eq!(
            (about("a"), about("b"), about("c")),
            (Some(json!("The a.")), Some(json!("The b.")), None),
            "{docstring}"
        );
    }
}

#[test]
fn a_broken_script_is_reported_with_its_line_and_does_not_hide_the_others() {
    let skill = read(&[
        ("scripts/broken.py", "@tool\ndef ok(): 'x'\n\ndef bad(:\n    pass\n"),
        ("tools.py", "@tool\ndef fine():\n    'F.'\n"),
    ]);
    assert_eq!(names(&skill), ["fine"]);
    let finding = &skill.diagnostics[0];
    assert_eq!((finding.code, finding.line), ("python-syntax", Some(4)));
    assert!(finding.file.ends_with("scripts/broken.py"));
}

#[test]
fn get_tools_may_name_functions_of_other_files_and_what_it_computes_is_reported() {
    let skill = read(&[
        (
            "tools.py",
            "from scripts.impl import far\n\ndef near():\n    'N.'\n\ndef get_tools():\n    return [near, far, gone, make()]\n",
        ),
        ("scripts/impl.py", "def far(x: int):\n    'F.'\n"),
    ]);
    assert_eq!(names(&skill), ["near", "far"]);
    assert_eq!(
        skill.tools[1].origin,
        Origin::Python { module: "scripts/impl.py".into(), function: "far".into(), is_async: false }
    );
    let codes: Vec<(&str, Option<usize>)> = skill.diagnostics.iter().map(|d| (d.code, d.line)).collect();
    assert_eq!(codes, [("get-tools-computed", Some(7)), ("tool-undefined", Some(7))]);
}

#[test]
fn two_tools_of_one_name_and_tools_without_description_are_reported() {
    let skill = read(&[
        ("tools.py", "@tool\ndef same():\n    'First.'\n@tool\ndef bare(): ...\n"),
        ("scripts/s.py", "@tool\ndef same():\n    'Second.'\n"),
    ]);
    assert_eq!(names(&skill), ["same", "bare"]);
    assert_eq!(skill.tools[0].description, "First.");
    let codes: Vec<&str> = skill.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["tool-duplicate", "tool-undescribed"]);
}

#[test]
fn lists_are_followed_through_names_sums_stars_branches_and_generators() {
    let functions = "def a():\n    'A.'\ndef b():\n    'B.'\n";
    for listing in [
        "TOOLS = (a, b)\ndef get_tools(): return TOOLS\n",
        "def get_tools():\n    tools = [a]\n    return tools + [b]\n",
        "MORE = [b]\ndef get_tools(): return [a, *MORE]\n",
        "def get_tools(flag=True):\n    if flag:\n        return [a]\n    else:\n        return [b]\n",
        "def get_tools():\n    yield a\n    yield b\n",
        "get_tools = lambda: [a, b]\n",
    ] {
        let skill = read(&[("tools.py", &format!("{functions}{listing}"))]);
        assert_eq!((names(&skill), skill.diagnostics.as_slice()), (vec!["a", "b"], &[][..]), "{listing}");
    }
}

#[test]
fn the_last_definition_of_a_name_counts_as_in_python_and_methods_are_told() {
    let skill = read(&[(
        "tools.py",
        "@tool\ndef twice(a: int):\n    'First.'\nif True:\n    @tool\n    def twice(b: str):\n        'Second.'\n\nclass C:\n    @tool\n    def method(self):\n        'M.'\n",
    )]);
    assert_eq!(names(&skill), ["twice"]);
    assert_eq!((skill.tools[0].description.as_str(), skill.tools[0].line), ("Second.", 6));
    assert_eq!((skill.diagnostics[0].code, skill.diagnostics[0].line), ("tool-method", Some(11)));
}

#[test]
fn models_say_what_is_required_and_what_is_allowed() {
    let prelude = "class Model(BaseModel):\n    a: str = Field(..., description='The a')\n    b: int = Field(3, ge=0, le=5)\n    c: list[str] = Field(default_factory=list)\n\n\
                   class Part(TypedDict, total=False):\n    q: str\n\ntype Names = list[str]\n";
    let schema = schema_of("m: Model, p: Part, n: Names, t: tuple[int, str], u: Unheard = 3", prelude);
    let properties = &schema["properties"];
    assert_eq!(
        properties["m"],
        json!({
            "type": "object",
            "properties": {
                "a": {"type": "string", "description": "The a"},
                "b": {"type": "integer", "minimum": 0, "maximum": 5, "default": 3},
                "c": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["a"],
        })
    );
    assert_eq!(properties["p"], json!({"type": "object", "properties": {"q": {"type": "string"}}}));
    assert_eq!(properties["n"], json!({"type": "array", "items": {"type": "string"}}));
    assert_eq!(properties["t"]["prefixItems"], json!([{"type": "integer"}, {"type": "string"}]));
    assert_eq!(properties["u"], json!({"type": "integer", "default": 3}), "a default tells more than an unknown type");
}

#[test]
fn models_that_name_each_other_stay_small() {
    let prelude =
        "class Node(BaseModel):\n    left: 'Node'\n    right: 'Node'\n    parent: 'Node'\n    items: list['Node']\n";
    let schema = schema_of("n: Node", prelude);
    assert_eq!(schema["properties"]["n"]["properties"]["left"], json!({"type": "object"}));
    assert!(schema.to_string().len() < 600);
}

#[test]
fn too_many_types_and_tools_are_cut_and_said_so() {
    let classes: String =
        (0..40).map(|n| format!("class C{n}(BaseModel):\n    a: C{}\n    b: C{}\n", n + 1, n + 1)).collect();
    let skill = read(&[("tools.py", &format!("{classes}\n@tool\ndef t(x: C0):\n    'T.'\n"))]);
    assert!(skill.tools[0].input_schema.to_string().len() < 2_000_000);
    let functions: String = (0..300).map(|n| format!("def f{n}():\n    'F.'\n")).collect();
    let names: Vec<String> = (0..300).map(|n| format!("f{n}, f{n}")).collect();
    let skill = read(&[("tools.py", &format!("{functions}def get_tools():\n    return [{}]\n", names.join(", ")))]);
    assert_eq!((skill.tools.len(), skill.diagnostics[0].code), (256, "too-many-tools"));
}
