//! Places: where projects, users and Kitbag keep things.

use std::path::{Path, PathBuf};
use std::{env, io};

use crate::failure::{Complaint, Failure};

/// Directories that hold skills by convention, below a project or a home directory; earlier ones win.
const CONVENTIONAL: [&str; 8] = [
    ".kitbag/skills",
    ".agents/skills",
    ".claude/skills",
    ".codex/skills",
    ".cursor/skills",
    ".gemini/skills",
    ".opencode/skills",
    ".windsurf/skills",
];

/// The names a configuration file may have.
pub(crate) const CONFIGURATIONS: [&str; 3] = ["kitbag.toml", "kitbag.yaml", "kitbag.yml"];

/// Where this process stands.
#[derive(Debug, Clone)]
pub(crate) struct Places {
    /// The working directory.
    pub(crate) here: PathBuf,
    /// The nearest directory upwards with a configuration or a `.git`; the working directory if there is none.
    pub(crate) project: PathBuf,
    home: Option<PathBuf>,
}

impl Places {
    /// Looks around.
    pub(crate) fn look() -> Result<Self, Failure> {
        let here = env::current_dir().map_err(|error: io::Error| {
            Failure::File(
                Complaint::new(format!("the working directory cannot be used: {error}"))
                    .fix("change to one that exists"),
            )
        })?;
        let home = env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
        let marks = |directory: &Path| CONFIGURATIONS.iter().chain(&[".git"]).any(|name| directory.join(name).exists());
        let project = here.ancestors().find(|directory| marks(directory)).unwrap_or(&here).to_path_buf();
        Ok(Self { here, project, home })
    }

    /// The directory of the user's own configuration.
    pub(crate) fn user_configuration(&self) -> Option<PathBuf> {
        self.base("XDG_CONFIG_HOME", ".config").map(|base| base.join("kitbag"))
    }

    /// Where Kitbag keeps what lasts, unless told otherwise.
    pub(crate) fn data(&self) -> PathBuf {
        self.base("XDG_DATA_HOME", ".local/share")
            .map_or_else(|| self.here.join(".kitbag/data"), |base| base.join("kitbag"))
    }

    /// The project's conventional skill directories that exist.
    pub(crate) fn project_skills(&self) -> Vec<PathBuf> {
        existing(&self.project)
    }

    /// The user's conventional skill directories that exist.
    pub(crate) fn user_skills(&self) -> Vec<PathBuf> {
        self.home.as_deref().map(existing).unwrap_or_default()
    }

    /// A path as written in a file or a variable: `~` is the home directory, relative paths start at `base`.
    pub(crate) fn expand(&self, path: &str, base: &Path) -> PathBuf {
        match (path.strip_prefix('~'), &self.home) {
            (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => {
                home.join(rest.trim_start_matches('/'))
            }
            _ => base.join(path),
        }
    }

    fn base(&self, variable: &str, below_home: &str) -> Option<PathBuf> {
        let set = env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
        set.or_else(|| self.home.as_ref().map(|home| home.join(below_home)))
    }
}

fn existing(base: &Path) -> Vec<PathBuf> {
    CONVENTIONAL.iter().map(|name| base.join(name)).filter(|path| path.is_dir()).collect()
}
