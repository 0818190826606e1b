//! Streamed answers: the same replies as those that come at once, ends of streams that are no answers, and any bytes.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use proptest::prelude::*;
use serde_json::json;
use texlens_judge::{
    Account, ApiKey, Endpoint, Failure, MAX_RESPONSE_BYTES, Provider, Reply, Streamed, Usage, provider,
};

const KEY: &str = "sk-very-secret-0123456789";

const OPENAI: &str = concat!(
    "data: {\"model\":\"m-1\",\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":null}],\"usage\":null}\n\n",
    ": a comment\n\n",
    "data: {\"choices\":[{\"delta\":{\"content\":\"\\\\section\"}}]}\n\n",
    "data: {\"choices\":[{\"delta\":{\"content\":\"{é}\"}}]}\n\n",
    "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n",
    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}\n\n",
    "data: [DONE]\n\n",
);

const ANTHROPIC: &str = concat!(
    "event: message_start\r\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"m-1\",\"content\":[],\"usage\":{\"input_tokens\":3,\"output_tokens\":1}}}\r\n\r\n",
    "event: ping\r\ndata: {\"type\":\"ping\"}\r\n\r\n",
    "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}}\r\n\r\n",
    "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"\\\\section\"}}\r\n\r\n",
    "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"{é}\"}}\r\n\r\n",
    "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":4}}\r\n\r\n",
    "data: {\"type\":\"message_stop\"}\r\n\r\n",
);

const GEMINI: &str = concat!(
    "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"hm\",\"thought\":true}]}}],\"modelVersion\":\"m-1\"}\n\n",
    "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"\\\\section\"}]}}]}\n\n",
    "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"{é}\"}]},\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":3,\"candidatesTokenCount\":4}}",
);

const ALL: [(Provider, &str); 3] = [
    (Provider::OpenAi, OPENAI),
    (Provider::Anthropic, ANTHROPIC),
    (Provider::Gemini, GEMINI),
];

fn account(of: Provider) -> Account {
    Account::new(&Endpoint::new(of, of.default_base(), "m").unwrap(), ApiKey::new(KEY)).unwrap()
}

/// Reads a stream that comes in pieces of this size, until no more is wanted.
fn streamed(of: Provider, stream: &[u8], size: usize) -> Reply {
    let mut streamed = Streamed::new(&account(of));
    for piece in stream.chunks(size) {
        if !streamed.push(piece) {
            break;
        }
    }
    provider::read(of, &streamed.finish([]))
}

#[test]
fn a_stream_has_the_answer_that_comes_at_once() {
    for (of, stream) in ALL {
        for size in [1, 7, 100_000] {
            let reply = streamed(of, stream.as_bytes(), size);
            assert_eq!(reply.said.as_deref(), Ok("\\section{é}"), "{of:?}");
            assert_eq!(reply.usage, Some(Usage { input: 3, output: 4 }), "{of:?}");
            assert_eq!(reply.model.as_deref(), Some("m-1"), "{of:?}");
        }
    }
}

#[test]
fn a_stream_that_breaks_is_a_failure_of_the_network() {
    for (of, stream) in ALL {
        let half = stream.rfind("{é}").unwrap();
        // Ratings of the prompt are no end.
        let stream = stream.replacen("data: {", "data: {\"promptFeedback\":{\"safetyRatings\":[]},", 1);
        let half = half + stream.len() - ALL.iter().find(|(other, _)| *other == of).unwrap().1.len();
        let said = streamed(of, &stream.as_bytes()[..half], 10).said;
        assert!(
            matches!(said, Err(Failure::Unreachable { may_be_sent: true, .. })),
            "{of:?}: {said:?}"
        );
    }
}

#[test]
fn an_end_has_its_reason() {
    let stream = OPENAI.replace("\"stop\"", "\"length\"");
    let text = "\\section{é}".to_owned();
    assert_eq!(
        streamed(Provider::OpenAi, stream.as_bytes(), 9).said,
        Err(Failure::Cut { text })
    );
    let overloaded =
        "data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
    let said = streamed(Provider::Anthropic, overloaded.as_bytes(), 9).said;
    assert!(matches!(said, Err(Failure::Server { status: 500, .. })), "{said:?}");
    let limited = "data: {\"error\":{\"code\":429,\"message\":\"later\"}}\n\n";
    let said = streamed(Provider::Gemini, limited.as_bytes(), 9).said;
    assert!(matches!(said, Err(Failure::RateLimited { .. })), "{said:?}");
    let blocked = "data: {\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}\n\n";
    let said = streamed(Provider::Gemini, blocked.as_bytes(), 9).said;
    assert!(matches!(said, Err(Failure::Refused { .. })), "{said:?}");
}

#[test]
fn what_has_no_end_is_ended() {
    let event = |text: &str| format!("data: {}\n\n", json!({"choices": [{"delta": {"content": text}}]}));
    let said = streamed(Provider::OpenAi, event("again and ").repeat(10_000).as_bytes(), 500).said;
    // The run calls it a repeated answer; its model and tokens are those of the stream.
    let Err(Failure::Cut { text }) = said else {
        unreachable!("{said:?}");
    };
    assert!((2_000..4_000).contains(&text.len()), "{}", text.len());
    let words: String = (0..300_000).map(|n| format!("word{n} ")).collect();
    assert!(words.len() > MAX_RESPONSE_BYTES);
    assert_eq!(
        streamed(Provider::OpenAi, event(&words).as_bytes(), 65_536).said,
        Err(Failure::TooLarge)
    );
    let line = "x".repeat(40 << 20);
    assert_eq!(
        streamed(Provider::OpenAi, line.as_bytes(), 1 << 20).said,
        Err(Failure::TooLarge)
    );
}

#[test]
fn no_piece_brings_the_key_back() {
    let (first, second) = KEY.split_at(10);
    let event = |text: &str| format!("data: {}\n\n", json!({"choices": [{"delta": {"content": text}}]}));
    let end = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    let stream = event("Your key is ") + &event(first) + &event(second) + end;
    let reply = streamed(Provider::OpenAi, stream.as_bytes(), 3);
    let said = reply.said.unwrap();
    assert!(
        said.starts_with("Your key is ") && !said.contains("0123456789"),
        "{said}"
    );
    let endless = event("x") + &event(KEY).repeat(200);
    let said = format!("{:?}", streamed(Provider::OpenAi, endless.as_bytes(), 50).said);
    assert!(said.contains("Cut") && !said.contains("0123456789"), "{said}");
}

proptest! {
    #[test]
    fn any_bytes_have_an_outcome(bytes in proptest::collection::vec(any::<u8>(), 0..400), size in 1_usize..50) {
        for (of, stream) in ALL {
            let _ = streamed(of, &bytes, size);
            let mut mixed = stream.as_bytes().to_vec();
            let at = bytes.len() % mixed.len();
            mixed.splice(at..at, bytes.iter().copied());
            let _ = streamed(of, &mixed, size);
        }
    }
}
