//! Files that their names group together: `p1.png`, `p1.tex`, `p1.pred.tex`, `nougat/p1.md`.
//!
//! Each picture makes a sample. Without pictures, the texts that are references by their name or folder make samples;
//! without such texts, the names that texts share do. Where there are pictures, a reference with another name also
//! makes a sample if another text has its name. Every text then goes to the sample whose name its path ends with. The
//! rest of the path tells the role of the text: it is a word such as `reference` or `pred`, or the name of a system.
//! A text that is named after a sample that exists before the import belongs to that sample.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::finder::{Finder, Match, SEPARATORS, cut};
use super::known::{KnownNames, KnownSamples};
use super::page_documents::PageDocuments;
use super::page_names::PageNames;
use super::predictions::give_text;
use crate::input::{FileId, ending, file_name, folders, inside, parent, stem};
use crate::mapping::{Side, side};
use crate::plan::{Candidate, Draft, Layout, Passage, Why, is_picture, picture};

/// Folders whose names give no information on their content.
const PLAIN_FOLDERS: [&str; 24] = [
    "images", "image", "img", "imgs", "pages", "png", "jpg", "pdf", "pdfs", "tex", "latex", "md", "markdown", "html",
    "text", "texts", "txt", "data", "input", "inputs", "dataset", "systems", "models", "parsers",
];

/// Names of files that add nothing to the name of their folder.
const PLAIN_NAMES: [&str; 5] = ["image", "img", "page", "input", "scan"];

/// The system of predictions whose names do not name one.
pub const NAMELESS: &str = "prediction";

/// A text and the information in its path.
#[derive(Debug)]
struct Text<'l> {
    candidate: &'l Candidate<'l>,
    /// The path without its ending, and without words and folders that tell the role of the text. It may be empty.
    name: String,
    side: Option<Side>,
    /// Whether only the order of the texts gives this side.
    is_by_order: bool,
    /// Whether the text is called an answer: a reference in the data of a question, a prediction next to a truth.
    is_answer: bool,
    /// The system for which the text was added.
    given: Option<&'l str>,
    /// Whether the text is a file of LaTeX.
    is_latex: bool,
    /// Whether the text is the JSON of a document parser.
    is_output: bool,
}

/// Takes pictures and texts.
pub(super) fn recognise(draft: &mut Draft<'_>, known: &KnownSamples) {
    let before = draft.plan.samples.len();
    let root = common_folder(draft);
    let listed = ListedFolders::of(draft);
    let ids = draft.plan.samples.iter().map(|sample| sample.id.clone());
    let mut names: Vec<(String, usize)> = ids.zip(0..).collect();
    let pictures: Vec<(String, usize)> = take_pictures(draft, &root, &listed, &names).into_iter().collect();
    let mut candidates = draft.candidates();
    candidates.retain(|candidate| !listed.contain(draft.path(candidate.text.file)));
    let samples = names.iter().chain(&pictures).map(|(name, _)| name.as_str());
    let known_names = KnownNames::of(known);
    let pages = PageNames::of(samples.chain(known_names.ids()), &candidates);
    let mut texts: Vec<Text<'_>> = candidates.iter().map(|text| Text::of(text, &root, &pages)).collect();
    if let (0, [text], [(picture, _)]) = (before, texts.as_mut_slice(), pictures.as_slice()) {
        // The text can belong to no other picture.
        text.name.clone_from(picture);
    }
    let is_alone = before == 0 && pictures.is_empty();
    names.extend(pictures);
    let Divided { of_known, others } = divide(&names, &known_names, known, texts, (&root, &pages));
    let mut texts = others;
    if is_alone {
        names.extend(add_samples(draft, &mut texts, of_known.is_empty()));
    }
    names.extend(of_known.iter().map(|(_, id)| ((*id).to_owned(), draft.sample(id))));
    let finder = Finder::new(names);
    texts.extend(of_known.into_iter().map(|(text, _)| text));
    // Texts whose role is known take their places first.
    texts.sort_by_key(|text| (text.side.is_none(), !text.is_latex));
    texts.retain(|text| !place(draft, &finder, text));
    let documents = PageDocuments::of(draft);
    texts.retain(|text| !place_pages(draft, &documents, text));
    pair_rest(draft, &texts);
    if draft.plan.samples.len() > before {
        draft.recognised(Layout::Names, &root, Vec::new(), before);
    }
}

