//! The worker for leaderboards: reads saved evaluations and printed tables, and puts them into comparable sets.

use texlens_blob::Blob;
use texlens_leaderboard::{Leaderboard, Standing, printed, read};
use texlens_report::MAX_BYTES;
use texlens_workspace::messages::leaderboard::{Event, Request, Standings};
use texlens_workspace::words::leaderboard as words;
use wasm_bindgen::prelude::*;

use texlens_worker_base::Port;

/// Starts to answer the page's requests.
#[wasm_bindgen]
pub fn start_leaderboard_worker() {
    Port::open().answer(|request| async move {
        let Request::Stand {
            job,
            evaluations,
            printed,
        } = request;
        let standings = Box::new(stand(&evaluations, &printed).await);
        (job, Ok(Event::Stood { job, standings }))
    });
}

/// Makes the leaderboards as the command does. A file that cannot be used is named, and the others count.
async fn stand(evaluations: &[(String, Blob)], publications: &[String]) -> Standings {
    let (mut boards, mut refused): (Vec<Leaderboard>, Vec<(String, String)>) = Default::default();
    for (name, file) in evaluations {
        let found = text(file).await;
        match found.and_then(|text| read(name, &text).map_err(|error| error.to_string())) {
            Ok(found) => boards.extend(found),
            Err(why) => refused.push((name.clone(), why)),
        }
    }
    boards.extend(publications.iter().flat_map(|name| printed(name)));
    Standings {
        shown: Standing::of(boards).shown(),
        refused,
    }
}

/// Reads the text of a file.
async fn text(file: &Blob) -> Result<String, String> {
    if file.size() > MAX_BYTES as u64 {
        return Err(words::TOO_LARGE.to_owned());
    }
    let bytes = file.bytes().await.map_err(|_| words::NOT_READ.to_owned())?;
    String::from_utf8(bytes).map_err(|_| words::NOT_TEXT.to_owned())
}
