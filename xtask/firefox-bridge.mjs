#!/usr/bin/env node
// Stands between Playwright and a Firefox whose WebDriver BiDi has fewer commands than Playwright asks for, as has that of
// the extended support release 140. Playwright starts this program in Firefox's place. It starts Firefox, passes all
// messages on, and does through Marionette what Firefox has refused as unknown; a newer Firefox refuses less.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import { basename, join } from 'node:path';
import { WebSocket, WebSocketServer } from 'ws';
import { LISTENING, MOST_BYTES, withoutEval } from './bidi.mjs';

const args = process.argv.slice(2);
const profile = args[args.indexOf('--profile') + 1];
const { TEXLENS_DOWNLOADS: downloads, FIREFOX = 'firefox-esr' } = process.env;

const firefox = spawn(FIREFOX, ['--marionette', '--remote-allow-system-access', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
firefox.on('error', (error) => {
  console.error(`${FIREFOX}: ${error.message}`);
  process.exit(1);
});
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.on(signal, () => firefox.kill(signal));
firefox.stdout.pipe(process.stdout);
firefox.stderr.setEncoding('utf8').on('data', (text) => {
  if (text.includes(LISTENING)) bridge();
  else process.stderr.write(text);
});

/** Listens for Playwright, and tells it the address as Firefox would. */
async function bridge() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: MOST_BYTES });
  server.on('connection', (playwright) => new Session(playwright));
  await once(server, 'listening');
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  console.error(`${LISTENING} ws://127.0.0.1:${port}`);
}

