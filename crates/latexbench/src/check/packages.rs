//! Which package a command or environment needs.

use crate::finding::{ErrorType, Findings};
use crate::view::View;

/// Commands, and the packages and classes that define them. The first package is the one to advise.
const COMMANDS: [(&str, &[&str]); 18] = [
    ("\\includegraphics", GRAPHICS),
    ("\\toprule", BOOKTABS),
    ("\\midrule", BOOKTABS),
    ("\\bottomrule", BOOKTABS),
    ("\\cmidrule", BOOKTABS),
    ("\\eqref", AMSMATH),
    ("\\text", AMSMATH),
    ("\\tag", AMSMATH),
    ("\\cref", &["cleveref"]),
    ("\\Cref", &["cleveref"]),
    ("\\autoref", &["hyperref"]),
    ("\\url", &["url", "hyperref", "xurl"]),
    ("\\href", &["hyperref"]),
    ("\\mathbb", &["amssymb", "amsfonts", "mathbb"]),
    ("\\textcolor", &["xcolor", "color", "tikz", "pgfplots", "beamer"]),
    ("\\multirow", &["multirow"]),
    ("\\qty", &["siunitx"]),
    ("\\citep", &["natbib"]),
];

/// Environments without their star, and the packages and classes that define them.
const ENVIRONMENTS: [(&str, &[&str]); 17] = [
    ("align", AMSMATH),
    ("alignat", AMSMATH),
    ("gather", AMSMATH),
    ("multline", AMSMATH),
    ("flalign", AMSMATH),
    ("aligned", AMSMATH),
    ("split", AMSMATH),
    ("cases", AMSMATH),
    ("matrix", AMSMATH),
    ("pmatrix", AMSMATH),
    ("bmatrix", AMSMATH),
    ("vmatrix", AMSMATH),
    (
        "proof",
        &["amsthm", "ntheorem", "amsart", "beamer", "llncs", "IEEEtran"],
    ),
    ("tabularx", &["tabularx"]),
    ("longtable", &["longtable"]),
    ("lstlisting", &["listings"]),
    ("dcases", &["mathtools"]),
];

const BOOKTABS: &[&str] = &["booktabs", "ctable"];
const AMSMATH: &[&str] = &[
    "amsmath",
    "mathtools",
    "empheq",
    "physics",
    "amsart",
    "amsbook",
    "beamer",
];

/// Packages and classes that load graphicx.
pub(crate) const GRAPHICS: &[&str] = &[
    "graphicx",
    "adjustbox",
    "beamer",
    "ctable",
    "graphbox",
    "mdframed",
    "pdfpages",
    "pgf",
    "pgfplots",
    "rotating",
    "standalone",
    "tcolorbox",
    "tikz",
    "tikz-cd",
    "todonotes",
    "trimclip",
];

/// Reports whether a document loads one of the packages, or has one of them as its class.
pub(crate) fn provides(view: &View<'_>, packages: &[&str]) -> bool {
    packages.iter().any(|package| view.loads(package)) || view.class.is_some_and(|class| packages.contains(&class))
}

/// Reports each command and environment whose package a document does not load. Commands that the document defines
/// itself need none. A snippet has no preamble, so it needs no package.
pub(crate) fn check(view: &View<'_>, findings: &mut Findings<'_>) {
    if view.class.is_none() {
        return;
    }
    let missing = |name: &str, packages: &&[&str]| !provides(view, packages) && !view.defined.contains(name);
    for (name, packages) in COMMANDS.iter().filter(|(name, packages)| missing(name, packages)) {
        if let Some(command) = view.named(name).next() {
            report(name, packages[0], command.range.clone(), findings);
        }
    }
    for (name, packages) in ENVIRONMENTS.iter().filter(|(name, packages)| missing(name, packages)) {
        if let Some(environment) = view.environments_of(&[name]).next() {
            report(name, packages[0], environment.range.clone(), findings);
        }
    }
}

fn report(name: &str, package: &str, range: std::ops::Range<usize>, findings: &mut Findings<'_>) {
    findings.add(
        ErrorType::Package,
        range,
        format!("{name} needs the package {package}, which is not loaded"),
        format!("Add \\usepackage{{{package}}} to the preamble"),
    );
}