/// Folders of datasets that list their files. A file in such a folder that the dataset does not list is ignored.
struct ListedFolders(HashSet<String>);

impl ListedFolders {
    fn of(draft: &Draft<'_>) -> Self {
        let lists_all = |layout: &Layout| !matches!(layout, Layout::Table | Layout::Report | Layout::Names);
        let layouts = draft.plan.layouts.iter().filter(|found| lists_all(&found.layout));
        Self(layouts.map(|found| found.folder.clone()).collect())
    }

    fn contain(&self, path: &str) -> bool {
        folders(path).any(|folder| self.0.contains(folder))
    }
}

/// Returns the folder that contains all files.
fn common_folder(draft: &Draft<'_>) -> String {
    let files = draft.free().filter(|(_, file)| file.system.is_none());
    let mut folders = files.map(|(_, file)| parent(&file.path));
    let Some(first) = folders.next() else {
        return String::new();
    };
    let common = folders.fold(first, |common, folder| {
        common.get(..common_length(common, folder)).unwrap_or_default()
    });
    common.to_owned()
}

/// Returns the length of the folders with which two paths both begin.
fn common_length(first: &str, second: &str) -> usize {
    let same = first.split('/').zip(second.split('/')).take_while(|(a, b)| a == b);
    same.map(|(part, _)| part.len() + 1).sum::<usize>().saturating_sub(1)
}

/// Returns a path without folders that give no information, or only the role of a text.
fn plain(path: &str) -> String {
    let mut parts: Vec<&str> = parent(path).split('/').filter(|folder| is_telling(folder)).collect();
    let name = file_name(path);
    // `p3/page.png` is the picture of `p3`.
    if !name.is_empty() && (parts.is_empty() || !PLAIN_NAMES.contains(&name.to_lowercase().as_str())) {
        parts.push(name);
    }
    parts.join("/")
}

/// Reports whether the name of a folder may name a sample or a system.
fn is_telling(folder: &str) -> bool {
    let is_plain = PLAIN_FOLDERS.contains(&folder.to_lowercase().as_str());
    !folder.is_empty() && !is_plain && side(folder).is_none()
}

impl<'l> Text<'l> {
    fn of(candidate: &'l Candidate<'l>, root: &str, pages: &PageNames) -> Self {
        let path = candidate.name.as_str();
        let path = if candidate.given.is_some() {
            path
        } else {
            inside(path, root).unwrap_or(path)
        };
        let path = pages.of_text(path, candidate);
        let by_folder = parent(&path).split('/').find_map(side);
        let (name, by_name) = without_side(&path);
        Self {
            name: plain(&name),
            side: by_name.or(by_folder),
            is_by_order: false,
            is_answer: file_name(&path).to_lowercase().ends_with("answer"),
            given: candidate.given,
            is_latex: candidate.is_latex(),
            is_output: candidate.is_output(),
            candidate,
        }
    }
}

/// Returns the path without a word at its end that names a side: `p3.reference` and `p3_gt` are references of `p3`.
fn without_side(path: &str) -> (String, Option<Side>) {
    if let Some((base, word)) = cut(path)
        && let Some(side) = side(word)
    {
        return (base.to_owned(), Some(side));
    }
    match side(file_name(path)) {
        // The folder names the sample: `p3/reference`.
        Some(side) => (parent(path).to_owned(), Some(side)),
        None => (path.to_owned(), None),
    }
}

/// Texts of an import, some of them of samples that exist.
struct Divided<'l, 'k> {
    /// The texts of samples that exist, each with the id of its sample.
    of_known: Vec<(Text<'l>, &'k str)>,
    others: Vec<Text<'l>>,
}

