//! Programs from Debian packages.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::command::{find, output, run, step};

/// A program and the packages that contain it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Program {
    /// The name of the program, or its path if only that one will do.
    name: &'static str,
    packages: &'static [&'static str],
    /// An environment variable that can name another program.
    variable: Option<&'static str>,
}

/// The browser of the tests.
pub(crate) const CHROMIUM: Program = Program {
    name: "chromium",
    packages: &["chromium"],
    variable: Some("CHROMIUM"),
};

/// Another browser of the tests.
pub(crate) const FIREFOX: Program = Program {
    name: "firefox-esr",
    packages: &["firefox-esr"],
    variable: Some("FIREFOX"),
};

/// Safari's engine for programs in Python, its driver, a display, and what tells pages a person's preferences.
pub(crate) const WEBKIT: [Program; 5] = [
    Program {
        name: "WebKitWebDriver",
        packages: &["webkit2gtk-driver"],
        variable: Some("WEBKIT_DRIVER"),
    },
    program("Xvfb", &["xvfb"]),
    program("xsettingsd", &["xsettingsd"]),
    program("/usr/lib/python3/dist-packages/gi/__init__.py", &["python3-gi"]),
    program("/usr/share/doc/gir1.2-webkit2-4.1/copyright", &["gir1.2-webkit2-4.1"]),
];

/// The OCR program that the benchmark compares with.
pub(crate) const TESSERACT: Program = Program {
    name: "tesseract",
    packages: &["tesseract-ocr", "tesseract-ocr-eng"],
    variable: None,
};

/// The TeX that the engine is compared with, and the LaTeX packages of its preamble.
pub(crate) const PDFTEX: Program = Program {
    name: "pdftex",
    packages: &["texlive-latex-extra", "texlive-science", "texlive-fonts-recommended"],
    variable: None,
};

/// The program that draws pages of PDFs for the official CDM.
pub(crate) const GHOSTSCRIPT: Program = program("gs", &["ghostscript"]);

/// The program that reads the text of PDFs, with which reading is compared.
pub(crate) const PDFTOTEXT: Program = program("pdftotext", &["poppler-utils"]);

/// The Java on which Spark runs.
pub(crate) const JAVA: Program = program("java", &["default-jre-headless"]);

/// The compiler of libFuzzer.
pub(crate) const CXX: Program = program("c++", &["g++"]);

/// The programs that build pdfTeX for WebAssembly.
pub(crate) const TEX: [Program; 15] = [
    program("clang-19", &["clang-19"]),
    program("wasm-ld-19", &["lld-19"]),
    program(
        "/usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a",
        &["libclang-rt-19-dev-wasm32"],
    ),
    program("/usr/lib/wasm32-wasi/libc.a", &["wasi-libc"]),
    program("make", &["make"]),
    program("cc", &["gcc"]),
    CXX,
    program("patch", &["patch"]),
    program("xz", &["xz-utils"]),
    program("bison", &["bison"]),
    program("flex", &["flex"]),
    program("pkg-config", &["pkg-config"]),
    program("/usr/include/zlib.h", &["zlib1g-dev"]),
    program("/usr/include/png.h", &["libpng-dev"]),
    program("dpkg-source", &["dpkg-dev"]),
];

