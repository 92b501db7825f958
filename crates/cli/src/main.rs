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
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
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

/// Help and version are answers; anything else is bad input, in JSON for whoever asked for JSON.
fn refuse(error: &clap::Error) -> ExitCode {
    let wants_json = std::env::args_os().any(|argument| argument == "--json");
    if wants_json && error.use_stderr() {
        let text = error.render().to_string();
        let said = text.split("\n\n").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        let message = said.trim_start_matches("error: ").to_owned();
        let failure = Failure::Input(failure::Complaint::new(message).fix("see `kitbag --help`"));
        output::complain(&failure, true);
        return ExitCode::from(failure.status());
    }
    let _ = error.print();
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
