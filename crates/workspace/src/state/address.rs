//! The part of the state in the page's address, so that it can be shared, bookmarked and returned to.

use std::rc::Rc;

use form_urlencoded::{Serializer, parse};

use super::{
    Filter, FormulaFilter, FormulaItem, FormulaListing, FormulaOrder, Listing, MatrixChoice, MatrixFilter, MatrixOrder,
    Order, PageLook, SampleId, Screen, State, Tab,
};

/// A place in the app, as the fragment of its address:
/// `sample=NAME&show=FILTER&search=WORDS&sort=METRIC&tab=formulas&page=overlay&beside=SYSTEM&view=compare`. Default values are
/// omitted. A minus sign before the metric sorts the worst last. The list of formulas adds
/// `view=formulas&formula=NUMBER&pairs=FILTER&extent=inline&of=SYSTEM&find=WORDS&worst=METRIC`, the matrix
/// `view=matrix&score=METRIC&baseline=SYSTEM&rows=FILTER&tag=NAME&value=VALUE&find=WORDS&order=system&of=SYSTEM`, with a
/// minus sign before a reversed order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The name of the shown sample.
    pub sample: Option<String>,
    /// The filter, query and order of the list.
    pub listing: Listing,
    /// The tab on the right.
    pub tab: Tab,
    /// Whether the page's image is shown, its prediction as TeX sets it, or both.
    pub look: PageLook,
    /// The system whose prediction is shown beside the shown one.
    pub beside: Option<Rc<str>>,
    /// The main part of the window.
    pub screen: Screen,
    /// The number of the formula of the sample that is pointed at in the list of formulas, from 1.
    pub formula: Option<usize>,
    /// What the list of formulas shows.
    pub formulas: FormulaListing,
    /// What the matrix shows.
    pub matrix: MatrixChoice,
}

/// The tabs by their names in an address, but for the default.
const TABS: [(&str, Tab); 6] = [
    ("page", Tab::Page),
    ("scores", Tab::Scores),
    ("formulas", Tab::Formulas),
    ("tables", Tab::Tables),
    ("pages", Tab::Pages),
    ("compile", Tab::Compile),
];
/// The pictures of a page by their names in an address, but for the default.
const LOOKS: [(&str, PageLook); 3] = [
    ("typeset", PageLook::Typeset),
    ("beside", PageLook::Beside),
    ("overlay", PageLook::Overlay),
];
const BY_NAME: &str = "name";
const DISPLAYED: &str = "displayed";
const INLINE: &str = "inline";

impl Place {
    /// Reads a fragment, without `#`. Skips anything unknown.
    #[must_use]
    pub fn parse(fragment: &str) -> Self {
        let mut place = Self {
            matrix: matrix(fragment),
            ..Self::default()
        };
        for (key, value) in parse(fragment.as_bytes()) {
            match key.as_ref() {
                "sample" => place.sample = Some(value.into_owned()),
                "show" => place.listing.filter = Filter::all().find(|filter| filter.id() == value).unwrap_or_default(),
                "search" => place.listing.query = value.as_ref().into(),
                "sort" => place.listing.order = order(&value),
                "tab" => place.tab = named(&TABS, &value),
                "page" => place.look = named(&LOOKS, &value),
                "view" if value == "compare" => place.screen = Screen::Compare,
                "view" if value == "matrix" => place.screen = Screen::Matrix,
                "view" if value == "formulas" => place.screen = Screen::Formulas,
                "view" if value == "latexbench" => place.screen = Screen::LatexBench,
                "view" if value == "ratings" => place.screen = Screen::Ratings,
                "view" if value == "leaderboard" => place.screen = Screen::Leaderboard,
                "view" if value == "make-pages" => place.screen = Screen::Making,
                "formula" => place.formula = value.parse().ok().filter(|number| *number > 0),
                "pairs" => {
                    let mut filters = FormulaFilter::ALL.into_iter();
                    place.formulas.filter = filters.find(|filter| filter.id() == value).unwrap_or_default();
                }
                "extent" => {
                    place.formulas.displayed = match value.as_ref() {
                        DISPLAYED => Some(true),
                        INLINE => Some(false),
                        _ => None,
                    };
                }
                "of" if place.screen != Screen::Matrix => place.formulas.system = Some(value.as_ref().into()),
                "find" if place.screen != Screen::Matrix => place.formulas.query = value.as_ref().into(),
                "worst" if texlens_metrics::info(&value).is_some() => {
                    let metric = value.as_ref().into();
                    place.formulas.order = FormulaOrder::Worst { metric };
                }
                "beside" => place.beside = Some(value.as_ref().into()),
                _ => {}
            }
        }
        place
    }

