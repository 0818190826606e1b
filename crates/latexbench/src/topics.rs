//! The scientific content of the items: twelve topics, one file each, in our own words except for named quotations.
//!
//! Laws, constants and works are those of textbooks; measured values and settings of experiments are plausible, and
//! some are invented. Every item names its topic as its source. Outside formulas and programs, no text has a character
//! that TeX treats specially.

mod acoustics;
mod conduction;
mod decay;
mod flow;
mod geometry;
mod graphs;
mod growth;
mod integration;
mod motion;
mod optics;
mod orbits;
mod sorting;
mod topic;

pub(crate) use topic::{Equation, Picture, Topic, Values};

/// The topics in the order of their slugs, which is the order in which a seed draws them.
pub(crate) const TOPICS: [&Topic; 12] = [
    &acoustics::TOPIC,
    &conduction::TOPIC,
    &decay::TOPIC,
    &flow::TOPIC,
    &geometry::TOPIC,
    &graphs::TOPIC,
    &growth::TOPIC,
    &integration::TOPIC,
    &motion::TOPIC,
    &optics::TOPIC,
    &orbits::TOPIC,
    &sorting::TOPIC,
];
