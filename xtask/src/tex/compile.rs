//! Compiles the C source to WebAssembly, with Debian's clang and wasi-libc.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context, Result};

use super::folders::{empty, recipe};
use super::generate::WITHOUT_PROGRAMS;
use super::source::Source;
use crate::command::{output, quietly, step};
use crate::paths;

const RESOURCES: &str = "/usr/lib/llvm-19/lib/clang/19";
const LIBRARIES: &str = "/usr/lib/wasm32-wasi";

const TARGET: [&str; 6] = [
    "--target=wasm32-wasi",
    "--sysroot=/",
    "-isystem",
    "/usr/include/wasm32-wasi",
    "-resource-dir",
    RESOURCES,
];

/// Functions that wasi-libc offers only on request.
const EMULATED: [&str; 3] = [
    "-D_WASI_EMULATED_SIGNAL",
    "-D_WASI_EMULATED_GETPID",
    "-D_WASI_EMULATED_PROCESS_CLOCKS",
];

/// Files of `texk/web2c/lib`.
const WEB2C_LIBRARY: &str = "basechsuffix chartostring coredump eofeoln fprintreal inputint input2int openclose \
    printversion setupvar uexit usage version zround";
/// Files of `texk/web2c/pdftexdir`, except those for PDF and PNG images.
const PDFTEX: &str = "avl avlstuff epdf mapfile pkin subfont tounicode utils vfpacket writeenc writefont writeimg \
    writejbig2 writejpg writet1 writet3 writettf writezip pdftexextra";
/// The helper files of `texk/kpathsea`, without the search.
const KPATHSEA: &str = "concat concat3 concatn xmalloc xcalloc xrealloc xstrdup xbasename find-suffix make-suffix \
    extend-fname rm-suffix uppercasify line xfopen xfseek xftell xfseeko xftello";
const ZLIB: &str = "adler32 crc32 deflate inflate inffast inftrees trees zutil compress";
/// Files of `xtask/tex/engine`.
const OWN: &str = "absent pages search steps";

/// A C file and its object file.
struct Unit {
    file: PathBuf,
    object: PathBuf,
}

/// Compiles and links; returns the module.
pub(super) fn run(source: &Source, generated: &Path, work: &Path) -> Result<PathBuf> {
    let configured = work.join("wasm/texk");
    empty(&configured)?;
    configure(source, generated, &configured)?;

    step("compiling pdfTeX to WebAssembly");
    let objects = work.join("wasm/objects");
    empty(&objects)?;
    let units = units(source, generated, &objects);
    let flags = flags(source, generated, &configured, work);
    compile(&units, &flags)?;

    let module = work.join("pdftex.wasm");
    link(&units, &module)?;
    Ok(module)
}

/// Runs the components' configuration scripts, which detect the features of the target.
fn configure(source: &Source, generated: &Path, configured: &Path) -> Result<()> {
    step("configuring pdfTeX for WebAssembly");
    let compiler = |name: &str| format!("{name} {}", TARGET.join(" "));
    let build = output(Command::new("clang-19").arg("-print-target-triple")).context("clang-19")?;
    let zlib = source.zlib.display();
    for component in ["kpathsea", "web2c"] {
        let folder = configured.join(component);
        fs::create_dir_all(&folder)?;
        quietly(
            Command::new(source.tex_live.join("texk").join(component).join("configure"))
                .current_dir(&folder)
                .args(["--quiet", "--disable-dependency-tracking", "--host=wasm32-wasi"])
                .arg(format!("--build={build}"))
                .args(["--with-system-zlib", "--with-system-libpng"])
                .args(WITHOUT_PROGRAMS)
                .arg(format!("CC={}", compiler("clang-19")))
                .arg(format!("CXX={}", compiler("clang++-19")))
                .arg(format!("CPPFLAGS={}", EMULATED.join(" ")))
                .arg(format!("LDFLAGS=-B/usr/lib/llvm-19/bin -L{LIBRARIES}"))
                .arg(format!("ZLIB_CFLAGS=-I{zlib}"))
                .arg("LIBPNG_CFLAGS=-I.")
                // Tools that run during the build must be built for this machine.
                .env("TANGLEBOOT", generated.join("tangleboot"))
                .env("TANGLE", generated.join("tangle"))
                .env("TIE", generated.join("tie"))
                .env("CTANGLEBOOT", "true")
                .env("CTANGLE", "true")
                .env("OTANGLE", "true"),
        )?;
    }
    quietly(
        Command::new("make")
            .arg("-C")
            .arg(configured.join("kpathsea"))
            .args(["--silent", "kpathsea.h", "paths.h"]),
    )
}