    /// Returns the fragment, without `#`. It is empty for the default place.
    #[must_use]
    pub fn fragment(&self) -> String {
        let mut written = Serializer::new(String::new());
        let Listing { filter, query, order } = &self.listing;
        if let Some(sample) = &self.sample {
            written.append_pair("sample", sample);
        }
        if *filter != Filter::All {
            written.append_pair("show", filter.id());
        }
        if !query.is_empty() {
            written.append_pair("search", query);
        }
        match order {
            Order::Arrival => {}
            Order::Name => drop(written.append_pair("sort", BY_NAME)),
            Order::Score { metric, best_first } => {
                let sign = if *best_first { "-" } else { "" };
                written.append_pair("sort", &format!("{sign}{metric}"));
            }
        }
        let named = [("tab", name(&TABS, self.tab)), ("page", name(&LOOKS, self.look))];
        for (key, value) in named {
            if let Some(value) = value {
                written.append_pair(key, value);
            }
        }
        if let Some(beside) = &self.beside {
            written.append_pair("beside", beside);
        }
        match self.screen {
            Screen::Samples => {}
            Screen::Compare => drop(written.append_pair("view", "compare")),
            Screen::Matrix => {
                written.append_pair("view", "matrix");
                self.write_matrix(&mut written);
            }
            Screen::LatexBench => drop(written.append_pair("view", "latexbench")),
            Screen::Ratings => drop(written.append_pair("view", "ratings")),
            Screen::Leaderboard => drop(written.append_pair("view", "leaderboard")),
            Screen::Making => drop(written.append_pair("view", "make-pages")),
            Screen::Formulas => {
                written.append_pair("view", "formulas");
                self.write_formulas(&mut written);
            }
        }
        written.finish()
    }

    fn write_formulas(&self, written: &mut Serializer<'_, String>) {
        let FormulaListing {
            filter,
            displayed,
            system,
            query,
            order,
        } = &self.formulas;
        if let Some(number) = self.formula {
            written.append_pair("formula", &number.to_string());
        }
        if *filter != FormulaFilter::All {
            written.append_pair("pairs", filter.id());
        }
        if let Some(displayed) = displayed {
            written.append_pair("extent", if *displayed { DISPLAYED } else { INLINE });
        }
        if let Some(system) = system {
            written.append_pair("of", system);
        }
        if !query.is_empty() {
            written.append_pair("find", query);
        }
        if let FormulaOrder::Worst { metric } = order {
            written.append_pair("worst", metric);
        }
    }
}

/// The orders of the matrix by their names in an address, but for the default.
const BY_SPREAD: &str = "spread";
const BY_SYSTEM: &str = "system";
const BY_DIFFERENCE: &str = "difference";

impl Place {
    fn write_matrix(&self, written: &mut Serializer<'_, String>) {
        let MatrixChoice {
            metric,
            baseline,
            order,
            is_reversed,
            filter,
            tag,
            query,
        } = &self.matrix;
        if let Some(metric) = metric {
            written.append_pair("score", metric);
        }
        if let Some(baseline) = baseline {
            written.append_pair("baseline", baseline);
        }
        if *filter != MatrixFilter::All {
            written.append_pair("rows", filter.id());
        }
        if let Some([name, value]) = tag {
            written.append_pair("tag", name);
            written.append_pair("value", value);
        }
        if !query.is_empty() {
            written.append_pair("find", query);
        }
        let (name, system) = match order {
            MatrixOrder::Arrival => ("", None),
            MatrixOrder::Name => (BY_NAME, None),
            MatrixOrder::Spread => (BY_SPREAD, None),
            MatrixOrder::System(system) => (BY_SYSTEM, Some(system)),
            MatrixOrder::Difference(system) => (BY_DIFFERENCE, Some(system)),
        };
        let sign = if *is_reversed { "-" } else { "" };
        if !name.is_empty() || *is_reversed {
            written.append_pair("order", &format!("{sign}{name}"));
        }
        if let Some(system) = system {
            written.append_pair("of", system);
        }
    }
}