/// Divides texts into those of samples that exist before the import and the others.
fn divide<'l, 'k>(
    names: &[(String, usize)],
    known: &KnownNames<'k>,
    samples: &KnownSamples,
    texts: Vec<Text<'l>>,
    (root, pages): (&'l str, &PageNames),
) -> Divided<'l, 'k> {
    let imported = Finder::new(names.to_vec());
    let mut divided = Divided {
        of_known: Vec::new(),
        others: Vec::new(),
    };
    let mut uses_root = false;
    for text in texts {
        // The folder that contains all files may be a part of the id, or name the system or the side.
        let whole = Text::of(text.candidate, "", pages);
        let is_imported = find(&imported, &text.name) != Match::None;
        let Some((id, rest)) = known.find(&whole.name).filter(|_| !is_imported) else {
            divided.others.push(text);
            continue;
        };
        let own = known
            .find(&text.name)
            .map(|(_, rest)| rest)
            .filter(|rest| !rest.is_empty());
        uses_root |= own.is_none() && !rest.is_empty();
        let system = own.as_deref().or_else(|| rest.rsplit('/').next()).unwrap_or_default();
        let is_reference = whole.side == Some(Side::Reference);
        let name = if is_reference || system.is_empty() {
            id.to_owned()
        } else {
            format!("{system}/{id}")
        };
        divided.of_known.push((Text { name, ..whole }, id));
    }
    // Two texts are a pair, even if one of them is called like a sample.
    if let ([(text, id)], [_], []) = (divided.of_known.as_slice(), divided.others.as_slice(), names)
        && text.name == *id
    {
        let first = divided.of_known.drain(..).map(|(text, _)| text);
        divided.others.splice(0..0, first);
        return divided;
    }
    mark_predictions(&mut divided.of_known, samples);
    if !divided.of_known.is_empty() {
        // The folder of all files names the side and the system of the others, too.
        let system = root.rsplit('/').find(|folder| uses_root && is_telling(folder));
        let by_root = root.split('/').find_map(side);
        for text in &mut divided.others {
            text.side = text.side.or(by_root);
            if text.side != Some(Side::Reference) {
                text.given = text.given.or(system);
            }
        }
    }
    divided
}

/// Makes those texts predictions that are called like a sample with a reference and have no other text beside them.
fn mark_predictions(of_known: &mut [(Text<'_>, &str)], known: &KnownSamples) {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (_, id) in &*of_known {
        *counts.entry(id).or_default() += 1;
    }
    for (text, id) in of_known {
        let has_reference = known.get(*id).is_some_and(|known| known.has_reference);
        let is_single = counts.get(id) == Some(&1) && text.name == *id;
        if is_single && has_reference && text.side.is_none() {
            text.side = Some(Side::Prediction);
        }
    }
}

/// Gives pictures to samples without one, and makes samples of the other pictures. Returns the names of the new
/// samples.
fn take_pictures(
    draft: &mut Draft<'_>,
    root: &str,
    listed: &ListedFolders,
    known: &[(String, usize)],
) -> BTreeMap<String, usize> {
    let finder = Finder::new(known.to_vec());
    let mut files: Vec<(FileId, &str)> = draft.free().map(|(file, entry)| (file, &*entry.path)).collect();
    files.retain(|(_, path)| is_picture(path) && !listed.contain(path));
    // Images come first, so that a document next to an image of the same name is left over.
    files.sort_by_key(|(_, path)| ending(path) == "pdf");
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for (file, path) in files {
        let name = plain(stem(inside(path, root).unwrap_or(path)));
        let sample = match finder.find(&name) {
            Match::One { sample, .. } => sample,
            _ => *names
                .entry(name.clone())
                .or_insert_with(|| new_sample(draft, &name, path)),
        };
        match draft.plan.samples.get_mut(sample) {
            Some(sample) if sample.image.is_none() => {
                sample.image = Some(picture(file));
                draft.take(file);
            }
            _ => {
                let id = draft.id(sample).to_owned();
                draft.leave(file, Why::Taken { id });
            }
        }
    }
    names
}

/// Makes a sample of this name, or of the whole path if another sample has the name.
fn new_sample(draft: &mut Draft<'_>, name: &str, path: &str) -> usize {
    let id = match name {
        "" => "texts",
        name if draft.find(name).is_none() => name,
        _ => stem(path),
    };
    let id = id.to_owned();
    let sample = draft.sample(&id);
    if let (Some((document, page)), Some(sample)) = (page_of(&id), draft.plan.samples.get_mut(sample)) {
        sample.document = Some(document.to_owned());
        sample.page = Some(page);
    }
    sample
}

/// Returns the document and the page number: `tides/003` and `tides/page_3` are the third page of `tides`.
fn page_of(name: &str) -> Option<(&str, u64)> {
    let (document, page) = name.rsplit_once('/')?;
    let digits = page.trim_start_matches(|c: char| !c.is_ascii_digit());
    let word = page.strip_suffix(digits)?.trim_end_matches(SEPARATORS).to_lowercase();
    let is_page = ["", "p", "pg", "page"].contains(&word.as_str());
    Some((document, digits.parse().ok().filter(|_| is_page)?))
}

/// Makes samples of texts alone, and returns their names. Two texts are a pair if there are no others.
fn add_samples(draft: &mut Draft<'_>, texts: &mut [Text<'_>], are_all: bool) -> Vec<(String, usize)> {
    let sample = |name: String| {
        let sample = new_sample(draft, &name, &name);
        (name, sample)
    };
    sample_names(texts, are_all).into_iter().map(sample).collect()
}

fn sample_names(texts: &mut [Text<'_>], are_all: bool) -> BTreeSet<String> {
    let names = |texts: &[Text<'_>], is_one: fn(&Text<'_>) -> bool| -> BTreeSet<String> {
        texts
            .iter()
            .filter(|text| is_one(text))
            .map(|text| text.name.clone())
            .collect()
    };
    let references = names(texts, |text| text.side == Some(Side::Reference) && text.given.is_none());
    if let [first, second] = texts
        && are_all
        && (file_name(&first.name) != file_name(&second.name) || first.side.is_some() && first.side == second.side)
        && first.given.is_none()
        && second.given.is_none()
    {
        pair_up(first, second);
        return BTreeSet::from([first.name.clone()]);
    }
    if !references.is_empty() {
        return references;
    }
    let mut ungiven = names(texts, |text| text.given.is_none() && !text.is_output);
    if ungiven.is_empty() {
        // The outputs of a parser are predictions, and make samples only if there is nothing else.
        ungiven = names(texts, |text| text.given.is_none());
    }
    if texts.iter().any(|text| text.given.is_some()) {
        return if ungiven.is_empty() {
            names(texts, |_| true)
        } else {
            ungiven
        };
    }
    shared_by_folders(texts).unwrap_or_else(|| {
        let is_variant = |name: &String| cut(name).is_some_and(|(base, _)| ungiven.contains(base));
        // `nougat/p1` is a text for `p1`.
        let is_in_folder = |name: &String| {
            let mut ends = name.match_indices('/').filter_map(|(at, _)| name.get(at + 1..));
            ends.any(|end| ungiven.contains(end))
        };
        let names = ungiven.iter().filter(|name| !is_variant(name) && !is_in_folder(name));
        names.cloned().collect()
    })
}

/// Makes two texts a reference and a prediction, whatever their names. If the names do not tell which is which, the
/// order in which the texts were given decides.
fn pair_up<'l>(first: &mut Text<'l>, second: &mut Text<'l>) {
    let first_is_reference = match (first.side, second.side) {
        (Some(Side::Reference), Some(Side::Reference)) => second.is_answer || !first.is_answer,
        (first, second) => first != Some(Side::Prediction) && second != Some(Side::Reference),
    };
    let (reference, prediction) = if first_is_reference {
        (&mut *first, &mut *second)
    } else {
        (&mut *second, &mut *first)
    };
    if reference.side.is_none() && prediction.side.is_none() {
        (reference.is_by_order, prediction.is_by_order) = (true, true);
    }
    reference.side = Some(Side::Reference);
    prediction.side = Some(Side::Prediction);
    second.name.clone_from(&first.name);
}

/// Returns the names of texts within the first folders, if several folders share some names. Each folder is then a
/// system.
fn shared_by_folders(texts: &[Text<'_>]) -> Option<BTreeSet<String>> {
    let mut folders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for text in texts {
        let (folder, name) = text.name.split_once('/')?;
        folders.entry(name).or_default().insert(folder);
    }
    let is_shared = folders.values().any(|folders| folders.len() > 1);
    is_shared.then(|| folders.into_keys().map(str::to_owned).collect())
}

/// Returns the sample to which a text refers. A word about the file may follow a separator, or a folder with the
/// sample's name.
fn find(finder: &Finder, name: &str) -> Match {
    let mut found = finder.find(name);
    for (base, word) in cut(name).into_iter().chain(name.rsplit_once('/')) {
        if found != Match::None {
            break;
        }
        if let Match::One { sample, rest } = finder.find(base) {
            let rest = if rest.is_empty() {
                word.to_owned()
            } else {
                format!("{rest}/{word}")
            };
            found = Match::One { sample, rest };
        }
    }
    found
}

/// Makes samples of texts whose names no picture has: of references that have another text next to them.
fn pair_rest(draft: &mut Draft<'_>, texts: &[Text<'_>]) {
    let is_reference = |text: &&Text<'_>| match text.side {
        Some(side) => side == Side::Reference,
        None => text.is_latex && text.given.is_none(),
    };
    let names: BTreeSet<&String> = texts.iter().filter(is_reference).map(|text| &text.name).collect();
    let names: Vec<(String, usize)> = names.into_iter().cloned().zip(0..).collect();
    let candidates = Finder::new(names.clone());
    let mut counts = vec![0; names.len()];
    for text in texts {
        if let Match::One { sample, .. } = find(&candidates, &text.name)
            && let Some(count) = counts.get_mut(sample)
        {
            *count += 1;
        }
    }
    let paired = names.into_iter().zip(counts).filter(|(_, count)| *count > 1);
    let paired = paired.map(|((name, _), _)| {
        let sample = new_sample(draft, &name, &name);
        (name, sample)
    });
    let finder = Finder::new(paired.collect());
    for text in texts {
        place(draft, &finder, text);
    }
}

