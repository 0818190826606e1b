//! Which package a command or environment needs. Classes stand here if pdfTeX, with TeX Live 2022, has the command in a
//! document of the class alone.

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
    ("\\autoref", HYPERREF),
    (
        "\\url",
        &[
            "url",
            "hyperref",
            "xurl",
            "aastex631",
            "acmart",
            "beamer",
            "cas-dc",
            "cas-sc",
            "jmlr",
            "mnras",
            "moderncv",
            "revtex4-2",
        ],
    ),
    ("\\href", HYPERREF),
    (
        "\\mathbb",
        &[
            "amssymb",
            "amsfonts",
            "mathbb",
            "aastex631",
            "acmart",
            "amsart",
            "amsbook",
            "beamer",
            "cas-dc",
            "cas-sc",
            "jmlr",
        ],
    ),
    (
        "\\textcolor",
        &[
            "xcolor",
            "color",
            "tikz",
            "pgfplots",
            "aastex631",
            "acmart",
            "beamer",
            "cas-dc",
            "cas-sc",
            "jmlr",
            "mnras",
            "moderncv",
        ],
    ),
    ("\\multirow", &["multirow"]),
    ("\\qty", &["siunitx"]),
    (
        "\\citep",
        &["natbib", "aastex631", "acmart", "elsarticle", "jmlr", "revtex4-2"],
    ),
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

const BOOKTABS: &[&str] = &[
    "booktabs",
    "ctable",
    "aastex631",
    "acmart",
    "cas-dc",
    "cas-sc",
    "memoir",
    "revtex4-2",
];
const HYPERREF: &[&str] = &[
    "hyperref",
    "aastex631",
    "acmart",
    "beamer",
    "cas-dc",
    "cas-sc",
    "jmlr",
    "mnras",
    "moderncv",
    "revtex4-2",
];
const AMSMATH: &[&str] = &[
    "amsmath",
    "mathtools",
    "empheq",
    "physics",
    "acmart",
    "amsart",
    "amsbook",
    "beamer",
    "cas-dc",
    "cas-sc",
    "jmlr",
];

/// Packages and classes that load graphicx.
pub(crate) const GRAPHICS: &[&str] = &[
    "graphicx",
    "aastex631",
    "acmart",
    "adjustbox",
    "beamer",
    "cas-dc",
    "cas-sc",
    "ctable",
    "draftwatermark",
    "elsarticle",
    "epsfig",
    "graphbox",
    "jmlr",
    "mdframed",
    "moderncv",
    "overpic",
    "pdfpages",
    "pgf",
    "pgfplots",
    "rotating",
    "standalone",
    "svg",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_that_load_a_package_need_no_other() {
        let document = |class: &str| {
            format!(
                "\\documentclass{{{class}}}\n\\begin{{document}}\n\\includegraphics{{a}}\\citep{{b}}\n\\end{{document}}\n"
            )
        };
        let messages = |class: &str| -> Vec<String> {
            let text = document(class);
            let mut findings = Findings::on(&text);
            check(&View::of(&text), &mut findings);
            let findings = findings.into_list();
            findings.into_iter().map(|finding| finding.message).collect()
        };
        assert_eq!(messages("article").len(), 2);
        assert!(messages("moderncv").iter().all(|message| message.contains("natbib")));
        for class in ["acmart", "elsarticle", "jmlr"] {
            assert_eq!(messages(class), [""; 0], "{class}");
        }
    }
}
