// The request and response forms of the three providers, as strict as the originals: unknown fields, missing headers
// and schemas that structured output does not permit are refused.
import { picture } from './pictures.mjs';

/**
 * Each entry defines the addresses of a provider, how a request is read (`{model, turns, system, schema, structured,
 * ...}` or `{problem}`), and the forms of answers and errors.
 */
export const providers = [
  {
    name: 'openai',
    path: /^\/v1\/chat\/completions$/,
    headers: ['authorization', 'content-type'],
    key: (headers) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
    noSchema: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
    read: (request, _path, text) => readOpenAi(request, text),
    error: ({ message, param = null, code = null, status }) => ({ error: { message, type: status === 401 ? 'authentication_error' : 'invalid_request_error', param, code } }),
    answer: (call, text, { usage = true, stop }) => ({
      id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: `${call.model}-2026-01-01`,
      choices: [{
        index: 0,
        finish_reason: stop === 'length' ? 'length' : 'stop',
        message: { role: 'assistant', content: stop === 'refusal' ? null : text, refusal: stop === 'refusal' ? text : null },
      }],
      ...(usage ? { usage: { prompt_tokens: tokens(call.size), completion_tokens: tokens(text.length), total_tokens: tokens(call.size) + tokens(text.length) } } : {}),
    }),
  },
  {
    name: 'anthropic',
    path: /^\/v1\/messages$/,
    headers: ['x-api-key', 'content-type', 'anthropic-version', 'anthropic-dangerous-direct-browser-access'],
    key: (headers) => headers['x-api-key'],
    noSchema: 'output_config.format: this model does not support structured outputs',
    read: (request, _path, text) => readAnthropic(request, text),
    error: ({ message, status }) => ({ type: 'error', error: { type: kinds[status] ?? 'api_error', message } }),
    answer: (call, text, { usage = true, stop }) => ({
      id: 'msg_1', type: 'message', role: 'assistant', model: `${call.model}-20260101`,
      content: text ? [{ type: 'text', text }] : [],
      stop_reason: { length: 'max_tokens', refusal: 'refusal' }[stop] ?? 'end_turn', stop_sequence: null,
      ...(usage ? { usage: { input_tokens: tokens(call.size), output_tokens: tokens(text.length) } } : {}),
    }),
  },
  {
    name: 'gemini',
    path: /^\/v1beta\/models\/[^/]+:(?:generateContent|streamGenerateContent)$/,
    headers: ['x-goog-api-key', 'content-type'],
    key: (headers) => headers['x-goog-api-key'],
    noSchema: 'Invalid JSON payload received. Unknown name "responseJsonSchema" at \'generation_config\': Cannot find field.',
    read: (request, path, text) => readGemini(request, path, text),
    error: ({ message, status }) => ({ error: { code: status, message, status: { 400: 'INVALID_ARGUMENT', 401: 'UNAUTHENTICATED', 404: 'NOT_FOUND', 429: 'RESOURCE_EXHAUSTED' }[status] ?? 'INTERNAL' } }),
    answer: (call, text, { usage = true, stop }) => ({
      candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, finishReason: { length: 'MAX_TOKENS', refusal: 'SAFETY' }[stop] ?? 'STOP' }],
      modelVersion: `${call.model}-001`,
      ...(usage ? { usageMetadata: { promptTokenCount: tokens(call.size), candidatesTokenCount: tokens(text.length), totalTokenCount: tokens(call.size) + tokens(text.length) } } : {}),
    }),
  },
];

const kinds = { 400: 'invalid_request_error', 401: 'authentication_error', 404: 'not_found_error', 429: 'rate_limit_error', 500: 'api_error' };

const tokens = (characters) => Math.ceil(characters / 4);

/** Returns the body of a request, or its problem. */
function body(request, text) {
  if (request.method !== 'POST') return { problem: { status: 405, message: 'Method not allowed' } };
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return { problem: { status: 400, message: 'content-type must be application/json' } };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: { status: 400, message: 'We could not parse the JSON body of your request.' } };
  }
}

class Refused extends Error {}

const refuse = (message) => {
  throw new Refused(message);
};

/** Reads a request; an error thrown by `read` becomes a problem with status 400. */
function reading(request, text, read) {
  const { value, problem } = body(request, text);
  if (problem) return { problem };
  try {
    return { ...read(value), body: value, size: text.length };
  } catch (error) {
    if (error instanceof Refused) return { problem: { status: 400, message: error.message }, body: value, model: value?.model };
    throw error;
  }
}

