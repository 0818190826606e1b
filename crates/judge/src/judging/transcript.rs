//! Requests and responses in the form that reports use.

use texlens_evaluate::JudgeCall;

use crate::Exchange;

/// Returns the requests of a run with their answers. Neither contains the key: a request never does, and the account
/// removed the key from the responses.
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
        request: exchange.request.body.to_string(),
        status,
        answer,
        sent_ms: exchange.sent_ms,
        received_ms: exchange.received_ms,
    }
}
