// A server with the request forms of three providers. It is strict: it refuses what a provider would refuse, with the
// provider's form of error. It misbehaves if the name of the model says so. It records every request, so that a test
// can see what was sent and where a key went.
//
//     node tests/judge-server/server.mjs [--port 0] [--no-cors] [--key KEY] [--away URL] [--answers FILE]
//
// prints `listening http://127.0.0.1:PORT` and ends when its standard input does; other scripts call `start()`.
// README.md lists the models.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { listen } from '../../xtask/listen.mjs';
import { misbehave } from './hostile.mjs';
import { judge } from './judge.mjs';
import { shortened } from './pictures.mjs';
import { providers } from './providers.mjs';
import { stream } from './streams.mjs';

/** The only accepted key, unless another is named. Models whose name starts with `local` need no key. */
export const KEY = 'test-key-0123456789';

const MAX_BODY = 32 << 20;

/**
 * Starts a separate server, on a free port unless one is named.
 * @param {{ port?: number, cors?: boolean, key?: string, away?: string, answers?: Record<string, string> }} [options]
 */
export async function start({ port = 0, cors = true, key = KEY, away, answers = {} } = {}) {
  const state = { requests: [], asked: new Map(), turns: new Map(), cors, key, away, answers };
  const server = createServer((request, response) => {
    answer(state, request, response).catch((error) => {
      if (!response.headersSent) send(response, 500, { error: { message: String(error?.stack ?? error) } });
      else response.destroy();
    });
  });
  return {
    url: await listen(server, port),
    requests: state.requests,
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
  };
}

async function answer(state, request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (state.cors && request.headers.origin) {
    response.setHeader('access-control-allow-origin', request.headers.origin);
    response.setHeader('access-control-expose-headers', 'retry-after, date');
  }
  if (pathname === '/control/requests') return control(state, request, response);
  const provider = providers.find((one) => one.path.test(pathname));
  const record = {
    provider: provider?.name ?? null, method: request.method, path: request.url, headers: request.headers, model: null, body: null, pictures: [], status: null, problem: null, open: 0,
  };
  if (request.method === 'OPTIONS') {
    if (!state.cors) return send(response, 405, {});
    response.setHeader('access-control-allow-methods', 'POST');
    response.setHeader('access-control-allow-headers', provider?.headers.join(', ') ?? '');
    response.writeHead(204).end();
    return undefined;
  }
  state.requests.push(record);
  record.open = state.requests.filter((one) => one.status === null).length;
  const reply = (status, body, headers) => {
    record.status = status;
    send(response, status, body, headers);
  };
  reply.record = record;
  if (!provider) return reply(404, { error: { message: `no such address: ${pathname}` } });
  const text = await read(request);
  const call = provider.read(request, pathname, text);
  const pictures = (call.turns ?? []).flatMap((turn) => turn.pictures);
  Object.assign(record, { model: call.model ?? null, body: call.body ? shortened(call.body) : text, pictures, problem: call.problem?.message ?? null });
  const key = provider.key(request.headers);
  if (call.problem) return reply(call.problem.status, provider.error(call.problem));
  const [behaviour, count] = split(call.model);
  if (!call.model.startsWith('local') && key !== state.key) {
    const message = behaviour === 'echo' ? `Incorrect API key provided: ${key}` : 'Incorrect API key provided';
    return reply(401, provider.error({ status: 401, message }));
  }
  if (behaviour === 'echo') return reply(401, provider.error({ status: 401, message: `Not allowed with ${key ?? 'no key'}` }));
  const turns = call.turns.filter((turn) => turn.role === 'user');
  const question = call.model + turns[0].text + pictures.join();
  const asked = state.asked.get(question) ?? 0;
  state.asked.set(question, asked + 1);
  const verdict = () => judge(call, { behaviour, asked, answers: state.answers });
  if ((await misbehave({ state, behaviour, key, provider, call, response, reply, verdict })) !== false) return undefined;
  return behave({ provider, call, behaviour, count, asked, verdict, response, reply });
}

/** How the streams of some models go, by the number in their name. */
const STREAMS = {
  drips: (delay) => ({ delay }),
  breaks: (_, isEarly) => ({ until: isEarly ? 3 : Infinity }),
  loops: () => ({ again: true }),
};

/** Returns the parts of a model's name: `NAME` or `NAME-NUMBER`, preceded by `local-` if no key is needed. */
function split(model) {
  const [, name, number] = /^(?:local-)?(.*?)(?:-(\d+))?$/.exec(model);
  return [name, number === undefined ? 1 : Number(number)];
}

