//! Sentences of the help.

/// The dialog's title.
pub const TITLE: &str = "Help";

/// Heading of the list of keys.
pub const KEYS: &str = "Keys";

/// Keys of a part of the screen, and what each of them does. The other keys are those of commands.
pub const OTHER_KEYS: [(&[&str], &str); 4] = [
    (
        &["\u{2190}", "\u{2192}"],
        "previous and next word or formula, when the page has the focus",
    ),
    (
        &["Shift", "\u{2190}", "\u{2192}"],
        "mark a region of the page, as dragging does; you can copy it or read it again",
    ),
    (
        &["0", "9", "T"],
        "answer the question of a sheet: the rating, T for ten; 1 for left, 2 for right, 0 for a tie",
    ),
    (
        &["\u{2190}", "\u{2191}", "\u{2192}", "\u{2193}"],
        "move in the matrix; also Home, End, Page up and Page down. Enter opens the sample, or sorts by the column",
    ),
];

/// The topics, each with a heading and a paragraph.
pub const TOPICS: [(&str, &str); 5] = [
    (
        "Commands",
        "The palette of commands finds every action and every sample by a few letters. Where a key works anywhere, it \
         stands beside the command. Settings have a sheet of their own.",
    ),
    (
        "Files",
        "Drop or paste anywhere. `page.tex` is the reference of `page.png` or `page.pdf`; `page.pred.tex` or `page.md` \
         is a prediction. Two texts and no image are a reference and a prediction, in this order unless their names say \
         otherwise.",
    ),
    (
        "Scores",
        "A score of 1 is perfect, unless the metric says that lower is better. An undefined score states the reason \
         instead of showing 0. Select a score to see a summary, the passages that explain it, and how it is measured.",
    ),
    (
        "Compilation",
        "The instant check immediately lists the errors to expect. The verdict comes from pdfTeX, which runs in this \
         browser on request. pdfTeX is downloaded once, and stored by the browser.",
    ),
    (
        "Privacy",
        "Pages and texts stay on this machine: nothing is uploaded. This browser stores them until you remove them from \
         the list, so that closing the page loses nothing.",
    ),
];
