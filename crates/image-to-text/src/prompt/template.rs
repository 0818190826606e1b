//! Chat templates, rendered as the library `transformers` renders them.

use std::collections::BTreeMap;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{Environment, Error, ErrorKind, context};

/// The work of a template: an instruction counts once, 64 bytes of a text count once. Those of models need some thousands.
const FUEL: u64 = 1 << 20;

/// Renders a template for an image and an instruction of a person. `special` has the special tokens by their names.
pub(super) fn render(template: &str, special: &[(String, String)], instruction: &str) -> Result<String, Error> {
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?;
    environment.set_syntax(syntax);
    environment.set_fuel(Some(FUEL));
    environment.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
    environment.add_function("raise_exception", |message: String| -> Result<Value, Error> {
        Err(Error::new(ErrorKind::InvalidOperation, message))
    });
    let message = map([
        ("role", Value::from("user")),
        (
            "content",
            Value::from(vec![
                map([("type", Value::from("image"))]),
                map([("type", Value::from("text")), ("text", Value::from(instruction))]),
            ]),
        ),
    ]);
    let special = special
        .iter()
        .map(|(name, token)| (name.as_str(), Value::from(token.as_str())));
    let values = context! {
        messages => vec![message],
        // The library defines these, too.
        tools => (),
        documents => (),
        add_generation_prompt => true,
        ..map(special)
    };
    environment.template_from_str(template)?.render(values)
}

fn map<'n>(entries: impl IntoIterator<Item = (&'n str, Value)>) -> Value {
    let entries: BTreeMap<&str, Value> = entries.into_iter().collect();
    Value::from(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_rendered_as_in_python() {
        let special = [("bos_token".to_owned(), "<s>".to_owned())];
        let render = |template: &str| render(template, &special, "Read <this>.").map_err(|error| error.kind());
        for (template, expected) in [
            ("{{ bos_token }}{{ messages[0]['role'] | capitalize }}:", "<s>User:"),
            // Blocks take their line with them.
            (
                "{% for message in messages %}\n  {% for part in message.content %}\n{{ part.type.upper() }}\n{% endfor %}\n{% endfor %}",
                "IMAGE\nTEXT\n",
            ),
            (
                "{%- for part in messages[0]['content'] if part['type'] == 'text' -%} {{ part['text'] }}{% endfor %}",
                "Read <this>.",
            ),
            (
                "{% if messages[0]['content'] is string %}x{% elif tools is defined and tools is none %}{{ messages[0].content | length }}{% endif %}",
                "2",
            ),
            (
                "{% for m in messages %}{% break %}{% endfor %}{% if add_generation_prompt %}{{ 'A:' }}{% endif %}\n",
                "A:",
            ),
            (
                "{% macro m(x) %}[{{ x }}]{% endmacro %}{{ m(messages[0].get('role')) }}",
                "[user]",
            ),
        ] {
            assert_eq!(render(template).as_deref(), Ok(expected), "{template}");
        }
        for template in [
            "{{ raise_exception('no') }}",
            "{% for",
            "{{ strftime_now('%Y') }}",
            "{% set x = 'xxxxxxxx' * 10000000000 %}{{ x }}",
            "{% for a in range(10000) %}{% for b in range(10000) %}{{ a }}{% endfor %}{% endfor %}",
        ] {
            assert!(render(template).is_err(), "{template}");
        }
    }
}