async function behave({ provider, call, behaviour, count, asked, verdict, response, reply }) {
  const isEarly = asked < count;
  const say = (text, more = {}) => {
    const whole = provider.answer(call, text, more);
    if (!call.stream || behaviour === 'no-stream') return reply(200, whole);
    reply.record.status = 200;
    return stream(response, provider, call, whole, text, STREAMS[behaviour]?.(count, isEarly));
  };
  const json = () => {
    const value = verdict();
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  switch (behaviour) {
    case 'slow':
      await wait(count);
      return say(json());
    case 'limited':
      if (!isEarly) return say(json());
      return reply(429, provider.error({ status: 429, message: 'Rate limit reached' }), { 'retry-after': '1' });
    case 'closed':
      return reply(429, provider.error({ status: 429, message: 'Come back tomorrow' }), { 'retry-after': '86400' });
    case 'broken':
      return isEarly ? reply(500, provider.error({ status: 500, message: 'The server had an error' })) : say(json());
    case 'cut': {
      if (!isEarly) return say(json());
      const whole = JSON.stringify(provider.answer(call, json(), {}));
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
      response.write(whole.slice(0, whole.length / 2));
      await wait(20);
      response.destroy();
      return undefined;
    }
    case 'wrong-schema':
      return say(isEarly ? JSON.stringify({ score: 'ten', verdict: 'Maybe' }) : json());
    case 'fenced':
      return say(`\`\`\`json\n${json()}\n\`\`\``);
    case 'prose':
      return say(`I have compared the two formulas with care. My verdict is ${json()}, as any reader would agree.`);
    case 'german':
      return say(isEarly ? 'Die beiden Formeln stimmen überein, ich gebe die volle Punktzahl.' : `Die Antwort lautet: ${json()}`);
    case 'no-schema':
      if (call.structured === 'schema') return reply(400, provider.error({ status: 400, message: provider.noSchema }));
      return say(json());
    case 'no-temperature':
      if (call.temperature !== undefined) return reply(400, provider.error({ status: 400, message: "Unsupported value: 'temperature' does not support 0 with this model." }));
      return say(json());
    case 'no-options':
      if (call.streamsUsage) return reply(400, provider.error({ status: 400, message: "Unrecognized request argument supplied: 'stream_options'" }));
      return say(json());
    case 'refuses-stream':
      if (call.stream) return reply(400, provider.error({ status: 400, message: 'Your organization must be verified to stream this model.' }));
      return say(json());
    case 'loops':
      return say(`The page begins. ${'and so on '.repeat(1_000)}`, { stop: 'length' });
    case 'no-usage':
      return say(json(), { usage: false });
    case 'no-block':
      return say(json().replaceAll('```', ''));
    case 'two-blocks':
      return say(`${json()}\nor\n${json()}`);
    case 'open-block':
      return say(json().replace(/```\s*$/, ''));
    case 'refusing':
      return say('I cannot help with that.', { stop: 'refusal' });
    case 'length':
      return say(json().slice(0, 5), { stop: 'length' });
    case 'empty':
      return say('');
    case 'redirect':
      return reply(307, {}, { location: '/elsewhere' });
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
      return undefined;
    case 'endless':
      response.writeHead(200, { 'content-type': 'application/json' });
      for (let part = 0; part < 8 && !response.destroyed; part += 1) {
        if (!response.write(' '.repeat(1 << 20))) await wait(5);
      }
      response.end();
      return undefined;
    case 'missing':
      return reply(404, provider.error({ status: 404, message: `The model ${call.model} does not exist` }));
    case 'poor':
      return reply(429, provider.error({ status: 429, message: 'You exceeded your current quota', code: 'insufficient_quota' }));
    default:
      return say(json());
  }
}

/** `GET` returns the requests, `DELETE` clears them. */
function control(state, request, response) {
  if (request.method === 'DELETE') {
    state.requests.length = 0;
    state.asked.clear();
    return send(response, 200, []);
  }
  return send(response, 200, state.requests);
}

async function read(request) {
  let size = 0;
  const parts = [];
  for await (const part of request) {
    size += part.length;
    if (size > MAX_BODY) throw new Error('the request is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function send(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
  const answers = option('--answers') && JSON.parse(readFileSync(option('--answers'), 'utf8'));
  const server = await start({ port: Number(option('--port') ?? 0), cors: !process.argv.includes('--no-cors'), key: option('--key'), away: option('--away'), answers });
  process.stdout.write(`listening ${server.url}\n`);
  process.stdin.on('end', () => process.exit(0)).resume();
}
