//! Wrong Env: the figure stands in a table environment, so that its caption prints "Table 1".

use super::changes::Changes;
use crate::article::Article;

pub(super) fn plant(article: &Article) -> Option<Changes> {
    let ends = ["\\begin{figure}", "\\end{figure}"];
    ends.into_iter()
        .map(|end| Some((article.locate(&article.figure, end)?, end.replace("figure", "table"))))
        .collect()
}
