//! Tests of the run with a simulated server and a simulated clock.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::cost::Price;
use crate::{Account, Endpoint, Order, Protocol, Provider, Structured};

fn endpoint() -> Endpoint {
    Endpoint::new(Provider::OpenAi, "https://host/v1", "model").unwrap()
}

fn settings() -> RunSettings {
    RunSettings::new(endpoint())
}

fn call(prediction: &str) -> Call {
    let protocol = Protocol::named("texlens_formula").unwrap();
    protocol
        .call(&[("reference", "a+b"), ("prediction", prediction)], Order::AsWritten)
        .unwrap()
}

fn account() -> Account {
    Account::new(&endpoint(), None).unwrap()
}

fn response(status: u16, headers: &[(&str, &str)], body: &Value) -> HttpOutcome {
    account().received(status, headers.iter().copied(), body.to_string().as_bytes())
}

fn said(text: &str) -> HttpOutcome {
    let body = json!({"choices": [{"finish_reason": "stop", "message": {"content": text}}], "usage": {"prompt_tokens": 100, "completion_tokens": 10}});
    response(200, &[], &body)
}

fn good() -> HttpOutcome {
    said(r#"{"analysis": "", "is_correct": true, "score": 10}"#)
}

fn refused(status: u16, message: &str) -> HttpOutcome {
    response(status, &[], &json!({"error": {"message": message}}))
}

/// Sends one request after the other; returns the requests with the times at which they were sent.
fn drive(run: &mut Run, mut server: impl FnMut(usize, &HttpRequest) -> HttpOutcome) -> Vec<(u64, HttpRequest)> {
    let (mut now, mut sent) = (0, Vec::new());
    loop {
        match run.next(now) {
            Next::Send { ticket, request, .. } => {
                let outcome = server(sent.len(), &request);
                sent.push((now, request));
                now += 10;
                run.answered(ticket, outcome, now);
            }
            Next::WaitUntil(then) => {
                assert!(then > now);
                now = then;
            }
            Next::Waiting => panic!("nothing is on its way"),
            Next::Done => return sent,
        }
        assert!(sent.len() < 1_000, "it does not end");
    }
}

#[test]
fn failures_are_asked_again_with_growing_waits() {
    let mut run = Run::new(settings()).unwrap();
    let item = run.add(call("a-b"));
    let sent = drive(&mut run, |number, _| match number {
        0 => refused(500, "no"),
        1 => account().timed_out(),
        2 => refused(503, "no"),
        _ => good(),
    });
    let waits: Vec<u64> = sent.windows(2).map(|pair| pair[1].0 - pair[0].0 - 10).collect();
    for (wait, full) in waits.iter().zip([1_000, 2_000, 4_000]) {
        assert!((full / 2..=full).contains(wait), "{waits:?}");
    }
    let record = run.record(item).unwrap();
    assert_eq!((record.requests, run.progress().answered), (4, 1));
}

#[test]
fn chance_is_that_of_the_seed() {
    let times = |seed| {
        let mut run = Run::new(RunSettings { seed, ..settings() }).unwrap();
        run.add(call("a-b"));
        drive(&mut run, |_, _| refused(500, "no"))
            .into_iter()
            .map(|(at, _)| at)
            .collect::<Vec<_>>()
    };
    assert_eq!(times(1), times(1));
    assert_ne!(times(1), times(2));
    assert_eq!(times(1).len(), 5);
}

#[test]
fn the_providers_wait_is_kept_by_all_calls() {
    let mut run = Run::new(settings()).unwrap();
    run.add(call("1"));
    run.add(call("2"));
    let Next::Send { ticket, .. } = run.next(0) else {
        panic!()
    };
    let limited = response(
        429,
        &[("Retry-After", "30")],
        &json!({"error": {"message": "slow down"}}),
    );
    run.answered(ticket, limited, 5);
    let Next::WaitUntil(then) = run.next(6) else {
        panic!("the other call must wait too")
    };
    assert!((30_005..=30_255).contains(&then), "{then}");
    assert!(matches!(run.next(then), Next::Send { .. }));
}

#[test]
fn nobody_waits_for_a_day() {
    let mut run = Run::new(settings()).unwrap();
    run.add(call("1"));
    run.add(call("2"));
    let sent = drive(&mut run, |_, _| {
        response(
            429,
            &[("Retry-After", "86400")],
            &json!({"error": {"message": "tomorrow"}}),
        )
    });
    assert_eq!(sent.len(), 1);
    assert!(matches!(
        run.stopped(),
        Some(Stopped::Failure(Failure::RateLimited { .. }))
    ));
    assert_eq!(run.progress().not_asked, 1);
}

#[test]
fn invalid_answers_are_sent_back_with_their_error_and_then_counted() {
    let mut run = Run::new(settings()).unwrap();
    let item = run.add(call("a-b"));
    let sent = drive(&mut run, |_, _| {
        said(r#"{"is_correct": true, "score": 11, "analysis": ""}"#)
    });
    assert_eq!(sent.len(), 3);
    let body: Value = serde_json::from_str(&sent[1].1.body.to_string()).unwrap();
    let roles: Vec<&str> = body["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|turn| turn["role"].as_str().unwrap())
        .collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
    assert!(
        body["messages"][3]["content"]
            .as_str()
            .unwrap()
            .contains("/score must be at most 10")
    );
    let record = run.record(item).unwrap();
    assert!(matches!(&record.outcome, Outcome::Invalid { errors, .. } if errors == &["/score must be at most 10"]));
    assert_eq!(
        (run.progress().invalid, record.corrections, record.usage.output),
        (1, 2, 30)
    );
    assert_eq!(record.answer(), None);
}

#[test]
fn a_corrected_answer_counts_and_nothing_is_coerced() {
    for (wrong, error) in [
        ("It is right: 10/10.", "it holds no JSON"),
        (
            r#"{"analysis": "", "is_correct": "true", "score": 10}"#,
            "/is_correct must be of type",
        ),
        (
            r#"{"analysis": "", "is_correct": true, "score": "10"}"#,
            "/score must be of type",
        ),
        (r#"{"analysis": "", "is_correct": true}"#, "lacks the field"),
        (
            r#"{"analysis": "", "is_correct": true, "score": 10, "more": 1}"#,
            "/more",
        ),
    ] {
        let mut run = Run::new(settings()).unwrap();
        let item = run.add(call("a-b"));
        let sent = drive(&mut run, |number, _| if number == 0 { said(wrong) } else { good() });
        assert!(sent[1].1.body.to_string().contains(error), "{}", sent[1].1.body);
        assert_eq!(run.record(item).unwrap().answer().unwrap()["score"], 10);
    }
}

#[test]
fn what_every_call_would_meet_ends_the_run() {
    for (outcome, requests) in [
        (refused(401, "wrong key"), 1),
        (refused(404, "no such model"), 1),
        (refused(402, "pay"), 1),
        (
            response(
                429,
                &[],
                &json!({"error": {"message": "more", "code": "insufficient_quota"}}),
            ),
            1,
        ),
        (response(302, &[("location", "https://elsewhere")], &json!({})), 1),
        (refused(400, "something is odd"), 5),
        (account().unreachable("connection refused"), 25),
    ] {
        let mut run = Run::new(settings()).unwrap();
        (0..50).for_each(|number| _ = run.add(call(&number.to_string())));
        let sent = drive(&mut run, |_, _| outcome.clone());
        assert_eq!(sent.len(), requests, "{outcome:?}");
        assert!(matches!(run.stopped(), Some(Stopped::Failure(_))));
        let progress = run.progress();
        assert_eq!((progress.settled, progress.answered), (50, 0));
        assert!(progress.not_asked >= 45);
    }
}

#[test]
fn what_a_server_does_not_know_is_left_out_from_then_on() {
    let mut run = Run::new(settings()).unwrap();
    let [first, second] = ["1", "2"].map(|text| run.add(call(text)));
    let sent = drive(&mut run, |_, request| {
        let body: Value = serde_json::from_str(&request.body.to_string()).unwrap();
        if body.get("temperature").is_some() {
            return refused(
                400,
                "Unsupported value: 'temperature' does not support 0 with this model.",
            );
        }
        if body.get("max_tokens").is_some() {
            return refused(
                400,
                "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
            );
        }
        match body.pointer("/response_format/type").and_then(Value::as_str) {
            Some("json_schema") => refused(400, "response_format of type json_schema is not supported"),
            Some("json_object") => refused(422, "unknown field response_format"),
            _ => good(),
        }
    });
    assert_eq!(sent.len(), 6);
    let record = run.record(first).unwrap();
    assert_eq!((record.structured, record.requests), (Structured::Prompt, 5));
    assert_eq!(
        record.left_out.iter().map(|one| one.name()).collect::<Vec<_>>(),
        ["temperature"]
    );
    assert_eq!(run.record(second).unwrap().requests, 1);
    assert_eq!(run.progress().answered, 2);
}

#[test]
fn cancelling_sends_nothing_more_and_takes_what_still_comes() {
    let mut run = Run::new(RunSettings {
        concurrency: 2,
        ..settings()
    })
    .unwrap();
    let items: Vec<usize> = (0..5).map(|number| run.add(call(&number.to_string()))).collect();
    let Next::Send { ticket: first, .. } = run.next(0) else {
        panic!()
    };
    let Next::Send { ticket: second, .. } = run.next(0) else {
        panic!()
    };
    assert_eq!(run.next(0), Next::Waiting);
    run.cancel();
    assert_eq!(run.next(1), Next::Waiting);
    assert_eq!(run.on_their_way().collect::<Vec<_>>(), [first, second]);
    assert_eq!(run.answered(first, good(), 2), Some(items[0]));
    assert_eq!(run.answered(first, good(), 2), None, "a ticket counts once");
    run.answered(second, account().cancelled(), 3);
    assert_eq!(run.next(4), Next::Done);
    let progress = run.progress();
    assert_eq!(
        (progress.answered, progress.failed, progress.not_asked, progress.sent),
        (1, 1, 3, 2)
    );
}

#[test]
fn a_run_goes_on_where_another_ended_and_sends_nothing_twice() {
    let texts = ["1", "2", "3", "4"];
    let mut first = Run::new(RunSettings {
        concurrency: 1,
        ..settings()
    })
    .unwrap();
    let _ = texts.map(|text| first.add(call(text)));
    let mut sent = Vec::new();
    for (now, outcome) in [good(), said("no JSON"), said("no JSON"), said("no JSON")]
        .into_iter()
        .enumerate()
    {
        let Next::Send { ticket, request, .. } = first.next(now as u64 * 10_000) else {
            panic!()
        };
        sent.push(request.body);
        first.answered(ticket, outcome, now as u64 * 10_000);
        if now == 0 {
            // A record survives serialisation.
            let record = first.record(0).unwrap();
            let kept: Record = serde_json::from_str(&serde_json::to_string(record).unwrap()).unwrap();
            assert_eq!(&kept, record);
        }
    }
    first.cancel();
    assert_eq!(first.next(99_000), Next::Done);
    let records: Vec<Record> = (0..4).filter_map(|item| first.record(item).cloned()).collect();

    let mut second = Run::new(settings()).unwrap();
    second.remember(records);
    let _ = texts.map(|text| second.add(call(text)));
    let progress = second.progress();
    let settled = progress.from_cache;
    let again = drive(&mut second, |_, _| good());
    assert_eq!(again.len(), 4 - settled);
    assert!(again.iter().all(|(_, request)| request.body != sent[0]));
    let progress = second.progress();
    assert_eq!((progress.settled, progress.from_cache), (4, settled));
    assert!(second.is_from_cache(0));
}

#[test]
fn equal_calls_are_sent_once_and_repeats_as_often_as_they_are_asked() {
    let mut run = Run::new(settings()).unwrap();
    let [first, same] = [call("1"), call("1")].map(|call| run.add(call));
    let repeat = run.add(Call { repeat: 1, ..call("1") });
    let sent = drive(&mut run, |_, _| good());
    assert_eq!(sent.len(), 2);
    assert_eq!(run.record(first), run.record(same));
    assert_ne!(run.record(first).unwrap().key, run.record(repeat).unwrap().key);
}

#[test]
fn the_key_of_a_call_depends_on_all_that_matters() {
    let key = |endpoint: &Endpoint, call: &Call| CacheKey::of(endpoint, call).as_str().to_owned();
    let base = call("1");
    let mut keys = vec![key(&endpoint(), &base), key(&endpoint(), &call("2"))];
    let other = |provider, base, model| Endpoint::new(provider, base, model).unwrap();
    keys.push(key(&other(Provider::OpenAi, "https://host/v1", "other"), &base));
    keys.push(key(&other(Provider::OpenAi, "https://elsewhere/v1", "model"), &base));
    keys.push(key(&other(Provider::Anthropic, "https://host/v1", "model"), &base));
    keys.push(key(
        &endpoint(),
        &Call {
            repeat: 1,
            ..base.clone()
        },
    ));
    keys.push(key(
        &endpoint(),
        &Call {
            system: "other".to_owned(),
            ..base.clone()
        },
    ));
    let mut parameters = base.clone();
    parameters.parameters.temperature = Some(1.0);
    keys.push(key(&endpoint(), &parameters));
    keys.push(key(
        &endpoint(),
        &Call {
            expected: Expected::FirstInteger,
            ..base.clone()
        },
    ));
    let count = keys.len();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), count);
    assert_eq!(key(&endpoint(), &base), key(&endpoint(), &call("1")));
}

#[test]
fn no_transcript_record_or_message_holds_a_key() {
    let key = crate::ApiKey::new("sk-very-secret-0123");
    let account = Account::new(&endpoint(), key).unwrap();
    let mut run = Run::new(RunSettings {
        keep_transcript: true,
        attempts: 1,
        ..settings()
    })
    .unwrap();
    run.add(call("1"));
    let Next::Send { ticket, request, .. } = run.next(0) else {
        panic!()
    };
    assert!(
        account
            .headers(&request)
            .iter()
            .any(|(_, value)| value == "Bearer sk-very-secret-0123")
    );
    let echo = br#"{"error": {"message": "the key sk-very-secret-0123 is wrong"}}"#;
    run.answered(ticket, account.received(401, [], echo), 1);
    let transcript = run.take_transcript();
    assert_eq!(transcript.len(), 1);
    let all = format!(
        "{run:?} {transcript:?} {} {:?}",
        serde_json::to_string(&transcript).unwrap(),
        run.record(0)
    );
    assert!(!all.contains("very-secret"), "{all}");
}

#[test]
fn a_budget_needs_a_price() {
    let budget = Money::dollars(1.0);
    let error = Run::new(RunSettings { budget, ..settings() }).unwrap_err();
    assert!(
        error.to_string().contains("no price is known for model of openai"),
        "{error}"
    );
    assert!(
        Run::new(RunSettings {
            concurrency: 0,
            ..settings()
        })
        .is_err()
    );
}

#[test]
fn a_call_is_sent_only_if_its_worst_case_fits() {
    let price = Price::per_million(1.0, 2.0);
    let worst = {
        let mut run = Run::new(RunSettings { price, ..settings() }).unwrap();
        run.add(call("1"));
        run.estimate().cost.unwrap()[1]
    };
    let sent = |budget: Money, already_spent| {
        let mut run = Run::new(RunSettings {
            price,
            budget: Some(budget),
            already_spent,
            ..settings()
        })
        .unwrap();
        run.add(call("1"));
        drive(&mut run, |_, _| good()).len()
    };
    let almost = worst.less(Money::dollars(1e-12).unwrap());
    assert_eq!(sent(worst, Money::ZERO), 1);
    assert_eq!(sent(almost, Money::ZERO), 0);
    assert_eq!(sent(worst, Money::dollars(1e-12).unwrap()), 0);
    assert_eq!(sent(Money::ZERO, Money::ZERO), 0);
}

/// The server's reaction to a request.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Good,
    Invalid,
    NoUsage,
    Limited,
    Broken,
    Slow,
    Odd,
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => Just(Deed::Good),
        2 => Just(Deed::Invalid),
        1 => Just(Deed::NoUsage),
        1 => Just(Deed::Limited),
        1 => Just(Deed::Broken),
        1 => Just(Deed::Slow),
        1 => Just(Deed::Odd),
    ]
}

