//! Joins several readings of one image: each glyph takes the symbol and the style that most readings give it, weighed by
//! their confidence, and the mean of the places of those that agree.

use crate::{Glyph, Style};

/// Largest distance between the middles of two finds of one glyph, in em.
const NEAR: f32 = 0.3;
/// Largest ratio of their sizes.
const SIZE: f32 = 1.5;
/// Mean confidence over all readings that a glyph of the leading reading must have, and one that it lacks.
const KEPT: f32 = 0.2;
const ADDED: f32 = 0.35;
/// The power of its worth with which a reading counts.
const POWER: i32 = 2;
/// Share of the smaller box that two finds of one glyph have in common.
const COMMON: f32 = 0.2;

/// A reading, and how much its voice counts, 0 to 1.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    pub(super) glyphs: Vec<Glyph>,
    pub(super) weight: f32,
}

impl Reading {
    /// Returns a reading that counts by its worth, relative to that of the leading one. Where even that is worth nothing, no
    /// other helps.
    pub(super) fn beside(glyphs: Vec<Glyph>, worth: f32, leading: f32) -> Self {
        let share = if leading > 0.0 { worth / leading } else { 0.0 };
        Self {
            glyphs,
            weight: share.clamp(0.0, 1.0).powi(POWER),
        }
    }

    /// Returns the leading reading.
    pub(super) const fn leading(glyphs: Vec<Glyph>) -> Self {
        Self { glyphs, weight: 1.0 }
    }
}

/// Returns the glyphs on which readings agree. `leading` is the index of the reading whose glyphs they are matched with.
/// O(n²) for n glyphs of a reading: images that are read several times are small.
pub(super) fn voted(readings: &[Reading], leading: usize) -> Vec<Glyph> {
    let Some(first) = readings.get(leading) else {
        return Vec::new();
    };
    let mut groups: Vec<Vec<(&Glyph, f32)>> = first.glyphs.iter().map(|glyph| vec![(glyph, first.weight)]).collect();
    let led = groups.len();
    for (at, reading) in readings.iter().enumerate() {
        if at != leading {
            join(&mut groups, reading);
        }
    }
    let all: f32 = readings.iter().map(|reading| reading.weight).sum();
    let mut glyphs: Vec<Glyph> = Vec::with_capacity(groups.len());
    for (at, group) in groups.iter().enumerate() {
        let support: f32 = group.iter().map(strength).sum();
        let least = if at < led { KEPT } else { ADDED };
        let Some(glyph) = elected(group, all).filter(|_| support >= least * all) else {
            continue;
        };
        // Readings that place one glyph differently do not make two of it.
        let repeats = |other: &Glyph| other.symbol == glyph.symbol && common(other, &glyph) > COMMON;
        if at < led || !glyphs.iter().any(repeats) {
            glyphs.push(glyph);
        }
    }
    glyphs
}

/// Adds each glyph of a reading to the nearest group; those without one begin new groups.
fn join<'r>(groups: &mut Vec<Vec<(&'r Glyph, f32)>>, reading: &'r Reading) {
    let mut near: Vec<(f32, usize, usize)> = Vec::new();
    for (g, group) in groups.iter().enumerate() {
        let Some((head, _)) = group.first() else { continue };
        for (f, glyph) in reading.glyphs.iter().enumerate() {
            let away = head.away(glyph);
            let ratio = (head.size / glyph.size).max(glyph.size / head.size);
            if away < NEAR && ratio < SIZE {
                near.push((away, g, f));
            }
        }
    }
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut taken, mut joined) = (vec![false; groups.len()], vec![false; reading.glyphs.len()]);
    for (_, g, f) in near {
        if !taken[g] && !joined[f] {
            (taken[g], joined[f]) = (true, true);
            groups[g].push((&reading.glyphs[f], reading.weight));
        }
    }
    let alone = reading.glyphs.iter().zip(joined).filter(|(_, joined)| !joined);
    groups.extend(alone.map(|(glyph, _)| vec![(glyph, reading.weight)]));
}

/// How much a find counts.
fn strength((glyph, weight): &(&Glyph, f32)) -> f32 {
    (glyph.confidence * weight).max(f32::EPSILON)
}

/// Returns the glyph that a group of finds shows. `all` is the weight of all readings: those that do not see the glyph, or see
/// another, make it less sure.
fn elected(group: &[(&Glyph, f32)], all: f32) -> Option<Glyph> {
    let mut symbols: Vec<(&str, f32)> = Vec::new();
    for find in group {
        add(&mut symbols, find.0.symbol.as_str(), strength(find));
    }
    let (symbol, agreed) = most(symbols)?;
    let agree = || group.iter().filter(|(glyph, _)| glyph.symbol == symbol);
    let mut styles: Vec<(Style, f32)> = Vec::new();
    for find in agree() {
        add(&mut styles, find.0.style, strength(find));
    }
    let (style, _) = most(styles)?;
    let mean = |length: fn(&Glyph) -> f32| agree().map(|find| strength(find) * length(find.0)).sum::<f32>() / agreed;
    Some(Glyph {
        symbol: symbol.to_owned(),
        style,
        x: mean(|glyph| glyph.x),
        y: mean(|glyph| glyph.y),
        width: mean(|glyph| glyph.width),
        height: mean(|glyph| glyph.height),
        depth: mean(|glyph| glyph.depth),
        size: mean(|glyph| glyph.size),
        confidence: (agreed / all.max(f32::EPSILON)).clamp(0.0, 1.0),
    })
}

