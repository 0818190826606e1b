//! Tests of PDF files that take all available time or memory of a renderer, among good ones.
//!
//! They need ONNX Runtime's library (`ORT_DYLIB_PATH`, or `target/lib/texlens`, where `cargo xtask setup` puts it).

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "../../pdf/tests/files/mod.rs"]
mod files;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use files::{page, pdf};

fn texlens() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_texlens"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    command
        .current_dir(root)
        // Enables backtraces, which must not reach the output.
        .env("RUST_BACKTRACE", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Returns an empty folder for this test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pdf").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

const SIZE: &str = "[0 0 300 200]";

fn words(words: &str) -> [String; 2] {
    page(SIZE, &format!("BT /F1 20 Tf 20 100 Td ({words}) Tj ET"))
}

/// Makes a page with a line of dashes that are far shorter than a pixel.
fn dashes() -> [String; 2] {
    page(SIZE, "[0.0000001] 0 d 0 50 m 100 50 l S")
}

fn hostile(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pdf/tests/data/hostile");
    folder.join(name).with_extension("pdf")
}

/// Makes a command that reads files with these limits, each under its own name.
fn ocr(folder: &Path, files: &[(&str, Vec<u8>)], more: &[&str]) -> Command {
    let mut command = texlens();
    command.arg("ocr");
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        command.arg(path);
    }
    command
        .arg("--out")
        .arg(folder.join("out"))
        .args(["--dpi", "100"])
        .args(more);
    command
}

/// Returns standard error, which must have only the command's own lines.
fn said(run: &Output) -> String {
    let said = String::from_utf8(run.stderr.clone()).unwrap();
    assert!(said.lines().all(|line| line.starts_with('[')), "{said}");
    for trace in ["panicked", "backtrace", "memory allocation", "thread '"] {
        assert!(!said.contains(trace), "{said}");
    }
    said
}

/// Returns the only line about a file or page.
fn about<'s>(said: &'s str, what: &str) -> &'s str {
    let mut lines = said.lines().filter(|line| line.contains(what));
    let line = lines.next().unwrap_or_else(|| panic!("nothing about {what}: {said}"));
    assert!(lines.next().is_none(), "{said}");
    line
}

fn latex(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join("out").join(name)).unwrap()
}

/// Processes on Linux.
#[cfg(target_os = "linux")]
mod processes {
    use super::*;

    /// Returns the process that draws for this one.
    pub(super) fn renderer_of(parent: u32) -> Option<u32> {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let mut numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers.find(|&process| number(process, "PPid:") == Some(parent.into()) && is_there(process))
    }

    /// Returns a number from the status of a process.
    pub(super) fn number(process: u32, name: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Reports whether a process is running. A process that has ended has no arguments, even before its parent waits
    /// for it.
    pub(super) fn is_there(process: u32) -> bool {
        let arguments = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        arguments.windows(8).any(|words| words == b"draw-pdf")
    }

    pub(super) fn kill(process: u32) {
        let killed = Command::new("kill").args(["-9", &process.to_string()]).status();
        assert!(killed.unwrap().success());
    }

    pub(super) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            if let Some(found) = look() {
                return found;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Runs a command. Returns the peak memory of the command and of its drawing processes, in kB.
#[cfg(target_os = "linux")]
fn watched(command: &mut Command) -> (Output, [u64; 2]) {
    use std::sync::atomic::{AtomicBool, Ordering};

    let child = command.spawn().unwrap();
    let parent = child.id();
    let has_ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut most = [0; 2];
            while !has_ended.load(Ordering::Relaxed) {
                most[0] = processes::number(parent, "VmHWM:").unwrap_or(0).max(most[0]);
                let renderer = processes::renderer_of(parent);
                let peak = renderer.and_then(|renderer| processes::number(renderer, "VmPeak:"));
                most[1] = peak.unwrap_or(0).max(most[1]);
                std::thread::sleep(Duration::from_millis(2));
            }
            most
        });
        let output = child.wait_with_output().unwrap();
        has_ended.store(true, Ordering::Relaxed);
        (output, watch.join().unwrap())
    })
}