/** Firefox's older protocol, through which code runs with the rights of the browser itself. */
class Marionette {
  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: Error) => void }>} */
  waiting = new Map();
  received = Buffer.alloc(0);
  last = 0;

  constructor(port) {
    this.socket = net.connect(port, '127.0.0.1');
    this.socket.on('data', (data) => this.read(data));
  }

  static async connect() {
    const marionette = new Marionette(Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8')));
    // The first message introduces the server.
    await new Promise((resolve, reject) => {
      marionette.waiting.set(0, { resolve, reject });
      marionette.socket.on('error', reject);
    });
    return marionette;
  }

  read(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const colon = this.received.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(this.received.toString('latin1', 0, colon));
      if (this.received.length < end) return;
      const message = JSON.parse(this.received.toString('utf8', colon + 1, end));
      this.received = this.received.subarray(end);
      const [, id, error, value] = Array.isArray(message) ? message : [1, 0, null, message];
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) reject(new Error(`${error.error}: ${error.message}`));
      else resolve(value);
    }
  }

  send(command, parameters = {}) {
    const id = ++this.last;
    const message = JSON.stringify([0, id, command, parameters]);
    this.socket.write(`${Buffer.byteLength(message)}:${message}`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** Calls a function in the browser itself. It may refer to nothing outside. */
  async call(func, ...values) {
    const script = `const [values, done] = arguments; (${func})(...values).then(done, (error) => done({ fault: String(error) }));`;
    const { value } = await this.send('WebDriver:ExecuteAsyncScript', { script, args: [values], sandbox: 'system', newSandbox: false });
    if (value?.fault) throw new Error(value.fault);
    return value;
  }
}

/** One connection of Playwright. */
class Session {
  constructor(playwright) {
    this.playwright = playwright;
    /** Commands that Firefox has got, by their number. */
    this.asked = new Map();
    // In the order in which they come, also while the session is being opened.
    let before = Promise.resolve();
    playwright.on('message', (data) => {
      before = before.then(() => this.command(data)).catch((error) => {
        console.error(error);
        playwright.close();
      });
    });
    playwright.on('close', () => this.firefox?.close());
  }

  async command(data) {
    const message = JSON.parse(data.toString());
    if (message.method === 'session.new') await this.open(message);
    // Who has opened the session must end it.
    else if (message.method === 'browser.close' && this.marionette) await this.marionette.send('Marionette:Quit', { flags: ['eForceQuit'] });
    else if (this.firefox) {
      if (message.method === 'script.callFunction') message.params = withoutEval(message.params);
      this.asked.set(message.id, message);
      this.firefox.send(JSON.stringify(message));
    }
  }

  answer(id, result = {}) {
    this.playwright.send(JSON.stringify({ type: 'success', id, result }));
  }

  tell(method, params) {
    this.playwright.send(JSON.stringify({ type: 'event', method, params }));
  }

  /** Opens the session by Marionette, since both share one, and joins it by BiDi. */
  async open({ id, params }) {
    this.marionette = await Marionette.connect();
    const { sessionId, capabilities } = /** @type {any} */ (await this.marionette.send('WebDriver:NewSession', params.capabilities.alwaysMatch));
    await this.marionette.send('Marionette:SetContext', { value: 'chrome' });
    this.firefox = new WebSocket(capabilities.webSocketUrl, { maxPayload: MOST_BYTES, perMessageDeflate: false });
    this.firefox.on('message', (data) => this.message(data.toString()));
    this.firefox.on('close', () => this.playwright.close());
    await once(this.firefox, 'open');
    this.answer(id, { sessionId, capabilities });
  }

  message(text) {
    const message = JSON.parse(text);
    const asked = this.asked.get(message.id);
    this.asked.delete(message.id);
    const instead = message.type === 'error' && INSTEAD[asked?.method];
    const isMissing = instead && ['unknown command', 'invalid argument'].includes(message.error);
    if (!isMissing) {
      this.playwright.send(text);
      return;
    }
    instead(this, asked.params).then(
      (result) => this.answer(message.id, result),
      (error) => this.playwright.send(JSON.stringify({ type: 'error', id: message.id, error: 'unknown error', message: error.message })),
    );
  }

  /** Tells Playwright of each download when it is over. The folder is that of all windows. */
  watchDownloads() {
    if (this.isWatching) return;
    this.isWatching = true;
    const told = new Set();
    const look = async () => {
      for (const { path, url, context, succeeded } of await this.marionette.call(finishedDownloads)) {
        if (told.has(path)) continue;
        told.add(path);
        this.tell('browsingContext.downloadWillBegin', { context, navigation: null, download: path, url, suggestedFilename: basename(path), timestamp: Date.now() });
        this.tell('browsingContext.downloadEnd', { context, navigation: null, download: path, url, status: succeeded ? 'complete' : 'canceled', filepath: path, timestamp: Date.now() });
      }
    };
    let looking = Promise.resolve();
    // The list is a little later than the file.
    const soon = () => {
      looking = looking.then(look).catch((error) => console.error(error));
    };
    watch(downloads, () => {
      for (const pause of [0, 100, 500, 2_000]) setTimeout(soon, pause);
    });
  }
}

/** What is done in place of a command that Firefox does not know. Playwright sends some of them without need. */
const INSTEAD = {
  'network.addDataCollector': async () => ({ collector: 'none' }),
  'emulation.setScreenOrientationOverride': async () => ({}),
  'emulation.setScreenSettingsOverride': async () => ({}),
  'emulation.setLocaleOverride': async () => ({}),
  'permissions.setPermission': async () => ({}),
  'browser.setDownloadBehavior': async (session) => {
    session.watchDownloads();
    return {};
  },
  'emulation.setMediaFeaturesOverride': async (session, { features, contexts }) => {
    // A new window has no override.
    if (contexts) await session.marionette.call(setColorScheme, contexts, features['prefers-color-scheme'] ?? 'none');
    return {};
  },
  // The tests' proxy answers for the network.
  'emulation.setNetworkConditions': async () => ({}),
};

// These run in the browser itself, whose globals they use.
const { ChromeUtils, BrowsingContext } = /** @type {any} */ (globalThis);

/** Lets windows prefer a colour scheme. */
async function setColorScheme(contexts, scheme) {
  const { TabManager } = ChromeUtils.importESModule('chrome://remote/content/shared/TabManager.sys.mjs');
  for (const id of contexts) {
    const context = TabManager.getBrowsingContextById(id);
    if (context && context === context.top) context.prefersColorSchemeOverride = scheme;
  }
}

/** Lists the downloads that are over. */
async function finishedDownloads() {
  const { Downloads } = ChromeUtils.importESModule('resource://gre/modules/Downloads.sys.mjs');
  const { TabManager } = ChromeUtils.importESModule('chrome://remote/content/shared/TabManager.sys.mjs');
  const all = await (await Downloads.getList(Downloads.ALL)).getAll();
  return all.filter((download) => download.stopped).map((download) => {
    const of = BrowsingContext.get(download.source.browsingContextId);
    return { path: download.target.path, url: download.source.url, context: of && TabManager.getIdForBrowsingContext(of), succeeded: download.succeeded };
  });
}