function onlyKnown(object, known, message) {
  const unknown = Object.keys(object).find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(message(unknown));
}

const isNumber = (value, low, high) => value === undefined || (typeof value === 'number' && value >= low && value <= high);
const isText = (value) => typeof value === 'string' && value.length > 0;

/**
 * Reads the parts of a message: its text, and the hashes of its pictures.
 * @param {unknown} content
 * @param {(part: any) => { text: string } | { picture: [unknown, unknown] } | undefined} read
 */
function parts(content, read) {
  if (typeof content === 'string') return { text: content, pictures: [] };
  if (!Array.isArray(content)) return refuse('content: Input should be a string or a list');
  const texts = [];
  const pictures = [];
  for (const part of content) {
    const found = read(part) ?? refuse(`Invalid content part of type ${part?.type}`);
    if ('text' in found) texts.push(found.text);
    else pictures.push(shown(...found.picture));
  }
  return { text: texts.join(''), pictures };
}

function shown(type, data) {
  try {
    return picture(type, data);
  } catch (problem) {
    return refuse(`Invalid image: ${problem}`);
  }
}

function checkTurns(turns, names, first = names[0]) {
  if (turns.length === 0) refuse('messages: at least one message is required');
  if (turns[0].role !== first) refuse(`messages: first message must use the "${first}" role`);
  turns.forEach((turn, index) => {
    if (!names.includes(turn.role)) refuse(`messages.${index}.role: Input should be one of ${names}`);
    if (!isText(turn.text)) refuse(`messages.${index}.content: text content blocks must be non-empty`);
    if (index > 0 && turns[index - 1].role === turn.role) refuse('messages: roles must alternate');
  });
}

/**
 * Checks the rules of structured output: every field is required, no others are permitted, and numbers and lengths have
 * no limits.
 */
function checkSchema(schema, where) {
  if (typeof schema !== 'object' || schema === null) refuse(`Invalid schema ${where}`);
  const known = ['type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf', 'description'];
  onlyKnown(schema, known, (name) => `Invalid schema ${where}: '${name}' is not permitted.`);
  if (schema.type === 'object') {
    const names = Object.keys(schema.properties ?? {});
    if (schema.additionalProperties !== false) refuse(`Invalid schema ${where}: 'additionalProperties' is required to be supplied and to be false.`);
    if (names.some((name) => !schema.required?.includes(name))) refuse(`Invalid schema ${where}: 'required' must include every key in properties.`);
    for (const name of names) checkSchema(schema.properties[name], `${where}.${name}`);
  }
  if (schema.type === 'array') checkSchema(schema.items, `${where}[]`);
}

function readOpenAi(request, text) {
  return reading(request, text, (value) => {
    const known = ['model', 'messages', 'max_tokens', 'max_completion_tokens', 'temperature', 'top_p', 'frequency_penalty', 'seed', 'response_format', 'stream', 'stream_options'];
    onlyKnown(value, known, (name) => `Unrecognized request argument supplied: ${name}`);
    if (!isText(value.model)) refuse('you must provide a model parameter');
    if (!Array.isArray(value.messages)) refuse("'messages' must be an array");
    const limit = value.max_completion_tokens ?? value.max_tokens;
    if (!Number.isInteger(limit) || limit < 1) refuse("'max_tokens' must be an integer of at least 1");
    if (!isNumber(value.temperature, 0, 2) || !isNumber(value.top_p, 0, 1) || !isNumber(value.frequency_penalty, -2, 2)) refuse('a parameter is out of range');
    const hasSystem = value.messages[0]?.role === 'system';
    const system = hasSystem ? value.messages[0].content : '';
    if (hasSystem && !isText(system)) refuse("'messages[0].content' must be a string");
    const rest = hasSystem ? value.messages.slice(1) : value.messages;
    const turns = rest.map((turn) => ({ role: turn.role, ...parts(turn.content, openAiPart) }));
    checkTurns(turns, ['user', 'assistant']);
    if (value.stream_options && !value.stream) refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.");
    const format = value.response_format;
    if (format && !['json_schema', 'json_object', 'text'].includes(format.type)) refuse(`Invalid value: '${format.type}'`);
    if (format?.type === 'json_schema') {
      if (!/^[\w-]{1,64}$/.test(format.json_schema?.name ?? '')) refuse("Invalid 'response_format.json_schema.name'");
      checkSchema(format.json_schema.schema, `for response_format '${format.json_schema.name}'`);
    }
    const structured = { json_schema: 'schema', json_object: 'json' }[format?.type] ?? 'prompt';
    const stream = value.stream === true;
    const streamsUsage = value.stream_options?.include_usage === true;
    return { model: value.model, system, turns, schema: format?.json_schema?.schema, structured, temperature: value.temperature, stream, streamsUsage };
  });
}

