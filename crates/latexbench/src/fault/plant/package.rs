//! Package Missing: graphicx is no longer loaded, so that the document does not compile.

use super::changes::Changes;
use crate::article::Article;

pub(super) fn plant(article: &Article) -> Option<Changes> {
    let line = article.locate(&article.preamble, "\\usepackage{graphicx}\n");
    let member = || article.locate(&article.preamble, "graphicx,");
    let place = line.or_else(member)?;
    Some(vec![(place, String::new())])
}
