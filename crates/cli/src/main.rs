//! The `kitbag` binary: arguments, configuration, output, exit codes.
//!
//! `main` is a table of contents: parse the arguments, run the command, write its answer, say how it went. Standard output
//! carries payload only; everything else goes to standard error. What a command needs to know of the outside (environment,
//! working directory, terminal) is looked up in [`places`], [`config`] and [`output`], nowhere else.

mod args;
mod commands;
mod config;
mod failure;
mod output;
mod places;
mod reference;

use std::process::ExitCode;

use clap::Parser;

use args::Arguments;
use failure::Failure;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let json = arguments.global.json;
    let outcome = commands::run(arguments).and_then(|answer| {
        output::write(&answer.payload)?;
        answer.notes.iter().for_each(|line| output::note(line));
        Ok(answer.status)
    });
    match outcome {
        Ok(status) => ExitCode::from(status),
        Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            output::complain(&failure, json);
            ExitCode::from(failure.status())
        }
    }
}
