//! A figure.

use super::part::{Part, Setting};
use crate::article::{CaptionForm, figure};
use crate::requirement::{Figure, LabelAsk, Requirement, Target};

pub(super) fn part(setting: &mut Setting<'_>) -> Part {
    let picture = &setting.topic.figures[setting.choices.below(setting.topic.figures.len())];
    let key = format!("fig:{}", picture.slug);
    let image = format!("figures/{}", picture.slug);
    let is_named = setting.is_document || setting.choices.chance(1, 2);
    let asked = if is_named {
        format!("the label {key}")
    } else {
        "a label".to_owned()
    };
    let ask = format!(
        "Include the image {image} as a figure with {asked} and the caption \"{}\" Place the label immediately after \
         the caption.",
        picture.caption
    );
    let requirement = Requirement::Figure(Figure {
        image,
        caption: picture.caption.to_owned(),
        label: if is_named {
            LabelAsk::Named(key.clone())
        } else {
            LabelAsk::Any
        },
    });
    Part {
        packages: vec!["graphicx"],
        mention: Some((format!("Figure~\\ref{{{key}}} shows the arrangement."), Target::Figure)),
        ..Part::new(
            ask,
            requirement,
            figure(picture, CaptionForm::LabelAfter, &setting.style),
        )
    }
}