/// The TeX Live whose files the packs contain: a file of each package, since one package can be there without the others.
pub(crate) const TEX_FILES: [Program; 16] = [
    program("kpsewhich", &["texlive-binaries"]),
    program(
        "/usr/share/texlive/texmf-dist/tex/latex/tcolorbox/tcolorbox.sty",
        &["texlive-latex-extra"],
    ),
    program(
        "/usr/share/texlive/texmf-dist/tex/latex/booktabs/booktabs.sty",
        &["texlive-latex-recommended"],
    ),
    program(
        "/usr/share/texlive/texmf-dist/fonts/tfm/adobe/courier/pcrr8t.tfm",
        &["texlive-fonts-recommended"],
    ),
    program(
        "/usr/share/texlive/texmf-dist/fonts/tfm/public/bbold/bbold10.tfm",
        &["texlive-fonts-extra"],
    ),
    program(
        "/usr/share/texlive/texmf-dist/tex/latex/greek-fontenc/lgrenc.def",
        &["texlive-lang-greek"],
    ),
    program(
        "/usr/share/texlive/texmf-dist/tex/latex/pgf/frontendlayer/tikz.sty",
        &["texlive-pictures"],
    ),
    program(
        "/usr/share/texlive/texmf-dist/tex/generic/ulem/ulem.sty",
        &["texlive-plain-generic"],
    ),
    program(
        "/usr/share/texlive/texmf-dist/tex/latex/ieeetran/IEEEtran.cls",
        &["texlive-publishers"],
    ),
    program(
        "/usr/share/texlive/texmf-dist/tex/latex/siunitx/siunitx.sty",
        &["texlive-science"],
    ),
    program("/usr/share/texmf/fonts/tfm/public/lm/ec-lmb10.tfm", &["lmodern"]),
    program(
        "/usr/share/texmf/fonts/type1/public/cm-super/sfrm1000.pfb",
        &["cm-super"],
    ),
    program(
        "/usr/share/texlive/texmf-dist/tex/generic/hyph-utf8/loadhyph/loadhyph-de-1996.tex",
        &["texlive-lang-german"],
    ),
    program(
        "/usr/share/texlive/texmf-dist/tex/generic/hyph-utf8/loadhyph/loadhyph-fr.tex",
        &["texlive-lang-french"],
    ),
    program(
        "/usr/share/texlive/texmf-dist/tex/generic/hyph-utf8/loadhyph/loadhyph-es.tex",
        &["texlive-lang-spanish"],
    ),
    program("/usr/share/texmf/fonts/type1/public/tex-gyre/qtmr.pfb", &["tex-gyre"]),
];

/// A compiler with the source of the standard library, for a toolchain without rustup's wasm target.
pub(crate) const RUST_FOR_WASM: [Program; 5] = [
    Program {
        name: "/usr/bin/rustc",
        packages: &["rustc-web"],
        variable: None,
    },
    Program {
        name: "/usr/bin/cargo",
        packages: &["cargo-web"],
        variable: None,
    },
    Program {
        name: "/usr/bin/clippy-driver",
        packages: &["rust-web-clippy"],
        variable: None,
    },
    Program {
        name: "/usr/lib/rustlib/src/rust/library/Cargo.lock",
        packages: &["rust-web-src"],
        variable: None,
    },
    Program {
        name: "/usr/bin/wasm-ld-22",
        packages: &["lld-22"],
        variable: None,
    },
];

const fn program(name: &'static str, packages: &'static [&'static str]) -> Program {
    Program {
        name,
        packages,
        variable: None,
    }
}

impl Program {
    /// Returns the command to call, if the program exists.
    pub(crate) fn path(self) -> Option<String> {
        if let Some(named) = self.variable.and_then(|variable| std::env::var(variable).ok()) {
            return Some(named);
        }
        let found = if self.name.starts_with('/') {
            Path::new(self.name).exists().then(|| self.name.into())
        } else {
            find(self.name)
        };
        found.map(|path| path.to_string_lossy().into_owned())
    }
}

/// Installs missing programs if permitted; otherwise says how to install them.
pub(crate) fn ensure(programs: &[Program]) -> Result<()> {
    let missing: Vec<&str> = programs
        .iter()
        .filter(|program| program.path().is_none())
        .flat_map(|program| program.packages.iter().copied())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    install(&missing)
}

/// Installs packages where that is allowed, and otherwise says how to.
pub(crate) fn install(missing: &[&str]) -> Result<()> {
    let install = ["apt-get", "install", "--yes", "--no-install-recommends"];
    let by_hand = format!("apt-get update && {} {}", install.join(" "), missing.join(" "));
    if find("apt-get").is_none() {
        bail!(
            "missing: {}. Install them and try again; on Debian:\n    {by_hand}",
            missing.join(", ")
        );
    }
    if output(Command::new("id").arg("-u")).as_deref() != Some("0") {
        bail!(
            "missing: {}. As root, run\n    {by_hand}\nand try again.",
            missing.join(", ")
        );
    }
    step(&format!("installing Debian packages: {}", missing.join(" ")));
    run(Command::new("apt-get").args(["--quiet", "update"]))?;
    run(Command::new(install[0])
        .args(&install[1..])
        .arg("--quiet")
        .args(missing)
        .env("DEBIAN_FRONTEND", "noninteractive"))
}
