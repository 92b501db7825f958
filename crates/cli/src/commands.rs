//! The commands: each takes its arguments and the configuration and returns an answer.

mod check;
mod config;
mod export;
mod info;
mod list;
mod new;
mod strict;
mod view;

use clap::CommandFactory;
use kitbag_catalog::{Catalog, Severity};

use crate::args::{Arguments, Command};
use crate::config::Config;
use crate::failure::Failure;
use crate::output::{Answer, Style, count, note};
use crate::reference;

/// Runs the command that was asked for.
pub(crate) fn run(arguments: Arguments) -> Result<Answer, Failure> {
    let Arguments { global, command } = arguments;
    match command {
        Command::Completions { shell } => return Ok(completions(shell)),
        Command::Reference { page } => return Ok(Answer::ok(reference::page(page))),
        _ => {}
    }
    let config = Config::gather(&global)?;
    match command {
        Command::List(arguments) => list::run(config, &arguments, global.json),
        Command::Info(arguments) => info::run(&config, &arguments, global.json),
        Command::Check(arguments) if arguments.strict => strict::run(&config, &arguments, global.json),
        Command::Check(arguments) => check::run(config, &arguments, global.json),
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

/// Tells a person what reading found: errors that belong to no skill, and how many findings there are in all.
fn summarise(catalog: &Catalog, config: &Config, style: Style) {
    let here = &config.places().here;
    let loose = catalog.diagnostics().iter().filter(|d| config.verbose() || d.severity == Severity::Error);
    loose.for_each(|diagnostic| note(&style.diagnostic(diagnostic, here)));
    let mut findings =
        catalog.skills().iter().flat_map(|skill| catalog.diagnostics_of(skill)).filter(|d| d.severity > Severity::Info);
    let hidden = catalog
        .diagnostics()
        .iter()
        .filter(|d| d.severity == Severity::Info || d.severity == Severity::Warning)
        .count();
    let mut parts = Vec::new();
    if findings.next().is_some() {
        parts.push(format!("{} with skills (`kitbag check` shows them)", count(1 + findings.count(), "problem")));
    }
    if hidden > 0 && !config.verbose() {
        parts.push(format!("{} on places and manifests (-v shows them)", count(hidden, "note")));
    }
    if !parts.is_empty() {
        note(&format!("note: {}", parts.join("; ")));
    }
}

fn completions(shell: clap_complete::Shell) -> Answer {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "kitbag", &mut script);
    Answer::ok(String::from_utf8_lossy(&script))
}
