//! The part of the state in the page's address, so that it can be shared, bookmarked and returned to.

use std::rc::Rc;

use form_urlencoded::{Serializer, parse};

use super::{Filter, Listing, Order, SampleId, State, Tab};

/// A place in the app, as the fragment of its address:
/// `sample=NAME&show=FILTER&search=WORDS&sort=METRIC&tab=formulas&beside=SYSTEM&view=compare`. Default values are
/// omitted. A minus sign before the metric sorts the worst last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The name of the shown sample.
    pub sample: Option<String>,
    /// The filter, query and order of the list.
    pub listing: Listing,
    /// The tab on the right.
    pub tab: Tab,
    /// The system whose prediction is shown beside the shown one.
    pub beside: Option<Rc<str>>,
    /// Whether the comparison of systems is shown instead of single samples.
    pub is_comparing: bool,
}

const BY_NAME: &str = "name";

impl Place {
    /// Reads a fragment, without `#`. Skips anything unknown.
    #[must_use]
    pub fn parse(fragment: &str) -> Self {
        let mut place = Self::default();
        for (key, value) in parse(fragment.as_bytes()) {
            match key.as_ref() {
                "sample" => place.sample = Some(value.into_owned()),
                "show" => place.listing.filter = Filter::all().find(|filter| filter.id() == value).unwrap_or_default(),
                "search" => place.listing.query = value.as_ref().into(),
                "sort" => place.listing.order = order(&value),
                "tab" if value == "formulas" => place.tab = Tab::Formulas,
                "view" if value == "compare" => place.is_comparing = true,
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
        if self.tab == Tab::Formulas {
            written.append_pair("tab", "formulas");
        }
        if let Some(beside) = &self.beside {
            written.append_pair("beside", beside);
        }
        if self.is_comparing {
            written.append_pair("view", "compare");
        }
        written.finish()
    }
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
            beside: self.beside.clone(),
            is_comparing: self.compare.is_shown,
        })
    }

    /// Goes to a place, and to its sample as soon as that exists.
    pub(super) fn go(&mut self, place: Place) {
        self.view.tab = place.tab;
        self.beside = place.beside.clone();
        Rc::make_mut(&mut self.compare).is_shown = place.is_comparing;
        self.listing = place.listing.clone();
        self.wanted = place.sample;
        self.arrive();
    }

    /// Shows the requested sample, if it has arrived.
    pub(super) fn arrive(&mut self) {
        let Some(wanted) = &self.wanted else { return };
        let id: Option<SampleId> = self.samples.named(wanted).map(|sample| sample.id);
        if let Some(id) = id {
            self.wanted = None;
            self.select(Some(id));
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
            is_comparing: true,
            beside: Some("another".into()),
        };
        assert_eq!(Place::parse(&place.fragment()), place);
        assert_eq!(Place::default().fragment(), "");
    }

    #[test]
    fn what_is_not_understood_is_passed_over() {
        assert_eq!(Place::parse("sort=nothing&show=?&tab=1&%%%=&&x"), Place::default());
    }
}