#[test]
#[cfg(target_os = "linux")]
fn hostile_files_cost_themselves_only() {
    const NAMES: [&str; 9] = [
        "opening",
        "dash",
        "forms",
        "form-squares",
        "fax",
        "content",
        "strokes",
        "nesting",
        "truncated",
    ];
    const MEBIBYTES: u64 = 400;
    let folder = folder("hostile");
    let names: Vec<String> = NAMES.iter().map(|name| format!("{name}.pdf")).collect();
    let hostile = NAMES.iter().map(|name| fs::read(hostile(name)).unwrap());
    let mut all = vec![("first.pdf", pdf(&[&words("Still read")]))];
    all.extend(names.iter().map(String::as_str).zip(hostile));
    all.push(("last.pdf", pdf(&[&words("Read in the end")])));

    let began = Instant::now();
    let memory = MEBIBYTES.to_string();
    let limits = ["--pdf-seconds", "2", "--pdf-memory", &memory];
    let (run, [command, renderers]) = watched(&mut ocr(&folder, &all, &limits));
    let took = began.elapsed();
    let said = said(&run);
    assert_eq!(run.status.code(), Some(1), "{said}");
    // Eight pages are lost. Some are tried twice, if the process had worked before.
    assert!(took < Duration::from_secs(120), "{took:?}");
    assert!(command < 1 << 20, "{command} kB");
    assert!((1..=MEBIBYTES << 10).contains(&renderers), "{renderers} kB");

    assert!(latex(&folder, "first.tex").contains("Still read"), "{said}");
    assert!(latex(&folder, "last.tex").contains("Read in the end"), "{said}");
    let memory = "it takes more than 400 MiB of memory; print it to a new PDF";
    let time = "it was not done after 2 s; print it to a new PDF";
    assert!(about(&said, "fax.pdf").contains(memory), "{said}");
    assert!(about(&said, "forms.pdf page 1 of 2").contains(time), "{said}");
    assert!(
        about(&said, "forms page 2 of 2").contains("No text was found"),
        "{said}"
    );
    // The speed of the machine determines which limit these files exceed.
    let either = [
        "opening.pdf",
        "dash.pdf",
        "form-squares.pdf page 1",
        "content.pdf",
        "strokes.pdf page 1",
        "strokes.pdf page 3",
    ];
    for what in either {
        let line = about(&said, what);
        assert!(line.contains(memory) || line.contains(time), "{said}");
    }
    about(&said, "form-squares page 2 of 2");
    about(&said, "nesting");
    about(&said, "truncated");
}

