//! The commands: each takes its arguments and the configuration and returns an answer.

mod check;
mod config;
mod eval;
mod export;
mod ghosts;
mod info;
mod list;
mod new;
mod route;
mod search;
mod strict;
mod view;

use clap::CommandFactory;
use kitbag_catalog::{Catalog, Scope, Severity};
use serde_json::json;

use crate::args::{Arguments, CheckArguments, Command, ListArguments};
use crate::config::Config;
use crate::failure::Failure;
use crate::output::{Answer, Style, count};
use crate::reference;

/// Runs the command that was asked for.
pub(crate) fn run(arguments: Arguments) -> Result<Answer, Failure> {
    let Arguments { global, command } = arguments;
    match command {
        Command::Completions { shell } => return Ok(completions(shell)),
        Command::Reference { page } => return Ok(Answer::ok(reference::page(page))),
        _ => {}
    }
    let mut config = Config::gather(&global)?;
    if let Command::List(ListArguments { all: true }) | Command::Check(CheckArguments { all: true, .. }) = &command {
        config.set_flag("catalog.include_excluded", "--all", json!(true));
    }
    match command {
        Command::List(_) => list::run(&config, global.json),
        Command::Info(arguments) => info::run(&config, &arguments, global.json),
        Command::Check(arguments) if arguments.strict => strict::run(&config, &arguments, global.json),
        Command::Check(arguments) => check::run(&config, &arguments, global.json),
        Command::Search(arguments) => search::run(&config, &arguments, global.json),
        Command::Route(arguments) => route::run(config, &arguments, global.json),
        Command::Ghosts(arguments) => ghosts::run(&config, &arguments, global.json),
        Command::Eval(arguments) => eval::run(&arguments, global.json),
        Command::New(arguments) => new::run(&config, &arguments, global.json),
        Command::Export(arguments) => export::run(&config, &arguments, global.json),
        Command::Config => Ok(config::run(&config, global.json)),
        Command::Completions { .. } | Command::Reference { .. } => Ok(Answer::default()),
    }
}

/// Reads the catalog as configured.
fn read_catalog(config: &Config) -> Result<Catalog, Failure> {
    let servers = config.servers().map(|(server, _)| server.clone()).collect();
    Ok(Catalog::read(&config.roots()?, servers, &config.read_options(), None))
}

/// What a person should know of the reading: errors that belong to no skill, and how many findings there are in all.
fn notes(catalog: &Catalog, config: &Config, style: Style) -> Vec<String> {
    let (mut shown, mut hidden) = (Vec::new(), 0);
    for diagnostic in catalog.diagnostics() {
        if config.verbose() || diagnostic.severity == Severity::Error {
            shown.push(style.diagnostic(diagnostic, &config.places().here));
        } else {
            hidden += 1;
        }
    }
    // Not of the bundled skills: nobody but us can do anything about those.
    let own = catalog.skills().iter().filter(|skill| skill.source.scope != Scope::Bundled);
    let findings = own.flat_map(|skill| catalog.diagnostics_of(skill));
    let problems = findings.filter(|diagnostic| diagnostic.severity > Severity::Info).count();
    if problems > 0 {
        shown.push(format!("note: {} with skills; `kitbag check` shows them", count(problems, "problem")));
    }
    if hidden > 0 {
        shown.push(format!("note: {} on directories and manifests; -v shows them", count(hidden, "remark")));
    }
    shown
}

fn completions(shell: clap_complete::Shell) -> Answer {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "kitbag", &mut script);
    Answer::ok(String::from_utf8_lossy(&script))
}
