//! Converts the guides to the metrics to HTML, so that the app needs no Markdown parser.

use std::path::Path;
use std::{env, fs, io};

use pulldown_cmark::{Parser, html};
use texlens_metrics::{guide, registry};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let mut entries = String::new();
    for metric in registry() {
        let mut text = String::new();
        html::push_html(&mut text, Parser::new(&guide(*metric)));
        entries += &format!("    ({:?}, {text:?}),\n", metric.info().id);
    }
    let count = registry().len();
    let guides = format!("pub(super) static GUIDES: [(&str, &str); {count}] = [\n{entries}];\n");
    fs::write(Path::new(&out).join("guides.rs"), guides)
}