function openAiPart(part) {
  if (part?.type === 'text') return { text: part.text };
  const [, type, data] = /^data:([^;]+);base64,(.*)$/.exec(part?.image_url?.url ?? '') ?? [];
  return part?.type === 'image_url' && type ? { picture: /** @type {[unknown, unknown]} */ ([type, data]) } : undefined;
}

function readAnthropic(request, text) {
  return reading(request, text, (value) => {
    if (request.headers['anthropic-version'] !== '2023-06-01') refuse('anthropic-version: header is required');
    if (request.headers.origin && request.headers['anthropic-dangerous-direct-browser-access'] !== 'true') {
      refuse("CORS requests must set 'anthropic-dangerous-direct-browser-access' header");
    }
    const known = ['model', 'max_tokens', 'system', 'messages', 'temperature', 'top_p', 'output_config', 'stream'];
    onlyKnown(value, known, (name) => `${name}: Extra inputs are not permitted`);
    if (!isText(value.model)) refuse('model: Field required');
    if (!Number.isInteger(value.max_tokens) || value.max_tokens < 1) refuse('max_tokens: Field required');
    if (value.system !== undefined && !isText(value.system)) refuse('system: Input should be a valid string');
    if (!Array.isArray(value.messages)) refuse('messages: Field required');
    if (!isNumber(value.temperature, 0, 1)) refuse('temperature: range: 0..1');
    if (value.temperature !== undefined && value.top_p !== undefined) refuse('`temperature` and `top_p` cannot both be specified for this model. Please use only one.');
    const turns = value.messages.map((turn) => ({
      role: turn.role,
      ...parts(turn.content, (part) => {
        if (part?.type === 'text') return { text: part.text };
        return part?.type === 'image' && part.source?.type === 'base64' ? { picture: [part.source.media_type, part.source.data] } : undefined;
      }),
    }));
    checkTurns(turns, ['user', 'assistant']);
    const format = value.output_config?.format;
    if (value.output_config && format?.type !== 'json_schema') refuse('output_config.format.type: Input should be json_schema');
    if (format) checkSchema(format.schema, 'output_config.format.schema');
    return { model: value.model, system: value.system ?? '', turns, schema: format?.schema, structured: format ? 'schema' : 'prompt', temperature: value.temperature, stream: value.stream === true };
  });
}

function readGemini(request, path, text) {
  const [, name, method] = /\/models\/([^/]+):(\w+)$/.exec(path);
  const model = decodeURIComponent(name);
  const call = reading(request, text, (value) => {
    const unknown = (name) => `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`;
    onlyKnown(value, ['systemInstruction', 'contents', 'generationConfig'], unknown);
    const generation = value.generationConfig ?? {};
    onlyKnown(generation, ['maxOutputTokens', 'temperature', 'topP', 'frequencyPenalty', 'seed', 'responseMimeType', 'responseJsonSchema'], unknown);
    if (generation.responseJsonSchema && generation.responseMimeType !== 'application/json') refuse('responseJsonSchema needs responseMimeType application/json');
    if (generation.responseJsonSchema) checkSchema(generation.responseJsonSchema, 'response_json_schema');
    if (!isNumber(generation.temperature, 0, 2)) refuse('temperature must be in the range [0, 2]');
    const text = (parts) => (parts ?? []).map((part) => part.text).join('');
    const part = (part) => (part.inlineData ? { picture: /** @type {[unknown, unknown]} */ ([part.inlineData.mimeType, part.inlineData.data]) } : { text: part.text });
    const turns = (value.contents ?? []).map((turn) => ({ role: turn.role, ...parts(turn.parts ?? [], part) }));
    checkTurns(turns, ['user', 'model']);
    const structured = generation.responseJsonSchema ? 'schema' : generation.responseMimeType === 'application/json' ? 'json' : 'prompt';
    return { system: text(value.systemInstruction?.parts), turns, schema: generation.responseJsonSchema, structured, temperature: generation.temperature, stream: method === 'streamGenerateContent' };
  });
  return { ...call, model };
}
