//! Compares the schema validator with `boon`.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use boon::{Compiler, Draft, Schemas};
use proptest::prelude::*;
use serde_json::{Value, json};
use texlens_judge::Schema;

fn is_valid_by_boon(schema: &Value, value: &Value) -> bool {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.set_default_draft(Draft::V7);
    compiler.add_resource("mem:///schema.json", schema.clone()).unwrap();
    let index = compiler.compile("mem:///schema.json", &mut schemas).unwrap();
    schemas.validate(value, index).is_ok()
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..12_i64).prop_map(Value::from),
        prop_oneof![Just(1.0), Just(2.5), Just(-0.5), Just(1e300), Just(10.0)].prop_map(Value::from),
        "[a-cé]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[abc]", inner, 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn schema() -> impl Strategy<Value = Value> {
    let types = prop_oneof![
        Just("null"),
        Just("boolean"),
        Just("object"),
        Just("array"),
        Just("number"),
        Just("string"),
        Just("integer")
    ];
    let leaf = prop_oneof![
        types.clone().prop_map(|name| json!({"type": name})),
        proptest::collection::btree_set(types, 1..3).prop_map(|names| json!({"type": names})),
        // A schema must not contain the same value twice in `enum`.
        value().prop_map(|value| json!({"enum": [value, "other"]})),
        value().prop_map(|value| json!({"const": value})),
        (-2..9_i64, -2..9_i64).prop_map(|(low, high)| json!({"minimum": low, "maximum": high})),
        (-2..9_i64, -2..9_i64).prop_map(|(low, high)| json!({"exclusiveMinimum": low, "exclusiveMaximum": high})),
        (0..3_u64, 0..4_u64).prop_map(|(low, high)| json!({"minLength": low, "maxLength": high})),
        (0..3_u64, 0..4_u64, any::<bool>())
            .prop_map(|(low, high, unique)| json!({"minItems": low, "maxItems": high, "uniqueItems": unique})),
        (0..3_u64, 0..4_u64).prop_map(|(low, high)| json!({"minProperties": low, "maxProperties": high})),
        any::<bool>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            (proptest::collection::btree_map("[abc]", inner.clone(), 0..3), proptest::collection::btree_set("[abc]", 0..3), inner.clone())
                .prop_map(|(properties, required, more)| json!({"properties": properties, "required": required, "additionalProperties": more})),
            inner.clone().prop_map(|items| json!({"items": items})),
            inner.clone().prop_map(|not| json!({"not": not})),
            proptest::collection::vec(inner.clone(), 1..3).prop_map(|schemas| json!({"anyOf": schemas})),
            proptest::collection::vec(inner.clone(), 1..3).prop_map(|schemas| json!({"oneOf": schemas})),
            proptest::collection::vec(inner, 1..3).prop_map(|schemas| json!({"allOf": schemas})),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn both_say_the_same(schema in schema(), value in value()) {
        let ours = Schema::new("test", schema.clone()).unwrap().errors(&value);
        prop_assert_eq!(ours.is_empty(), is_valid_by_boon(&schema, &value), "{:?}", ours);
    }

    /// A value that is valid by a schema without `not` and `oneOf`, which no protocol has, is valid by the provider's
    /// schema.
    #[test]
    fn a_provider_may_say_all_that_is_valid(value in value()) {
        let schema = json!({"properties": {"a": {"type": "integer", "minimum": 0}, "b": {"items": {"type": "string", "maxLength": 2}}}});
        let schema = Schema::new("test", schema).unwrap();
        if schema.errors(&value).is_empty() {
            prop_assert!(is_valid_by_boon(&schema.for_provider(), &value));
        }
    }
}
