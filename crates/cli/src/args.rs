//! Arguments, as clap reads them. The reference in `docs/reference/cli.md` is generated from here.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::config::Color;

/// Decides which skills and tools an LLM agent sees at each turn.
#[derive(Debug, Parser)]
#[command(name = "kitbag", version, propagate_version = true, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command understands.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// A tree of skills to read instead of the usual places; may be given several times, the first wins
    #[arg(long = "root", value_name = "DIR", global = true)]
    pub(crate) roots: Vec<PathBuf>,
    /// A configuration file (TOML, or YAML of the same shape) to read instead of the usual ones [env: KITBAG_CONFIG]
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// Where Kitbag keeps what lasts
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) data: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Colour: on a terminal, always or never
    #[arg(long, value_name = "WHEN", global = true)]
    pub(crate) color: Option<Color>,
    /// Say more on standard error
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List all skills and servers
    List(ListArguments),
    /// Show one skill, tool or server, without loading or starting it
    Info(InfoArguments),
    /// Say what is wrong with skills, where, and how to fix it
    Check(CheckArguments),
    /// Find skills and tools by words
    Search(SearchArguments),
    /// Choose the skills and tools for a task
    Route(RouteArguments),
    /// Show the tools that fit a query as a model would see them before they are loaded
    Ghosts(GhostArguments),
    /// Measure how well queries with known answers are answered
    Eval(EvalArguments),
    /// Create a skill with a tool that runs
    New(NewArguments),
    /// Write a manifest.json of all skills
    Export(ExportArguments),
    /// Show the configuration in effect and where each value came from
    Config,
    /// Print completions for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print a page of the reference: all commands, or all keys of the configuration
    Reference {
        /// Which page
        page: Page,
    },
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Page {
    /// The command line
    Cli,
    /// The configuration
    Config,
}

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// Include directories that begin with `_` or `.` and those that are excluded
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, Args)]
pub(crate) struct InfoArguments {
    /// A skill's id or name, a tool's (`git.commit`, `git__commit`), or a server's
    pub(crate) id: String,
    /// Also show the text by which it is found
    #[arg(long)]
    pub(crate) index: bool,
    /// Also show the instructions
    #[arg(long)]
    pub(crate) body: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Skill directories, SKILL.md files or trees of them; all configured skills if none is given
    pub(crate) paths: Vec<PathBuf>,
    /// Give the verdict of the Agent Skills reference validator instead
    #[arg(long)]
    pub(crate) strict: bool,
    /// Include directories that begin with `_` or `.` and those that are excluded
    #[arg(long)]
    pub(crate) all: bool,
    /// Fail on warnings too
    #[arg(long, conflicts_with = "strict")]
    pub(crate) deny_warnings: bool,
}

#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// The skill's name: lower case letters, digits and single hyphens
    pub(crate) name: String,
    /// The directory in which to create it
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) dir: PathBuf,
    /// What the skill does and when to use it
    #[arg(long, value_name = "TEXT")]
    pub(crate) description: Option<String>,
    /// What kind of tool to put in
    #[arg(long, value_enum, default_value_t = ToolKind::Python)]
    pub(crate) tool: ToolKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ToolKind {
    /// A function in tools.py
    Python,
    /// A program declared in tools.json
    Executable,
    /// Instructions only
    None,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// The file to write; standard output if it is not given or `-`
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct SearchArguments {
    /// What is wanted, in plain words
    pub(crate) query: String,
    /// The most hits
    #[arg(short, long, value_name = "N", default_value_t = 5, value_parser = at_least_one)]
    pub(crate) limit: usize,
    /// Only hits with at least this score, from 0 to 1
    #[arg(long, value_name = "SCORE", default_value_t = 0.0, value_parser = share)]
    pub(crate) min_score: f64,
    /// What to look for
    #[arg(long, value_enum, default_value_t = SearchKind::Any)]
    pub(crate) kind: SearchKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SearchKind {
    /// Skills and tools
    Any,
    /// Skills alone
    Skill,
    /// Tools alone
    Tool,
}

#[derive(Debug, Args)]
pub(crate) struct EvalArguments {
    /// The entries: a JSON object a line with id, name, description, and keywords, text, schema where there are any
    #[arg(long, value_name = "FILE")]
    pub(crate) corpus: PathBuf,
    /// The queries: a JSON object a line with id and text
    #[arg(long, value_name = "FILE")]
    pub(crate) queries: PathBuf,
    /// The answers: query id, entry id and grade, separated by tabs
    #[arg(long, value_name = "FILE")]
    pub(crate) qrels: PathBuf,
    /// Fail if nDCG@10 is below this, from 0 to 1
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub(crate) min_ndcg: Option<f64>,
}

#[derive(Debug, Args)]
pub(crate) struct RouteArguments {
    /// The task, in plain words
    pub(crate) task: String,
    /// The most skills, not counting what they depend on
    #[arg(long, value_name = "N")]
    pub(crate) top_k: Option<u64>,
    /// The most tools
    #[arg(long, value_name = "N")]
    pub(crate) max_tools: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct GhostArguments {
    /// What is wanted, in plain words
    pub(crate) query: String,
    /// The most tools
    #[arg(short, long, value_name = "N", default_value_t = 5, value_parser = at_least_one)]
    pub(crate) limit: usize,
    /// Tools that are loaded already and need no ghost, by any of their names
    #[arg(long, value_name = "TOOL", value_delimiter = ',')]
    pub(crate) exclude: Vec<String>,
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number from 0 to 1".to_owned())?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("expected a number from 0 to 1".to_owned()) }
}

/// A whole number of at least 1.
fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|number| *number > 0).ok_or_else(|| "expected a whole number of at least 1".to_owned())
}