/// Reads what the matrix shows from a fragment that leads to it.
fn matrix(fragment: &str) -> MatrixChoice {
    let mut choice = MatrixChoice::default();
    let pairs = || parse(fragment.as_bytes());
    let value_of = |wanted: &str| {
        let found = pairs().filter(|(key, _)| key == wanted).last();
        found.map(|(_, value)| Rc::<str>::from(value.as_ref()))
    };
    if value_of("view").as_deref() != Some("matrix") {
        return choice;
    }
    choice.metric = value_of("score").filter(|id| texlens_metrics::info(id).is_some());
    choice.baseline = value_of("baseline");
    let rows = value_of("rows");
    let mut filters = MatrixFilter::all();
    choice.filter = filters
        .find(|filter| Some(filter.id()) == rows.as_deref())
        .unwrap_or_default();
    choice.tag = value_of("tag")
        .zip(value_of("value"))
        .map(|(name, value)| [name, value]);
    choice.query = value_of("find").unwrap_or_default();
    let order = value_of("order").unwrap_or_default();
    let name = order.strip_prefix('-');
    choice.is_reversed = name.is_some();
    choice.order = match (name.unwrap_or(&order), value_of("of")) {
        (BY_NAME, _) => MatrixOrder::Name,
        (BY_SPREAD, _) => MatrixOrder::Spread,
        (BY_SYSTEM, Some(system)) => MatrixOrder::System(system),
        (BY_DIFFERENCE, Some(system)) => MatrixOrder::Difference(system),
        _ => MatrixOrder::Arrival,
    };
    choice
}

/// Returns what has a name, or the default.
fn named<T: Copy + Default>(names: &[(&str, T)], wanted: &str) -> T {
    let found = names.iter().find(|(name, _)| *name == wanted);
    found.map(|(_, value)| *value).unwrap_or_default()
}

