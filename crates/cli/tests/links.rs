//! Tests that files are read only within the paths on the command line.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A secret in the environment, like the key of a judge.
const SECRET: &str = "sk-a-key-that-nobody-may-see";

/// The folder of one test.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("links").join(name);
        // Removes the output of an earlier run.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Makes a dataset `data` with two pages and the system `nougat`, and a file beside it.
    fn with_dataset(name: &str) -> Self {
        let place = Self::new(name);
        for page in ["p1", "p2"] {
            place.write(&format!("data/truth/{page}.tex"), "The sea rises and falls: $x$.\n");
            place.write(&format!("data/nougat/{page}.md"), "The sea rises and falls: $x$.\n");
        }
        place.write("secret.tex", SECRET);
        place
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn link(&self, target: impl AsRef<Path>, path: &str) {
        symlink(target, self.0.join(path)).unwrap();
    }

    /// Makes a pipe without a writer.
    fn pipe(&self, path: &str) {
        assert!(
            Command::new("mkfifo")
                .arg(self.0.join(path))
                .status()
                .unwrap()
                .success()
        );
    }

    /// Runs the command in this folder, with the secret in its environment. The run must end within a minute.
    fn run(&self, arguments: &[&str]) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_texlens"))
            .args(arguments)
            .current_dir(&self.0)
            .env("TEXLENS_TEX", env!("CARGO_TARGET_TMPDIR"))
            .env("TEXLENS_JUDGE_KEY", SECRET)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if began.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("{arguments:?} does not end");
            }
            thread::sleep(Duration::from_millis(20));
        }
        child.wait_with_output().unwrap()
    }

    /// Reports whether one of these output files contains a text.
    fn has_written(&self, files: &[&str], text: &str) -> bool {
        let holds = |file: &&str| String::from_utf8_lossy(&fs::read(self.0.join(file)).unwrap()).contains(text);
        files.iter().any(holds)
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn no_link_brings_a_file_from_outside_into_a_report() {
    for target in ["/proc/self/environ", "../../secret.tex", "/etc/passwd"] {
        let place = Place::with_dataset("report");
        place.write("data/truth/p3.tex", "Three.\n");
        place.link(target, "data/nougat/p3.md");
        let output = place.run(&[
            "evaluate",
            "data",
            "--metrics",
            "ds",
            "--html",
            "r.html",
            "--json",
            "r.json",
            "--texts",
        ]);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.contains("data/nougat/p3.md: is a link to /") && said.contains("outside of data"),
            "{said}"
        );
        for text in [SECRET, "root:x:0"] {
            assert!(!place.has_written(&["r.html", "r.json"], text), "{target}");
            assert!(!stdout(&output).contains(text) && !said.contains(text), "{target}");
        }
        // Everything else is scored.
        assert!(place.has_written(&["r.json"], "\"p2\""));
    }
}

#[test]
fn links_to_folders_are_entered_once_and_lead_nowhere_else() {
    let place = Place::with_dataset("circles");
    for (target, link) in [
        ("/", "data/root"),
        ("..", "data/up"),
        (".", "data/here"),
        ("..", "data/nougat/back"),
        ("nougat", "data/again"),
    ] {
        place.link(target, link);
    }
    let output = place.run(&["evaluate", "data", "--plan"]);
    let (said, plan) = (stderr(&output), stdout(&output));
    assert!(plan.contains("4 files, 2 samples"), "{plan}{said}");
    assert!(plan.len() + said.len() < 3000, "{plan}{said}");
    for (link, told) in [
        ("data/root", "is a link to /, outside of data"),
        ("data/up", "outside of data"),
        ("data/here", "read once"),
        ("data/nougat/back", "read once"),
        ("data/again", "read once"),
    ] {
        let lines = plan.lines().filter(|line| line.starts_with(&format!("  {link}: ")));
        let lines: Vec<&str> = lines.collect();
        assert!(lines.len() == 1 && lines[0].contains(told), "{link}: {plan}");
    }
}

