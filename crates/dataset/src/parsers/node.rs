//! JSON as a tree that the adapters read leniently: an absent member, or one of another type, is empty.

use std::cell::Cell;
use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

/// Maximum number of values of a file. It bounds the memory that a few bytes per value can ask for.
const MAX_NODES: usize = 2_000_000;

/// Start of a text that embeds a file, such as the image of a figure. Such texts are dropped: they may take most of the
/// file.
const EMBEDDED: &str = "data:";

/// A value of JSON.
#[derive(Debug, Default, PartialEq)]
pub(super) enum Node {
    /// Null, or a value that is absent.
    #[default]
    Nothing,
    Truth(bool),
    Number(f64),
    Text(String),
    List(Vec<Node>),
    /// The members in their order.
    Object(Vec<(String, Node)>),
}

/// The value of absent members.
const NOTHING: &Node = &Node::Nothing;

impl Node {
    /// Parses a text. Takes linear time. The depth is limited by the parser.
    ///
    /// # Errors
    /// Returns the message of the parser with the line and the column, also if there are too many values.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let left = Cell::new(MAX_NODES);
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let node = Seed(&left).deserialize(&mut deserializer);
        node.and_then(|node| deserializer.end().map(|()| node))
            .map_err(|error| error.to_string())
    }

    /// Returns a member of an object. If a name occurs twice, the first member counts.
    pub(super) fn get(&self, name: &str) -> &Self {
        match self {
            Self::Object(members) => members
                .iter()
                .find(|(known, _)| known == name)
                .map_or(NOTHING, |(_, value)| value),
            _ => NOTHING,
        }
    }

    /// Returns the members of an object, in their order.
    pub(super) fn members(&self) -> impl Iterator<Item = (&str, &Self)> {
        let members = match self {
            Self::Object(members) => members.as_slice(),
            _ => &[],
        };
        members.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns the first of several members that is present. Versions of a parser name the same thing differently.
    pub(super) fn either(&self, names: &[&str]) -> &Self {
        let mut values = names.iter().map(|name| self.get(name));
        values.find(|value| **value != Self::Nothing).unwrap_or(NOTHING)
    }

    /// Returns a text.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            _ => "",
        }
    }

    /// Returns a number that counts something, from 0.
    pub(super) fn number(&self) -> Option<u64> {
        match self {
            // 2^53: up to here, every whole number has a value of its own.
            Self::Number(number) if (0.0..=9_007_199_254_740_992.0).contains(number) => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "the number is within the range"
                )]
                let whole = *number as u64;
                Some(whole)
            }
            _ => None,
        }
    }

    /// Returns the items of a list.
    pub(super) fn list(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// Returns the texts of a list; a text alone counts as a list of one.
    pub(super) fn texts(&self) -> Vec<&str> {
        let items = match self {
            Self::Text(_) => std::slice::from_ref(self),
            _ => self.list(),
        };
        items
            .iter()
            .map(Self::text)
            .filter(|text| !text.trim().is_empty())
            .collect()
    }

    /// Reports whether the value is a list.
    pub(super) fn is_list(&self) -> bool {
        matches!(self, Self::List(_))
    }

    /// Reports whether the value is true.
    pub(super) fn is_true(&self) -> bool {
        *self == Self::Truth(true)
    }
}

/// Deserialises a value and counts down the values that may still follow.
#[derive(Clone, Copy)]
struct Seed<'c>(&'c Cell<usize>);

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        let left = self.0.get().checked_sub(1);
        let left = left.ok_or_else(|| D::Error::custom(format_args!("there are more than {MAX_NODES} values")))?;
        self.0.set(left);
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Node, E> {
        Ok(Node::Nothing)
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Node, E> {
        Ok(Node::Truth(truth))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Node, E> {
        Ok(Node::Number(number))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "larger numbers than 2^53 count nothing in a document"
    )]
    fn visit_u64<E: Error>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Number(number as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "see above")]
    fn visit_i64<E: Error>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Number(number as f64))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(if text.starts_with(EMBEDDED) {
            String::new()
        } else {
            text.to_owned()
        }))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(self)? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Node, A::Error> {
        let mut members = Vec::new();
        while let Some(name) = object.next_key()? {
            members.push((name, object.next_value_seed(self)?));
        }
        Ok(Node::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_leniently() {
        let node =
            Node::parse(r#"{"a": 1, "b": ["x", 2, " "], "c": "y", "d": -1, "a": 3, "e": null, "f": true}"#).unwrap();
        assert_eq!(node.get("a").number(), Some(1));
        assert_eq!(node.get("d").number(), None);
        assert_eq!((node.get("b").texts(), node.get("c").texts()), (vec!["x"], vec!["y"]));
        assert_eq!(
            (node.get("a").text(), node.get("z").text(), node.get("e").list().len()),
            ("", "", 0)
        );
        assert_eq!(node.either(&["z", "e", "c"]).text(), "y");
        assert!(node.get("f").is_true() && node.get("b").is_list());
    }

    #[test]
    fn what_is_large_or_deep_is_an_error() {
        let many = format!("[{}0]", "0,".repeat(MAX_NODES));
        assert!(Node::parse(&many).unwrap_err().contains("more than 2000000 values"));
        assert!(Node::parse(&"[".repeat(100_000)).is_err());
        assert!(Node::parse("{} {}").is_err());
        assert_eq!(
            Node::parse(r#""data:image/png;base64,AAAA""#),
            Ok(Node::Text(String::new()))
        );
    }
}