/// Returns the name of a value. The default has none.
fn name<T: PartialEq>(names: &[(&'static str, T)], wanted: T) -> Option<&'static str> {
    let found = names.iter().find(|(_, value)| *value == wanted);
    found.map(|(name, _)| *name)
}

fn order(value: &str) -> Order {
    let (metric, best_first) = value.strip_prefix('-').map_or((value, false), |metric| (metric, true));
    match metric {
        BY_NAME => Order::Name,
        metric if texlens_metrics::info(metric).is_some() => Order::Score {
            metric: metric.into(),
            best_first,
        },
        _ => Order::Arrival,
    }
}

impl State {
    /// Returns the current place, or `None` while a requested place does not exist yet.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        let is_here = self.wanted.is_none();
        is_here.then(|| Place {
            sample: self.current().map(|sample| sample.name.clone()),
            listing: self.listing.clone(),
            tab: self.view.tab,
            look: self.view.look,
            beside: self.beside.clone(),
            screen: self.screen(),
            formula: self.pointed_formula(),
            formulas: if self.formula_list.is_shown {
                self.formula_list.listing.clone()
            } else {
                FormulaListing::default()
            },
            matrix: if self.screen() == Screen::Matrix {
                self.matrix.clone()
            } else {
                MatrixChoice::default()
            },
        })
    }

    /// Returns the number of the formula that is pointed at in the list of formulas, if it is of the shown sample.
    fn pointed_formula(&self) -> Option<usize> {
        let cursor = self.formula_list.cursor.filter(|_| self.formula_list.is_shown)?;
        (Some(cursor.sample) == self.selected).then_some(cursor.pair? + 1)
    }

    /// Goes to a place, and to its sample as soon as that exists.
    pub(super) fn go(&mut self, place: Place) {
        // Back from a sample, the matrix begins at its row.
        let is_back = place.screen == Screen::Matrix && self.screen() == Screen::Samples;
        let stays = is_back && self.current().is_some();
        self.view.tab = place.tab;
        self.view.look = place.look;
        self.beside = place.beside.clone();
        self.set_screen(place.screen);
        if self.formula_list.is_shown {
            self.formula_list.listing = place.formulas.clone();
            self.wanted_formula = place.formula.map(|number| number - 1);
        }
        if self.compare.is_matrix {
            self.matrix = place.matrix.clone();
        }
        self.listing = place.listing.clone();
        self.wanted = place.sample.filter(|_| !stays);
        self.arrive();
    }

    /// Shows the requested sample, if it has arrived.
    pub(super) fn arrive(&mut self) {
        let Some(wanted) = &self.wanted else { return };
        let id: Option<SampleId> = self.samples.named(wanted).map(|sample| sample.id);
        if let Some(id) = id {
            self.wanted = None;
            self.select(Some(id));
            let pair = self.wanted_formula.take();
            let cursor = pair.map(|pair| FormulaItem {
                sample: id,
                pair: Some(pair),
            });
            self.formula_list.cursor = cursor.or(self.formula_list.cursor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_what_its_address_says() {
        let place = Place {
            sample: Some("a b/ü \u{b7} x&y".to_owned()),
            listing: Listing {
                filter: Filter::Different,
                query: "\\frac #1".into(),
                order: Order::Score {
                    metric: "ds".into(),
                    best_first: true,
                },
            },
            tab: Tab::Formulas,
            look: PageLook::Overlay,
            screen: Screen::Compare,
            beside: Some("another".into()),
            ..Place::default()
        };
        assert_eq!(Place::parse(&place.fragment()), place);
        let place = Place {
            screen: Screen::Formulas,
            formula: Some(3),
            formulas: FormulaListing {
                filter: FormulaFilter::SameLook,
                displayed: Some(false),
                system: Some("a b".into()),
                query: "tag:x \\frac".into(),
                order: FormulaOrder::Worst {
                    metric: "cdm_structural".into(),
                },
            },
            ..place
        };
        assert_eq!(Place::parse(&place.fragment()), place);
        for (order, is_reversed) in [
            (MatrixOrder::Arrival, true),
            (MatrixOrder::Name, false),
            (MatrixOrder::Spread, true),
            (MatrixOrder::System("a &b".into()), false),
            (MatrixOrder::Difference("c".into()), true),
        ] {
            let place = Place {
                screen: Screen::Matrix,
                matrix: MatrixChoice {
                    metric: Some("ds".into()),
                    baseline: Some("a &b".into()),
                    order,
                    is_reversed,
                    filter: MatrixFilter::Listed(Filter::Failed),
                    tag: Some(["columns".into(), "2".into()]),
                    query: "\\frac".into(),
                },
                ..Place::default()
            };
            assert_eq!(Place::parse(&place.fragment()), place);
        }
        for screen in [Screen::LatexBench, Screen::Leaderboard, Screen::Ratings, Screen::Making] {
            let place = Place {
                screen,
                ..Place::default()
            };
            assert_eq!(Place::parse(&place.fragment()), place);
        }
        for (_, tab) in TABS {
            let place = Place {
                tab,
                ..Place::default()
            };
            assert_eq!(Place::parse(&place.fragment()), place);
        }
        assert_eq!(Place::default().fragment(), "");
    }

    #[test]
    fn what_is_not_understood_is_passed_over() {
        assert_eq!(Place::parse("sort=nothing&show=?&tab=1&%%%=&&x"), Place::default());
        let matrix = Place::parse("view=matrix&score=none&rows=systems_disagree&tag=a&order=system").matrix;
        assert_eq!(matrix, MatrixChoice::default());
        assert_eq!(Place::parse("score=ds&rows=missing").matrix, MatrixChoice::default());
    }
}