proptest! {
    /// Whatever the server does, and in whatever order answers come, three things hold. The cost that an honest
    /// provider counts never exceeds the budget. No more requests than allowed are in flight. The run ends with a
    /// record for every call.
    #[test]
    fn the_budget_is_never_exceeded(
        deeds in proptest::collection::vec((deed(), 0..4_usize, 0.0..=1.0_f64), 1..120),
        calls in 1..25_usize,
        concurrency in 1..5_usize,
        budget in 0.0..0.1_f64,
        seed in 0..1_000_u64,
        cancel_after in 0..200_usize,
    ) {
        let budget = Money::dollars(budget).unwrap();
        let price = Price::per_million(1.0, 2.0).unwrap();
        let mut run = Run::new(RunSettings { concurrency, budget: Some(budget), price: Some(price), seed, ..settings() }).unwrap();
        (0..calls).for_each(|number| _ = run.add(call(&number.to_string())));
        let (mut now, mut flying, mut paid, mut step) = (0, Vec::new(), Money::ZERO, 0);
        loop {
            step += 1;
            prop_assert!(step < 10_000, "it does not end");
            if step == cancel_after {
                run.cancel();
            }
            let next = run.next(now);
            match &next {
                Next::Send { ticket, request, .. } => {
                    flying.push((*ticket, request.clone()));
                    prop_assert!(flying.len() <= concurrency);
                    prop_assert!(run.progress().spent.plus(run.progress().reserved) <= budget);
                    continue;
                }
                Next::Done => {
                    prop_assert!(flying.is_empty());
                    break;
                }
                Next::WaitUntil(then) if flying.is_empty() => {
                    now = *then;
                    continue;
                }
                Next::WaitUntil(_) | Next::Waiting => {}
            }
            now += 7;
            let (deed, which, share) = deeds[step % deeds.len()];
            let (ticket, request) = flying.remove(which % flying.len());
            let body: Value = serde_json::from_str(&request.body.to_string()).unwrap();
            // An honest provider counts at most one token per byte, and no more for the answer than the limit.
            let prompt: usize = body["messages"].as_array().unwrap().iter().map(|turn| turn["content"].as_str().unwrap().len()).sum();
            let usage = Usage {
                input: (prompt as f64 * share) as u64,
                output: (body["max_tokens"].as_f64().unwrap() * share) as u64,
            };
            let said = |text: &str, with_usage: bool| {
                let mut body = json!({"choices": [{"finish_reason": "stop", "message": {"content": text}}]});
                if with_usage {
                    body["usage"] = json!({"prompt_tokens": usage.input, "completion_tokens": usage.output});
                }
                response(200, &[], &body)
            };
            let good = r#"{"analysis": "", "is_correct": true, "score": 10}"#;
            let (outcome, costs) = match deed {
                Deed::Good => (said(good, true), true),
                Deed::Invalid => (said("no JSON here", true), true),
                Deed::NoUsage => (said(good, false), true),
                Deed::Limited => (response(429, &[("retry-after", "3")], &json!({})), false),
                Deed::Broken => (response(500, &[], &json!({})), false),
                Deed::Slow => (account().timed_out(), true),
                Deed::Odd => (response(200, &[], &json!({"hello": "world"})), true),
            };
            if costs {
                paid = paid.plus(price.of(usage));
            }
            run.answered(ticket, outcome, now);
            prop_assert!(paid <= budget, "{paid} of {budget}");
        }
        let progress = run.progress();
        prop_assert_eq!(progress.settled, calls);
        prop_assert_eq!(progress.answered + progress.invalid + progress.failed + progress.not_asked, calls);
        prop_assert!(paid <= progress.spent && progress.spent <= budget);
        let costs = (0..calls).fold(Money::ZERO, |sum, item| sum.plus(run.record(item).unwrap().cost));
        prop_assert_eq!(costs, progress.spent);
    }
}
