//! Whether references compile, and whether faults change what the engine does. Skipped without the engine's files.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use texlens_latexbench::{Family, FaultType, Task, check, items, items_of, latex_of};
use texlens_tex::{Compiler, Form, Source, Use};

use crate::harmless::variants;

/// The compiler, loaded once for all tests. The engine's files come with the repository.
static COMPILER: LazyLock<Option<Compiler>> = LazyLock::new(|| {
    let given = std::env::var_os("TEXLENS_TEX").map(PathBuf::from);
    let folder = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"));
    if !folder.join("manifest.json").exists() {
        eprintln!("skipped: no TeX engine in {}", folder.display());
        return None;
    }
    Some(Compiler::open(&folder, &[Use::Fragment, Use::Document, Use::drawing(Form::Document)]).unwrap())
});

#[test]
fn every_reference_compiles_and_passes() {
    let Some(compiler) = &*COMPILER else { return };
    let mut passed = 0;
    for item in items(1234) {
        let (text, answer) = match &item.task {
            Task::Contrast(contrast) => (contrast.reference.clone(), item.reference_answer()),
            _ => (item.reference_answer(), item.reference_answer()),
        };
        let form = Form::of(&text);
        let compilation = compiler.compile(&Source { text: &text, form }).unwrap();
        assert!(
            compilation.compiles,
            "{}: {:?}\n{text}",
            item.id,
            compilation.errors.first()
        );
        let verdict = check(&item, &answer, Some(&compilation));
        assert!(verdict.passes, "{}: {}", item.id, verdict.findings[0]);
        passed += 1;
    }
    eprintln!("{passed} of 150 references compile and pass");
    assert_eq!(passed, 150);
}

/// A fault changes whether the document compiles, or the pages. For labels see `items.rs`, since one run of TeX
/// resolves no reference.
#[test]
fn every_fault_changes_what_the_document_does() {
    let Some(compiler) = &*COMPILER else { return };
    for item in items_of(1234, Family::Contrast) {
        let Task::Contrast(contrast) = &item.task else {
            unreachable!()
        };
        let run = |text: &str| {
            compiler
                .dvi(&Source {
                    text,
                    form: Form::Document,
                })
                .unwrap()
        };
        let compiles = compiler
            .compile(&Source {
                text: &contrast.code,
                form: Form::Document,
            })
            .unwrap()
            .compiles;
        match FaultType::named(&contrast.key.bug_type) {
            Some(FaultType::PackageMissing | FaultType::IllegalSectioning) => assert!(!compiles, "{}", item.id),
            Some(FaultType::WrongEnvironment | FaultType::BooktabsDowngrade) => {
                assert!(compiles, "{}", item.id);
                assert_ne!(run(&contrast.code).0, run(&contrast.reference).0, "{}", item.id);
            }
            Some(FaultType::LabelMismatch) | None => assert!(compiles, "{}", item.id),
        }
    }
}

/// Variants that do not compile would not be harmless.
#[test]
fn harmless_variants_compile_and_pass() {
    let Some(compiler) = &*COMPILER else { return };
    let pools = [Family::Generation, Family::Edit].map(crate::violations::pool);
    for mutant in pools.iter().flat_map(|pool| variants(pool)) {
        let text = &*latex_of(&mutant.text);
        let form = Form::of(text);
        let compilation = compiler.compile(&Source { text, form }).unwrap();
        let finding = check(mutant.item, &mutant.text, Some(&compilation)).findings;
        assert!(
            finding.is_empty(),
            "{}, {}: {}\n{text}",
            mutant.item.id,
            mutant.rule,
            finding[0]
        );
    }
}
