//! The worker for ratings: makes studies and sheets, and calculates results.

use texlens_blob::Blob;
use texlens_evaluate::ValueTable;
use texlens_judge::judging::Subject as Judged;
use texlens_ratings::{
    Attention, Evidence, MAX_JSON, Merged, Predictions, Results, Sheet, Study, StudyPlan, files, merge_files,
    value_table,
};
use texlens_report::plot::Ink;
use texlens_report::{FolderFile, ItemValues, ZipWriter, read_item_values, read_judge_input};
use texlens_workspace::messages::Job;
use texlens_workspace::messages::ratings::{Event, RatingFile, RatingResults, Reply, Request, Subject};
use texlens_workspace::rating::{AnswerFile, HeldStudy};
use texlens_workspace::words::ratings as words;
use wasm_bindgen::prelude::*;

use texlens_worker_base::Port;

/// Starts to answer the page's requests.
#[wasm_bindgen]
pub fn start_ratings_worker() {
    Port::open().answer(|request| async move {
        let (job, done) = answer(request).await;
        let event = done.map(|done| match done {
            Done::Reply(reply) => Event::Answered { job, reply },
            Done::File(file) => Event::Written { job, file },
        });
        (job, event)
    });
}

/// What a job gives: an answer or a file.
enum Done {
    Reply(Box<Reply>),
    File(Blob),
}

async fn answer(request: Request) -> (Job, Result<Done, String>) {
    match request {
        Request::Make { job, plan, evaluation } => (job, make(&plan, &evaluation).await.map(reply)),
        Request::Read {
            job,
            name,
            file,
            came_back,
        } => (job, read(name, &file, came_back).await.map(reply)),
        Request::Sheet { job, study, rater } => (job, sheet(&study, rater).map(reply)),
        Request::Results { job, subject } => (job, results(subject).await.map(reply)),
        Request::Write { job, file, subject } => {
            let bytes = written(file, subject).await;
            (job, bytes.map(|bytes| Done::File(Blob::new(&bytes, file.media_type()))))
        }
    }
}

fn reply(reply: Reply) -> Done {
    Done::Reply(Box::new(reply))
}

/// Makes a study of the formulas of an evaluation, as the command does.
async fn make(plan: &StudyPlan, evaluation: &Blob) -> Result<Reply, String> {
    let json = text(evaluation).await?;
    let input = read_judge_input(&json).map_err(|error| error.to_string())?;
    let values = read_item_values(&json).map_err(|error| error.to_string())?;
    let table = value_table(ItemValues {
        table: values.table,
        judge: input.judge.clone(),
    });
    let subjects = input.texts.iter().flat_map(Judged::of_texts);
    let predictions = Predictions::of(subjects.map(|subject| (subject, &[][..])), plan.exclusion, &table);
    let planned = plan
        .study(predictions.map_err(|error| error.to_string())?)
        .map_err(|error| error.to_string())?;
    Ok(Reply::Study(HeldStudy::of(&planned.study, Some(planned.left_out))))
}

/// Reads a file. A study and a sheet say what they are.
async fn read(name: String, file: &Blob, came_back: bool) -> Result<Reply, String> {
    let json = text(file).await?;
    if json.contains(Study::FORMAT) {
        let study = Study::read(&json).map_err(|error| error.to_string())?;
        return Ok(Reply::Study(HeldStudy::of(&study, None)));
    }
    if came_back {
        return Ok(Reply::CameBack(AnswerFile { name, json }));
    }
    let sheet = Sheet::read(&json).map_err(|error| error.to_string())?;
    Ok(Reply::Sheet(sheet))
}

fn sheet(study: &str, rater: u32) -> Result<Reply, String> {
    let study = Study::read(study).map_err(|error| error.to_string())?;
    let sheet = Sheet::of(&study, &study.hash(), rater);
    sheet.map(Reply::Sheet).ok_or_else(|| words::no_rater(study.raters()))
}

/// The results of a study, and what they come from.
struct Calculated {
    study: Study,
    merged: Merged,
    results: Results,
}

async fn calculate(subject: Subject) -> Result<Calculated, String> {
    let study = Study::read(&subject.study).map_err(|error| error.to_string())?;
    let table: Option<ValueTable> = match &subject.evaluation {
        None => None,
        Some(evaluation) => {
            let values = read_item_values(&text(evaluation).await?).map_err(|error| error.to_string())?;
            Some(value_table(values))
        }
    };
    let attention = Attention {
        allowed: (!subject.keep_failed).then_some(0),
    };
    let files = subject
        .answers
        .iter()
        .map(|file| (file.name.as_str(), file.json.as_str()));
    let merged = merge_files(&study, files, attention);
    let evidence = Evidence {
        table: table.as_ref(),
        ..Evidence::of(&study)
    };
    let results = Results::of(&study, &merged, &evidence);
    Ok(Calculated { study, merged, results })
}

async fn results(subject: Subject) -> Result<Reply, String> {
    let Calculated { merged, results, .. } = calculate(subject).await?;
    // Without an answer there are only the raters, with what is wrong with the files.
    let tables = match merged.answers.is_empty() {
        true => Vec::new(),
        false => results.tables(),
    };
    Ok(Reply::Results(RatingResults {
        tables: [merged.table()].into_iter().chain(tables).collect(),
        figure: results.figure().map(|figure| figure.svg(Ink::Page)),
    }))
}

async fn written(file: RatingFile, subject: Subject) -> Result<Vec<u8>, String> {
    if file == RatingFile::Study {
        let study = Study::read(&subject.study).map_err(|error| error.to_string())?;
        return zipped(&study);
    }
    let Calculated { study, merged, results } = calculate(subject).await?;
    Ok(match file {
        RatingFile::Study => Vec::new(),
        RatingFile::Results => results.to_json(&merged).into_bytes(),
        RatingFile::Ratings => merged.to_csv(&study).into_bytes(),
        RatingFile::Figure => {
            let figure = results.figure().ok_or_else(|| words::NO_FIGURE.to_owned())?;
            figure.svg(Ink::File).into_bytes()
        }
    })
}

fn zipped(study: &Study) -> Result<Vec<u8>, String> {
    let mut archive = ZipWriter::default();
    for (path, text) in files(study) {
        let bytes = text.into_bytes();
        archive
            .add(&FolderFile { path, bytes })
            .map_err(|error| error.to_string())?;
    }
    archive.finish().map_err(|error| error.to_string())
}

/// Reads the text of a file.
async fn text(file: &Blob) -> Result<String, String> {
    if file.size() > MAX_JSON.max(texlens_report::MAX_BYTES) as u64 {
        return Err(words::TOO_LARGE.to_owned());
    }
    let bytes = file.bytes().await.map_err(|_| words::NOT_READ.to_owned())?;
    String::from_utf8(bytes).map_err(|_| words::NOT_TEXT.to_owned())
}