#[test]
fn links_within_the_folder_are_files_and_folders_of_it() {
    let place = Place::with_dataset("within");
    fs::remove_file(place.0.join("data/nougat/p2.md")).unwrap();
    place.write("data/.store/p2", "The sea.\n");
    place.write("data/.store/more/p1.md", "The sea.\n");
    place.link("../.store/p2", "data/nougat/p2.md");
    place.link(place.0.join("data/.store/more"), "data/marker");
    // The named path may be a link.
    place.link("data", "named");
    for dataset in ["data", "named"] {
        let output = place.run(&["evaluate", dataset, "--plan"]);
        let (said, plan) = (stderr(&output), stdout(&output));
        assert_eq!(output.status.code(), Some(0), "{plan}{said}");
        assert!(
            plan.contains("2 with a prediction of nougat") && plan.contains("1 with a prediction of marker"),
            "{plan}{said}"
        );
    }
    place.link("../secret.tex", "data/p.tex");
    let output = place.run(&["score", "--reference", "data/p.tex", "--prediction", "data/p.tex"]);
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn a_system_and_a_dataset_of_images_stay_in_their_folders() {
    let place = Place::with_dataset("systems");
    place.write("other/p1.tex", "The sea.\n");
    place.link("../secret.tex", "other/p2.tex");
    let output = place.run(&[
        "evaluate",
        "data",
        "--system",
        "A=other",
        "--metrics",
        "ds",
        "--json",
        "r.json",
        "--texts",
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("A/p2.tex: is a link to "),
        "{}",
        stderr(&output)
    );
    assert!(!place.has_written(&["r.json"], SECRET));

    place.write("page.png", "no image at all");
    fs::create_dir_all(place.0.join("pages")).unwrap();
    place.link("../page.png", "pages/p1.png");
    let output = place.run(&["ocr", "pages", "--out", "out"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("pages/p1.png: is a link to "),
        "{}",
        stderr(&output)
    );
}

#[test]
fn lists_name_files_of_their_folder_only() {
    let place = Place::new("lists");
    place.write("secret.tex", SECRET);
    place.write("data/own.tex", "own");
    let absolute = place.0.join("secret.tex");
    place.link(&absolute, "data/linked.tex");
    for (index, path) in [
        "../secret.tex",
        absolute.to_str().unwrap(),
        "linked.tex",
        "a/../../secret.tex",
    ]
    .into_iter()
    .enumerate()
    {
        let record = format!("{{\"id\": \"p1\", \"reference\": {path:?}, \"prediction\": \"own.tex\"}}\n");
        for list in ["list.jsonl", "manifest.jsonl"] {
            fs::create_dir_all(place.0.join("data")).unwrap();
            for old in ["list.jsonl", "manifest.jsonl"] {
                let _ = fs::remove_file(place.0.join("data").join(old));
            }
            place.write(&format!("data/{list}"), &record);
            let output = place.run(&["evaluate", "data", "--plan"]);
            let plan = stdout(&output);
            assert_eq!(output.status.code(), Some(1), "{plan}");
            let is_refused = plan.contains("would leave the folder") || plan.contains("there is no such file");
            assert!(
                is_refused && !plan.contains("1 with a reference"),
                "{index} {list}: {plan}"
            );
        }
    }
}

#[test]
fn pipes_and_devices_are_not_opened() {
    let place = Place::with_dataset("pipes");
    place.pipe("pipe.tex");
    place.pipe("data/truth/p3.tex");
    let output = place.run(&["evaluate", "data", "--plan"]);
    assert!(
        stdout(&output).contains("data/truth/p3.tex: is a pipe"),
        "{}",
        stdout(&output)
    );
    place.run(&[
        "evaluate",
        "data",
        "--level",
        "formula",
        "--metrics",
        "exact",
        "--json",
        "r.json",
    ]);
    for file in ["pipe.tex", "/dev/zero"] {
        for arguments in [
            vec!["evaluate", file],
            vec!["evaluate", "data", "--system", &format!("A={file}")],
            vec!["score", "--reference", file, "--prediction", "secret.tex"],
            vec!["score", "--pairs", file],
            vec![
                "compile",
                file,
                "--tex",
                concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/tex"),
            ],
            vec!["correlate", file],
            vec!["correlate", "r.json", "--ratings", file],
            vec!["judge", file, "--model", "m", "--endpoint", "http://localhost:1/v1"],
        ] {
            let output = place.run(&arguments);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            let said = stderr(&output);
            assert!(
                said.contains("is a pipe, a socket or a device"),
                "{arguments:?}: {said}"
            );
        }
    }
}

#[test]
fn fonts_and_items_of_a_folder_lie_in_it() {
    let place = Place::with_dataset("folders");
    place.write(
        "katex/katex.min.css",
        "@font-face{font-family:KaTeX_Main;src:url(../secret.woff2)format(\"woff2\")}",
    );
    place.write("secret.woff2", SECRET);
    let output = place.run(&[
        "evaluate",
        "data",
        "--metrics",
        "ds",
        "--html",
        "r.html",
        "--katex",
        "katex",
    ]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("outside of katex"), "{}", stderr(&output));

    place.write("items/a.jsonl", "");
    place.link("../secret.tex", "items/b.jsonl");
    let output = place.run(&[
        "judge",
        "--latexbench",
        "items",
        "--model",
        "m",
        "--endpoint",
        "http://localhost:1/v1",
        "--dry-run",
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("items/b.jsonl is a link to ") && !stdout(&output).contains(SECRET),
        "{}",
        stderr(&output)
    );
}

#[test]
fn broken_links_without_end_are_told_in_a_few_lines() {
    let place = Place::with_dataset("broken");
    for index in 0..2000 {
        place.link("/etc/passwd", &format!("data/nougat/x{index}.md"));
    }
    let output = place.run(&["evaluate", "data", "--metrics", "ds"]);
    let said = stderr(&output);
    assert!(said.contains("and 1900 more"), "{said}");
    assert!(said.len() < 30_000, "{} bytes", said.len());
}
