// Streamed answers: the events in which each provider sends an answer piece by piece.
import { setTimeout as wait } from 'node:timers/promises';

/** Number of characters of a piece. */
const PIECE = 40;

const pieces = (text) => text.match(new RegExp(`[\\s\\S]{1,${PIECE}}`, 'g')) ?? [];

/**
 * The events of an answer, each a line `event:` (or none) and its data. `whole` is the answer as it is sent at once.
 * @type {Record<string, (whole: any, text: string, call: any) => { event?: string, data: unknown }[]>}
 */
const EVENTS = {
  openai: (whole, text, call) => {
    const [choice] = whole.choices;
    const chunk = (delta, finish_reason = null) => ({ data: { object: 'chat.completion.chunk', model: whole.model, choices: [{ index: 0, delta, finish_reason }], usage: null } });
    const field = choice.message.refusal === null ? 'content' : 'refusal';
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(text).map((piece) => chunk({ [field]: piece })),
      chunk({}, choice.finish_reason),
      ...(call.streamsUsage && whole.usage ? [{ data: { model: whole.model, choices: [], usage: whole.usage } }] : []),
      { data: '[DONE]' },
    ];
  },
  anthropic: (whole, text) => {
    const named = (data) => ({ event: data.type, data });
    const usage = whole.usage ?? {};
    return [
      named({ type: 'message_start', message: { ...whole, content: [], stop_reason: null, usage: whole.usage && { ...usage, output_tokens: 1 } } }),
      named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
      named({ type: 'ping' }),
      ...pieces(text).map((piece) => named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } })),
      named({ type: 'content_block_stop', index: 0 }),
      named({ type: 'message_delta', delta: { stop_reason: whole.stop_reason, stop_sequence: null }, usage: whole.usage && { output_tokens: usage.output_tokens } }),
      named({ type: 'message_stop' }),
    ];
  },
  gemini: (whole, text) => {
    const [candidate] = whole.candidates;
    const parts = pieces(text);
    const chunk = (text, more = {}) => ({ data: { ...whole, candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...more }] } });
    return [...parts.map((piece) => chunk(piece)), chunk('', { finishReason: candidate.finishReason })];
  },
};

/**
 * Streams an answer. `delay` waits before each event, `until` ends the connection in the middle after so many events,
 * and `again` sends the pieces of the text without end.
 */
export async function stream(response, provider, call, whole, text, { delay = 0, until = Infinity, again = false } = {}) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = EVENTS[provider.name](whole, text, call);
  /** @param {{ event?: string, data: unknown }} part */
  const send = async ({ event, data }) => {
    if (delay > 0) await wait(delay);
    const line = typeof data === 'string' ? data : JSON.stringify(data);
    if (!response.write(`${event ? `event: ${event}\r\n` : ''}data: ${line}\r\n\r\n`)) await wait(1);
  };
  for (const [index, event] of events.entries()) {
    if (index >= until) return response.destroy();
    const isText = JSON.stringify(event.data).includes(JSON.stringify(pieces(text)[0] ?? '').slice(1, -1));
    do await send(event);
    while (again && isText && !response.destroyed);
    if (response.destroyed) return undefined;
  }
  return response.end();
}
