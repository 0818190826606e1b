//! Which package a command or environment needs.

use crate::finding::{ErrorType, Findings};
use crate::view::View;

/// Commands, and the packages that define them. The first package is the one to advise.
const COMMANDS: [(&str, &[&str]); 18] = [
    ("\\includegraphics", &[GRAPHICS]),
    ("\\toprule", &["booktabs"]),
    ("\\midrule", &["booktabs"]),
    ("\\bottomrule", &["booktabs"]),
    ("\\cmidrule", &["booktabs"]),
    ("\\eqref", &["amsmath"]),
    ("\\text", &["amsmath"]),
    ("\\tag", &["amsmath"]),
    ("\\cref", &["cleveref"]),
    ("\\Cref", &["cleveref"]),
    ("\\autoref", &["hyperref"]),
    ("\\url", &["url", "hyperref", "xurl"]),
    ("\\href", &["hyperref"]),
    ("\\mathbb", &["amssymb", "amsfonts", "mathbb"]),
    ("\\textcolor", &["xcolor", "color"]),
    ("\\multirow", &["multirow"]),
    ("\\qty", &["siunitx"]),
    ("\\citep", &["natbib"]),
];

/// Environments without their star, and the packages that define them.
const ENVIRONMENTS: [(&str, &[&str]); 17] = [
    ("align", &["amsmath"]),
    ("alignat", &["amsmath"]),
    ("gather", &["amsmath"]),
    ("multline", &["amsmath"]),
    ("flalign", &["amsmath"]),
    ("aligned", &["amsmath"]),
    ("split", &["amsmath"]),
    ("cases", &["amsmath"]),
    ("matrix", &["amsmath"]),
    ("pmatrix", &["amsmath"]),
    ("bmatrix", &["amsmath"]),
    ("vmatrix", &["amsmath"]),
    ("proof", &["amsthm", "ntheorem"]),
    ("tabularx", &["tabularx"]),
    ("longtable", &["longtable"]),
    ("lstlisting", &["listings"]),
    ("dcases", &["mathtools"]),
];

/// The package of images.
pub(crate) const GRAPHICS: &str = "graphicx";

/// Packages and classes that load others, or define what those define. A class stands here with a package if pdfTeX, with
/// TeX Live 2022, has the package's command in a document of the class alone.
const LOADED: &[(&str, &[&str])] = &[
    ("IEEEtran", &["amsthm"]),
    (
        "aastex631",
        &["booktabs", GRAPHICS, "hyperref", "amssymb", "natbib", "url", "xcolor"],
    ),
    (
        "acmart",
        &[
            "amsmath", "amssymb", "booktabs", GRAPHICS, "hyperref", "natbib", "url", "xcolor",
        ],
    ),
    ("adjustbox", &[GRAPHICS]),
    ("amsart", &["amsmath", "amssymb", "amsthm"]),
    ("amsbook", &["amsmath", "amssymb"]),
    (
        "beamer",
        &["amsmath", "amssymb", "amsthm", GRAPHICS, "hyperref", "url", "xcolor"],
    ),
    (
        "cas-dc",
        &["amsmath", "amssymb", "booktabs", GRAPHICS, "hyperref", "url", "xcolor"],
    ),
    (
        "cas-sc",
        &["amsmath", "amssymb", "booktabs", GRAPHICS, "hyperref", "url", "xcolor"],
    ),
    ("ctable", &["booktabs", GRAPHICS]),
    ("draftwatermark", &[GRAPHICS]),
    ("elsarticle", &[GRAPHICS, "natbib"]),
    ("empheq", &["amsmath"]),
    ("epsfig", &[GRAPHICS]),
    ("graphbox", &[GRAPHICS]),
    (
        "jmlr",
        &["amsmath", "amssymb", GRAPHICS, "hyperref", "natbib", "url", "xcolor"],
    ),
    ("llncs", &["amsthm"]),
    ("mathtools", &["amsmath"]),
    ("mdframed", &[GRAPHICS]),
    ("memoir", &["booktabs"]),
    ("mnras", &["hyperref", "url", "xcolor"]),
    ("moderncv", &[GRAPHICS, "hyperref", "url", "xcolor"]),
    ("overpic", &[GRAPHICS]),
    ("pdfpages", &[GRAPHICS]),
    ("pgf", &[GRAPHICS]),
    ("pgfplots", &[GRAPHICS, "xcolor"]),
    ("physics", &["amsmath"]),
    ("revtex4-2", &["booktabs", "hyperref", "natbib", "url"]),
    ("rotating", &[GRAPHICS]),
    ("standalone", &[GRAPHICS]),
    ("svg", &[GRAPHICS]),
    ("tcolorbox", &[GRAPHICS]),
    ("tikz", &[GRAPHICS, "xcolor"]),
    ("tikz-cd", &[GRAPHICS]),
    ("todonotes", &[GRAPHICS]),
    ("trimclip", &[GRAPHICS]),
];

/// Reports whether a document loads a package, directly or by its class or another package.
pub(crate) fn provides(view: &View<'_>, package: &str) -> bool {
    let has = |name: &str| view.loads(name) || view.class == Some(name);
    has(package)
        || LOADED
            .iter()
            .any(|(name, loaded)| loaded.contains(&package) && has(name))
}

/// Reports each command and environment whose package a document does not load. Commands that the document defines
/// itself need none. A snippet has no preamble, so it needs no package.
pub(crate) fn check(view: &View<'_>, findings: &mut Findings<'_>) {
    if view.class.is_none() {
        return;
    }
    let missing = |name: &str, packages: &&[&str]| {
        !view.defined.contains(name) && !packages.iter().any(|package| provides(view, package))
    };
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
