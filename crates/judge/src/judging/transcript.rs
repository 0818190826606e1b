//! What was sent and what came back, as reports have it.

use texlens_evaluate::JudgeCall;

use crate::Exchange;

/// The requests of a run with their answers. Neither holds the key: it is no part of a request, and was taken out of what came back.
pub(super) fn calls(exchanges: &[Exchange]) -> Vec<JudgeCall> {
    exchanges.iter().map(call).collect()
}

fn call(exchange: &Exchange) -> JudgeCall {
    let (status, answer) = match exchange.outcome.as_result() {
        Ok(response) => (Some(response.status()), response.body().to_owned()),
        Err(failure) => (None, failure.to_string()),
    };
    JudgeCall {
        key: exchange.key.to_string(),
        url: exchange.request.url.clone(),
        request: exchange.request.body.clone(),
        status,
        answer,
        sent_ms: exchange.sent_ms,
        received_ms: exchange.received_ms,
    }
}
