//! Tests that the program works where it is installed: with the files of the archive around it, without the repository and
//! without variables.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Installs the program with what the archive holds, beside other programs that share names with its parts, and returns
/// its path.
fn install(folder: &Path, library: &Path) -> PathBuf {
    let (programs, files) = (folder.join("bin"), folder.join("lib/texlens"));
    fs::create_dir_all(&programs).unwrap();
    fs::create_dir_all(&files).unwrap();
    let program = programs.join("texlens");
    fs::copy(env!("CARGO_BIN_EXE_texlens"), &program).unwrap();
    symlink(
        fs::canonicalize(library).unwrap(),
        files.join(library.file_name().unwrap()),
    )
    .unwrap();
    symlink(fs::canonicalize(root().join("www/tex")).unwrap(), files.join("tex")).unwrap();
    // A folder such as `~/.local/bin` may have TeX itself.
    fs::write(programs.join("tex"), "#!/bin/sh").unwrap();
    fs::create_dir(programs.join(library.file_name().unwrap())).unwrap();
    program
}

fn run(program: &Path, folder: &Path, arguments: &[&str]) -> Output {
    Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn it_finds_its_engine_and_its_runtime() {
    let named = std::env::var_os("ORT_DYLIB_PATH").map(PathBuf::from);
    // Where `cargo xtask setup` puts it.
    let library = named.unwrap_or_else(|| root().join("target/lib/texlens/libonnxruntime.so.1"));
    let folder = tempfile::tempdir().unwrap();
    let program = install(folder.path(), &library);
    let version = text(&run(&program, folder.path(), &["--version"]).stdout);
    let installed = folder.path().join("bin/../lib/texlens");
    for line in [
        format!("texlens {}", env!("CARGO_PKG_VERSION")),
        format!("TeX engine: {}", installed.join("tex").display()),
        format!(
            "ONNX Runtime: {}",
            installed.join(library.file_name().unwrap()).display()
        ),
    ] {
        assert!(version.lines().any(|said| said == line), "{line}\n{version}");
    }

    fs::write(folder.path().join("right.tex"), "A formula $x^2$.").unwrap();
    fs::write(folder.path().join("wrong.tex"), "A formula $x^2.").unwrap();
    assert!(run(&program, folder.path(), &["compile", "right.tex"]).status.success());
    assert_eq!(
        run(&program, folder.path(), &["compile", "wrong.tex"]).status.code(),
        Some(1)
    );

    fs::copy(
        root().join("tests/e2e/fixtures/line.png"),
        folder.path().join("line.png"),
    )
    .unwrap();
    let read = run(&program, folder.path(), &["ocr", "line.png", "--out", "read"]);
    assert!(read.status.success(), "{}", text(&read.stderr));
}

#[test]
fn what_it_lacks_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("texlens");
    fs::copy(env!("CARGO_BIN_EXE_texlens"), &program).unwrap();
    assert!(text(&run(&program, folder.path(), &["--version"]).stdout).contains("ONNX Runtime: not found"));
    fs::copy(
        root().join("tests/e2e/fixtures/line.png"),
        folder.path().join("line.png"),
    )
    .unwrap();
    let read = run(&program, folder.path(), &["ocr", "line.png", "--out", "read"]);
    assert_eq!(read.status.code(), Some(2));
    assert!(text(&read.stderr).contains("ONNX Runtime was not found"));
}

#[test]
fn the_version_says_which_named_parts_are_missing() {
    let folder = tempfile::tempdir().unwrap();
    let [gone, library, engine] = ["gone", "library.so", "engine"].map(|name| folder.path().join(name));
    fs::write(&library, "").unwrap();
    fs::create_dir(&engine).unwrap();
    fs::write(engine.join("manifest.json"), "{}").unwrap();
    let program = folder.path().join("texlens");
    fs::copy(env!("CARGO_BIN_EXE_texlens"), &program).unwrap();
    let line = |part: &str, variable: &str, value: &Path| {
        let mut named = Command::new(&program);
        let version = named.arg("--version").current_dir(folder.path()).env_clear();
        let said = text(&version.env(variable, value).output().unwrap().stdout);
        let line = said.lines().find_map(|line| line.strip_prefix(&format!("{part}: ")));
        line.unwrap_or_else(|| panic!("{said}")).to_owned()
    };
    let runtime = |value: &Path| line("ONNX Runtime", "ORT_DYLIB_PATH", value);
    let tex = |value: &Path| line("TeX engine", "TEXLENS_TEX", value);
    let is = |path: &Path| path.display().to_string();
    let is_missing = |path: &Path| format!("{} (missing)", path.display());

    assert_eq!(runtime(&library), is(&library));
    for missing in [&gone, &engine, Path::new("./gone.so")] {
        assert_eq!(runtime(missing), is_missing(missing));
    }
    // The loader finds it, wherever it is.
    assert_eq!(runtime(Path::new("libonnxruntime.so.1")), "libonnxruntime.so.1");
    assert_eq!(runtime(Path::new("")), "not found");

    assert_eq!(tex(&engine), is(&engine));
    for missing in [&gone, &library, folder.path()] {
        assert_eq!(tex(missing), is_missing(missing));
    }
    let unset = text(&run(&program, folder.path(), &["--version"]).stdout);
    assert!(
        unset.contains(&format!("TeX engine: {}\n", tex(Path::new("")))),
        "{unset}"
    );
}

#[test]
fn completions_and_man_pages_know_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_texlens"));
    let help = text(&run(program, folder.path(), &["--help"]).stdout);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() > 12, "{commands:?}");
    for shell in ["bash", "zsh", "fish"] {
        let script = text(&run(program, folder.path(), &["completions", shell]).stdout);
        for command in &commands {
            assert!(script.contains(command), "{shell} does not know {command}");
        }
    }
    assert!(run(program, folder.path(), &["man", "pages"]).status.success());
    for command in &commands {
        let page = fs::read_to_string(folder.path().join(format!("pages/texlens-{command}.1"))).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
    assert!(folder.path().join("pages/texlens.1").exists());
}