fn units(source: &Source, generated: &Path, objects: &Path) -> Vec<Unit> {
    let web2c = source.tex_live.join("texk/web2c");
    let mut units = Vec::new();
    let mut add = |folder: &Path, names: &str| {
        for name in names.split_whitespace() {
            units.push(Unit {
                file: folder.join(format!("{name}.c")),
                object: objects.join(format!("{name}.o")),
            });
        }
    };
    add(generated, "pdftexini pdftex0 pdftex-pool");
    add(&web2c.join("lib"), WEB2C_LIBRARY);
    add(&web2c.join("pdftexdir"), PDFTEX);
    add(&web2c.join("pdftexdir/regex"), "regex");
    add(&web2c.join("libmd5"), "md5");
    add(&source.tex_live.join("texk/kpathsea"), KPATHSEA);
    add(&source.zlib, ZLIB);
    add(&recipe().join("engine"), OWN);
    units
}

fn flags(source: &Source, generated: &Path, configured: &Path, work: &Path) -> Vec<String> {
    let web2c = source.tex_live.join("texk/web2c");
    let engine = recipe().join("engine");
    let mut flags: Vec<String> = TARGET.iter().chain(&EMULATED).map(|flag| (*flag).to_owned()).collect();
    flags.extend(["-Oz", "-w", "-DHAVE_CONFIG_H", "-DKPSE_COMPAT_API", "-DREGEX_STATIC"].map(str::to_owned));
    // The module must not contain paths of this machine.
    for folder in [work, paths::root()] {
        flags.push(format!("-ffile-prefix-map={}/=", folder.display()));
    }
    let includes = [
        engine.join("include"),
        configured.to_path_buf(),
        configured.join("web2c"),
        generated.to_path_buf(),
        source.tex_live.join("texk"),
        web2c.clone(),
        web2c.join("libmd5"),
        web2c.join("pdftexdir"),
        web2c.join("pdftexdir/regex"),
        source.zlib.clone(),
        engine.clone(),
    ];
    flags.extend(includes.iter().map(|folder| format!("-I{}", folder.display())));
    for header in ["absent.h", "format-file.h", "steps.h"] {
        flags.extend(["-include".to_owned(), engine.join(header).display().to_string()]);
    }
    flags
}

/// Compiles on all cores.
fn compile(units: &[Unit], flags: &[String]) -> Result<()> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let waiting = Mutex::new(units.iter());
    let next = || waiting.lock().ok().and_then(|mut units| units.next());
    std::thread::scope(|scope| {
        let compilers: Vec<_> = (0..cores)
            .map(|_| {
                scope.spawn(|| -> Result<()> {
                    while let Some(unit) = next() {
                        let mut clang = Command::new("clang-19");
                        clang.args(flags).arg("-c").arg(&unit.file);
                        quietly(clang.arg("-o").arg(&unit.object))?;
                    }
                    Ok(())
                })
            })
            .collect();
        compilers
            .into_iter()
            .try_for_each(|compiler| compiler.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

fn link(units: &[Unit], module: &Path) -> Result<()> {
    let mut linker = Command::new("wasm-ld-19");
    linker.arg("-o").arg(module).arg(format!("{LIBRARIES}/crt1-command.o"));
    linker.args(units.iter().map(|unit| &unit.object));
    linker.arg(format!("-L{LIBRARIES}")).args([
        "-lwasi-emulated-signal",
        "-lwasi-emulated-getpid",
        "-lwasi-emulated-process-clocks",
        "-lc",
        "-lm",
    ]);
    linker.arg(format!("{RESOURCES}/lib/wasi/libclang_rt.builtins-wasm32.a"));
    // A stack overflow ends the run instead of overwriting data.
    linker.args(["-z", "stack-size=1048576", "--stack-first"]);
    linker.args(["--initial-memory=134217728", "--max-memory=268435456"]);
    linker.args(["--strip-all", "--gc-sections"]);
    quietly(&mut linker)
}