#[test]
fn a_file_whose_pages_are_lost_again_and_again_is_given_up() {
    let folder = folder("again");
    let pages = [
        words("Still read"),
        dashes(),
        dashes(),
        words("Read in the end"),
        dashes(),
        words("Not tried"),
    ];
    let file = pdf(&pages.iter().collect::<Vec<_>>());
    let mut command = ocr(&folder, &[("again.pdf", file)], &["--pdf-memory", "300"]);
    let run = command.output().unwrap();
    let said = said(&run);
    assert_eq!(run.status.code(), Some(1), "{said}");
    for page in [2, 3, 5] {
        let line = about(&said, &format!("page {page} of 6"));
        assert!(line.contains("it takes more than 300 MiB of memory"), "{said}");
    }
    let given_up = about(&said, "page 6 of 6");
    assert!(given_up.contains("3 of its pages could not be drawn"), "{said}");
    let latex = latex(&folder, "again.tex");
    assert!(
        latex.contains("Still read") && latex.contains("Read in the end"),
        "{latex}"
    );
    assert!(
        !latex.contains("Not tried") && latex.contains("% Page 6 could not be read"),
        "{latex}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_renderer_that_is_killed_costs_its_page() {
    let folder = folder("killed");
    let files = [
        ("forms.pdf", fs::read(hostile("forms")).unwrap()),
        ("last.pdf", pdf(&[&words("Read in the end")])),
    ];
    let command = ocr(&folder, &files, &["--pdf-seconds", "600"]).spawn().unwrap();
    let renderer = processes::wait_for("it draws", || processes::renderer_of(command.id()));
    // Leaves time to open the file, because a page that is lost after that is not tried again.
    std::thread::sleep(Duration::from_secs(2));
    processes::kill(renderer);
    let run = command.wait_with_output().unwrap();
    let said = said(&run);
    assert_eq!(run.status.code(), Some(1), "{said}");
    let lost = about(&said, "forms.pdf page 1 of 2");
    assert!(
        lost.contains("ended (signal: 9") && lost.contains("print it to a new PDF"),
        "{said}"
    );
    about(&said, "forms page 2 of 2");
    assert!(latex(&folder, "last.tex").contains("Read in the end"), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_renderer_ends_with_the_command() {
    let folder = folder("ends");
    let files = [("forms.pdf", fs::read(hostile("forms")).unwrap())];
    let mut command = ocr(&folder, &files, &["--pdf-seconds", "600"]).spawn().unwrap();
    let renderer = processes::wait_for("it draws", || processes::renderer_of(command.id()));
    std::thread::sleep(Duration::from_secs(1));
    assert!(processes::is_there(renderer));
    command.kill().unwrap();
    command.wait().unwrap();
    processes::wait_for("it has ended", || (!processes::is_there(renderer)).then_some(()));
}

#[test]
fn the_pages_of_hostile_files_of_a_dataset_are_counted_within_the_limits() {
    let folder = folder("dataset");
    let data = folder.join("data");
    fs::create_dir_all(data.join("out")).unwrap();
    let good = pdf(&[&words("Still read"), &words("and read")]);
    let files = [
        ("bad", fs::read(hostile("opening")).unwrap()),
        ("dash", fs::read(hostile("dash")).unwrap()),
        ("good", good),
    ];
    for (name, bytes) in files {
        fs::write(data.join(name).with_extension("pdf"), bytes).unwrap();
        fs::write(data.join(name).with_extension("tex"), "Still read").unwrap();
        fs::write(data.join("out").join(name).with_extension("md"), "Still read").unwrap();
    }
    let html = folder.join("report.html");
    let began = Instant::now();
    let run = texlens()
        .arg("evaluate")
        .arg(&data)
        .args([
            "--level",
            "page",
            "--metrics",
            "cer",
            "--resamples",
            "100",
            "--pdf-memory",
            "300",
            "--html",
        ])
        .arg(&html)
        .output()
        .unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(
        !said.contains("memory allocation") && !said.contains("panicked"),
        "{said}"
    );
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    let html = fs::read_to_string(html).unwrap();
    for name in ["bad", "dash"] {
        assert!(
            html.contains(&format!("{name}.pdf : it takes more than 300 MiB of memory")),
            "{name}: {said}"
        );
    }
}

#[test]
fn garbage_is_no_request() {
    let answer = |input: &[u8]| {
        let mut command = texlens();
        let mut child = command
            .args(["draw-pdf", "--memory", "300"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        child.wait_with_output().unwrap()
    };
    let ready = answer(b"");
    assert!(ready.status.success());
    for garbage in [b"%PDF-1.7".as_slice(), b"tpdf\xff\xff\xff\xff\xff\xff\xff\xff", b"tpdf"] {
        let run = answer(garbage);
        assert_eq!(run.status.code(), Some(2));
        let said = String::from_utf8(run.stderr).unwrap();
        assert!(
            said.starts_with("texlens: pages of PDF files cannot be drawn: "),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
        assert_eq!(run.stdout, ready.stdout, "nothing is answered");
    }
    let help = texlens().arg("--help").output().unwrap();
    assert!(!String::from_utf8(help.stdout).unwrap().contains("draw-pdf"));
}