fn add<K: PartialEq>(sums: &mut Vec<(K, f32)>, key: K, value: f32) {
    match sums.iter_mut().find(|(known, _)| *known == key) {
        Some((_, sum)) => *sum += value,
        None => sums.push((key, value)),
    }
}

fn most<K>(sums: Vec<(K, f32)>) -> Option<(K, f32)> {
    sums.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Returns the area that two glyphs share as a part of the smaller one.
fn common(glyph: &Glyph, other: &Glyph) -> f32 {
    let (a, b) = (glyph.bbox(), other.bbox());
    a.shared(&b) / a.area().min(b.area()).max(f32::EPSILON)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glyph(symbol: &str, style: Style, x: f32, confidence: f32) -> Glyph {
        Glyph {
            symbol: symbol.to_owned(),
            style,
            x,
            y: 20.0,
            width: 10.0,
            height: 14.0,
            depth: 0.0,
            size: 20.0,
            confidence,
        }
    }

    fn readings(all: &[&[Glyph]]) -> Vec<Reading> {
        let reading = |glyphs: &&[Glyph]| Reading {
            glyphs: glyphs.to_vec(),
            weight: 1.0,
        };
        all.iter().map(reading).collect()
    }

    fn symbols(glyphs: &[Glyph]) -> Vec<&str> {
        glyphs.iter().map(|glyph| glyph.symbol.as_str()).collect()
    }

    #[test]
    fn most_voices_name_a_glyph_and_place_it() {
        let h = |x, confidence| glyph("h", Style::MathItalic, x, confidence);
        let hbar = |x, confidence| glyph("\\hbar", Style::MathItalic, x, confidence);
        let voted = voted(&readings(&[&[h(10.0, 0.6)], &[hbar(12.0, 0.5)], &[hbar(10.0, 0.5)]]), 0);
        assert_eq!(symbols(&voted), ["\\hbar"]);
        assert_eq!(voted[0].x, 11.0);
        assert!((voted[0].confidence - 1.0 / 3.0).abs() < 1e-6);
    }

    #[test]
    fn the_style_is_that_of_those_who_agree_on_the_symbol() {
        let of = |symbol, style| glyph(symbol, style, 10.0, 0.9);
        let all = readings(&[
            &[of("o", Style::Italic)],
            &[of("o", Style::MathItalic)],
            &[of("o", Style::MathItalic)],
            &[of("0", Style::Italic)],
        ]);
        let voted = voted(&all, 3);
        assert_eq!((voted[0].symbol.as_str(), voted[0].style), ("o", Style::MathItalic));
    }

    #[test]
    fn what_most_readings_see_is_added_and_what_one_doubts_goes() {
        let a = || glyph("a", Style::Roman, 10.0, 0.9);
        let minus = || glyph("\\minus", Style::Roman, 40.0, 0.6);
        let speck = || glyph(".", Style::Roman, 70.0, 0.5);
        let all = readings(&[&[a(), speck()], &[a(), minus()], &[minus(), a()]]);
        assert_eq!(symbols(&voted(&all, 0)), ["a", "\\minus"]);
    }

    #[test]
    fn one_glyph_placed_differently_stays_one() {
        let all = readings(&[
            &[glyph("acc:vec", Style::Roman, 10.0, 0.9)],
            &[glyph("acc:vec", Style::Roman, 17.0, 0.9)],
            &[glyph("acc:vec", Style::Roman, 17.0, 0.9)],
        ]);
        assert_eq!(voted(&all, 0).len(), 1);
    }

    #[test]
    fn any_reading_is_taken() {
        assert!(voted(&[], 0).is_empty());
        let odd = [f32::NAN, f32::INFINITY, 0.0, -1.0].map(|size| Glyph {
            size,
            ..glyph("a", Style::Roman, size, 0.0)
        });
        voted(&readings(&[&odd, &odd]), 1);
        // Readings that count nothing leave the glyphs of the leading one.
        let mut silent = readings(&[&[glyph("a", Style::Roman, 10.0, 0.0)], &[]]);
        silent.iter_mut().for_each(|reading| reading.weight = 0.0);
        let left = voted(&silent, 0);
        assert!(
            left.iter().all(|glyph| glyph.x == 10.0 && glyph.confidence.is_finite()),
            "{left:?}"
        );
    }
}
