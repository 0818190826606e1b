//! Entries as the standard styles print them.

use super::fields;
use super::text::{Look, Run, plain_runs};
use super::work::Work;

/// Returns the runs of a text in which `_italic_` and `*bold*` words are marked.
fn marked(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut look = Look::Plain;
    for word in text.split(' ') {
        let mut spaced = true;
        let mut part = String::new();
        let mut push = |part: &mut String, look: Look, spaced: &mut bool| {
            if !part.is_empty() {
                runs.push(Run {
                    latex: std::mem::take(part),
                    look,
                    spaced: *spaced,
                });
                *spaced = false;
            }
        };
        for c in word.chars() {
            let other = match c {
                '_' => Look::Emphasis,
                '*' => Look::Bold,
                c => {
                    part.push(c);
                    continue;
                }
            };
            push(&mut part, look, &mut spaced);
            look = if look == other { Look::Plain } else { other };
        }
        push(&mut part, look, &mut spaced);
    }
    runs
}

/// Returns the type and the fields of an entry, without empty fields.
fn read(text: &str) -> String {
    let work = fields::work(&marked(text));
    let bibtex = work.bibtex(&work.keys().into_iter().next().unwrap_or_default());
    bibtex.replace(",\n ", ";").replace("\n}", "").replace(" = ", "=")
}

#[test]
fn plain_parts_blocks_with_full_stops() {
    assert_eq!(
        read(
            "Sukyung Park, Fay B. Horak, and Arthur D. van der Kuo. Postural responses in human standing. _Experimental Brain \
             Research_, 154(4):417--427, February 2004."
        ),
        "@article{Park_2004; author={Park, Sukyung and Horak, Fay B. and van der Kuo, Arthur D.}; title={Postural responses \
         in human standing}; journal={Experimental Brain Research}; volume={154}; number={4}; pages={417--427}; year={2004}; \
         month={February}"
    );
    assert_eq!(
        read(
            "Ian Miers and Matthew Green. Zerocoin: Anonymous e-cash. In _2013 IEEE Symposium on Security_, pages 397--411. IEEE, 2013."
        ),
        "@inproceedings{Miers_Green_2013; author={Miers, Ian and Green, Matthew}; title={Zerocoin: Anonymous e-cash}; \
         booktitle={2013 IEEE Symposium on Security}; pages={397--411}; publisher={IEEE}; year={2013}"
    );
    assert_eq!(
        read("Thomas R. Kane and David A. Levinson. _Dynamics, Theory and Applications_. McGraw Hill, 1985."),
        "@book{Kane_Levinson_1985; author={Kane, Thomas R. and Levinson, David A.}; title={Dynamics, Theory and \
         Applications}; publisher={McGraw Hill}; year={1985}"
    );
}

#[test]
fn author_year_styles_put_the_year_behind_the_names() {
    assert_eq!(
        read(
            "Gaia Collaboration, Prusti, T., de Bruijne, J. H. J., et al. 2016, A\\&A, 595, A1, doi: 10.1051/0004-6361/201629272"
        ),
        "@article{GaiaCollaboration_2016; author={{Gaia Collaboration} and Prusti, T. and de Bruijne, J. H. J. and others}; \
         journal={A\\&A}; volume={595}; pages={A1}; year={2016}; doi={10.1051/0004-6361/201629272}"
    );
    assert_eq!(
        read("Author, A. and Other, B. (2004a). The title of it. _Journal of Things_, 3(4):1--4."),
        "@article{Author_Other_2004a; author={Author, A. and Other, B.}; title={The title of it}; journal={Journal of \
         Things}; volume={3}; number={4}; pages={1--4}; year={2004}"
    );
}

#[test]
fn a_year_at_the_start_of_a_title_is_no_date() {
    for (names, author) in [("", ""), ("Leonhard Euler. ", " author={Euler, Leonhard};")] {
        let key = if names.is_empty() { "1736" } else { "Euler" };
        assert_eq!(
            read(&format!("{names}1736 graphs. _J. Graph Theory_, 3(4):1--9, 1980.")),
            format!(
                "@article{{{key}_1980;{author} title={{1736 graphs}}; journal={{J. Graph Theory}}; volume={{3}}; \
                 number={{4}}; pages={{1--9}}; year={{1980}}"
            )
        );
    }
    // The styles of the Institute of Physics and of the Royal Society set nothing between names, year and title.
    for names in ["Smith J and Jones K", "Smith, J. and Jones, K."] {
        let entry = read(&format!("{names} 2004 Postural responses _Phys. Rev. Lett._ *93* 1602"));
        assert!(
            entry.contains("title={Postural responses}") && entry.contains("year={2004}"),
            "{entry}"
        );
    }
    let collaboration = read("Gaia Collaboration. 2016 The mission. _Phys. Rev. Lett._ *93* 12");
    assert!(collaboration.contains("year={2016}"), "{collaboration}");
}

#[test]
fn physics_prints_no_titles_and_bold_volumes() {
    assert_eq!(
        read("F. J. Garc\\'{\\i}a de Abajo and J. Aizpurua, Phys. Rev. B *56*, 15873 (1997)."),
        "@article{deAbajo_Aizpurua_1997; author={de Abajo, F. J. Garc{\\'{\\i}}a and Aizpurua, J.}; journal={Phys. Rev. B}; \
         volume={56}; pages={15873}; year={1997}"
    );
}

#[test]
fn engineers_quote_titles() {
    assert_eq!(
        read(
            "A. Author and B. Author, ``A title, with comma,'' _IEEE Trans. Inf. Theory_, vol. 3, no. 4, pp. 1--4, Jan. 2004."
        ),
        "@article{Author_Author_2004; author={Author, A. and Author, B.}; title={A title, with comma}; journal={IEEE Trans. \
         Inf. Theory}; volume={3}; number={4}; pages={1--4}; year={2004}; month={Jan}"
    );
}

#[test]
fn nothing_of_an_entry_is_lost_that_no_rule_knows() {
    let work = fields::work(&plain_runs("just some words without any order"));
    assert!(
        work.bibtex("x").contains("just some words without any order"),
        "{work:?}"
    );
    assert_eq!(fields::work(&[]), Work::default());
}