/// Gives the pages of a text that covers several to the samples of these pages. Reports whether the text now has a place
/// or is left over.
fn place_pages(draft: &mut Draft<'_>, documents: &PageDocuments, text: &Text<'_>) -> bool {
    let is_prediction = text.side != Some(Side::Reference);
    let system = |rest: &str| {
        let name = text.given.unwrap_or(rest);
        Some(if name.is_empty() { NAMELESS } else { name }.to_owned())
    };
    is_prediction && documents.give(draft, text.candidate, &text.name, system)
}

/// Gives a text its place. Reports whether the text now has a place or is left over.
fn place(draft: &mut Draft<'_>, finder: &Finder, text: &Text<'_>) -> bool {
    let (sample, rest) = match find(finder, &text.name) {
        Match::One { sample, rest } => (sample, rest),
        Match::Many(first, second) => {
            let why = draft.ambiguous(first, second);
            draft.refuse(&text.candidate.text, why);
            return true;
        }
        Match::None => return false,
    };
    let has_reference = draft
        .plan
        .samples
        .get(sample)
        .is_some_and(|sample| sample.reference.is_some());
    let is_reference = match (&text.given, text.side) {
        (Some(_), _) | (None, Some(Side::Prediction)) => false,
        (None, Some(Side::Reference)) => true,
        (None, None) => rest.is_empty() && text.is_latex && !has_reference,
    };
    if let Some(sample) = draft.plan.samples.get_mut(sample) {
        sample.sides_by_order |= text.is_by_order;
    }
    if is_reference {
        refer(draft, &text.candidate.text, sample);
    } else {
        let name = text.given.or(Some(&rest)).filter(|name| !name.is_empty());
        give_text(draft, &text.candidate.text, sample, name.unwrap_or(NAMELESS));
    }
    true
}

fn refer(draft: &mut Draft<'_>, text: &Passage, index: usize) {
    match draft.plan.samples.get_mut(index) {
        Some(sample) if sample.reference.is_none() => {
            sample.reference = Some(text.clone());
            draft.settle(text);
        }
        _ => {
            let id = draft.id(index).to_owned();
            draft.refuse(text, Why::Taken { id });
        }
    }
}
