#!/usr/bin/env node
// Stands between Playwright and a Firefox whose WebDriver BiDi has fewer commands than Playwright asks for, as have those of
// extended support releases. Playwright starts this program in Firefox's place. It starts Firefox, passes all
// messages on, and does through Marionette what Firefox has refused as unknown; a newer Firefox refuses less.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, watch, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { WebSocket, WebSocketServer } from 'ws';
import { LISTENING, MOST_BYTES, listenForRequests, moveDownload, placesIn, withoutEval } from './bidi.mjs';

/** How often files and lists are looked at, and how much later than the files the list of downloads may be. */
const LOOK_MS = 100;
const LATER_MS = 10_000;
/** Time in which Firefox starts. */
const START_MS = 60_000;

const args = process.argv.slice(2);
const profile = args[args.indexOf('--profile') + 1];
const { TEXLENS_HOME: home, FIREFOX = 'firefox-esr' } = process.env;

/** The folder of the profile that all processes of Firefox can read. */
const chrome = join(profile, 'chrome');
mkdirSync(chrome, { recursive: true });
// Tab would lead from the page to the bars of the window, from which a test does not come back.
writeFileSync(join(chrome, 'userChrome.css'), '#navigator-toolbox { visibility: collapse; }');
for (const [name, script] of /** @type {const} */ ([['process', processScript], ['worker', debuggerScript]])) {
  writeFileSync(join(chrome, `${name}.js`), `(${script})();`);
}

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

/** Returns the port, whose file Firefox may write later than it tells the address of WebDriver BiDi. */
async function portOfMarionette() {
  const end = Date.now() + START_MS;
  for (;;) {
    const port = await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '');
    if (port !== '' || Date.now() > end) return Number(port);
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
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
    const marionette = new Marionette(await portOfMarionette());
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
    /** What waits for the answers to commands of this program, by their number. */
    this.own = new Map();
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
    else if (OWN[message.method]) {
      OWN[message.method](this);
      this.answer(message.id);
    } else if (this.firefox) {
      if (message.method === 'input.performActions') this.pointed = message.params;
      if (message.method === 'script.callFunction') message.params = withoutEval(message.params);
      this.asked.set(message.id, message);
      this.firefox.send(JSON.stringify(message));
    }
  }

  /** Clicks twice where the pointer is. Firefox counts only clicks of one command, and Playwright sends several. */
  doubleClick() {
    const { context, actions } = this.pointed;
    const click = ['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 }));
    const pointer = { ...actions.find(({ type }) => type === 'pointer'), actions: [...click, ...click] };
    // Playwright counts its commands from 1.
    const id = Number.MAX_SAFE_INTEGER - this.own.size;
    return new Promise((resolve) => {
      this.own.set(id, resolve);
      this.firefox.send(JSON.stringify({ id, method: 'input.performActions', params: { context, actions: [pointer] } }));
    });
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
    listenForRequests(placesIn(home).requests, {
      reduceMotion: (isReduced) => this.marionette.call(setReducedMotion, isReduced),
      doubleClick: () => this.doubleClick(),
      setOffline: (isOffline) => this.marionette.call(setOffline, isOffline),
      deleteDatabases: (origin) => this.marionette.call(deleteDatabases, origin),
      crash: async (origin) => {
        for (const pid of await this.marionette.call(processesOf, origin)) process.kill(pid, 'SIGKILL');
      },
      evaluateInWorker: (...values) => this.marionette.call(evaluateInWorker, chrome, ...values),
    });
    this.answer(id, { sessionId, capabilities });
  }

  message(text) {
    const message = JSON.parse(text);
    if (message.method === 'log.entryAdded' && isOwnFault(message.params)) return;
    if (DOWNLOADS.includes(message.method)) return;
    if (this.own.has(message.id)) {
      this.own.get(message.id)();
      return;
    }
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
    let until = 0;
    let isLooking = false;
    const look = async () => {
      if (isLooking) return;
      isLooking = true;
      while (Date.now() < until) {
        for (const { path, start, url, context } of await this.marionette.call(finishedDownloads)) {
          const which = `${start} ${path}`;
          if (told.has(which)) continue;
          told.add(which);
          const about = { context, navigation: null, url, timestamp: Date.now(), ...moveDownload(path, home) };
          for (const event of DOWNLOADS) this.tell(event, { ...about, status: 'complete' });
        }
        await new Promise((done) => setTimeout(done, LOOK_MS));
      }
      isLooking = false;
    };
    watch(placesIn(home).arriving, () => {
      until = Date.now() + LATER_MS;
      look().catch((error) => console.error(error));
    });
  }
}

/** The events of downloads, which this program sends instead of Firefox. */
const DOWNLOADS = ['browsingContext.downloadWillBegin', 'browsingContext.downloadEnd'];

/** Errors without a place, of which Firefox tells where nothing of the page has failed. */
const OWN_FAULTS = [
  // A script of the tests runs in a new frame without an origin.
  /^Error: Permission denied to access property "length"$/,
  // A worker is ended while it starts: it gets no lock, and no module.
  /^InvalidStateError: LockManager.request: request\(\) is not allowed at this point$/,
  /^TypeError: error loading dynamically imported module: /,
  /^uncaught exception: undefined$/,
  // A page is left while it fetches a font.
  /^downloadable font: download failed .* status=2152398850 /,
];

function isOwnFault({ text, stackTrace }) {
  return !stackTrace && OWN_FAULTS.some((fault) => fault.test(text));
}

/** What is done in place of a command that Firefox does not know. Playwright sends some of them without need. */
const INSTEAD = {
  'network.addDataCollector': async () => ({ collector: 'none' }),
  'emulation.setScreenOrientationOverride': async () => ({}),
  'emulation.setScreenSettingsOverride': async () => ({}),
  'emulation.setLocaleOverride': async () => ({}),
  'permissions.setPermission': async () => ({}),
  'emulation.setMediaFeaturesOverride': async (session, { features, contexts }) => {
    // A new window has no override.
    if (contexts) await session.marionette.call(setColorScheme, contexts, features['prefers-color-scheme'] ?? 'none');
    return {};
  },
};

/** What is never asked of Firefox. */
const OWN = {
  // Its events lack what Playwright knows a download by.
  'browser.setDownloadBehavior': (session) => session.watchDownloads(),
  // The tests' proxy answers for the network.
  'emulation.setNetworkConditions': () => {},
};

// These run in the browser itself, whose globals they use.
const { addMessageListener, BrowsingContext, Cc, ChromeUtils, Ci, Debugger, global, sendAsyncMessage, Services } = /** @type {any} */ (globalThis);

/** Lets windows prefer a colour scheme. */
async function setColorScheme(contexts, scheme) {
  const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
  for (const id of contexts) {
    const context = NavigableManager.getBrowsingContextById(id);
    if (context && context === context.top) context.prefersColorSchemeOverride = scheme;
  }
}

/** Lets all windows prefer less motion, or not: Firefox knows it only for all of them. */
async function setReducedMotion(isReduced) {
  Services.prefs.setIntPref('ui.prefersReducedMotion', isReduced ? 1 : 0);
}

/** Lets all windows be offline, or not. */
async function setOffline(isOffline) {
  Services.io.offline = isOffline;
}

/** Lists the processes of the tabs of an origin, of which one may crash without the whole browser. */
async function processesOf(origin) {
  // Playwright has it that a crash ends the browser.
  Services.env.set('MOZ_CRASHREPORTER_SHUTDOWN', '');
  const tabs = [...Services.wm.getEnumerator('navigator:browser')].flatMap(({ gBrowser }) => gBrowser.browsers);
  const shown = tabs.map(({ browsingContext }) => browsingContext.currentWindowGlobal);
  return [...new Set(shown.filter((shown) => shown?.documentPrincipal.originNoSuffix === origin).map(({ osPid }) => osPid))];
}

/** Deletes the databases of an origin, also those in use, in all windows. */
async function deleteDatabases(origin) {
  const tabs = [...Services.wm.getEnumerator('navigator:browser')].flatMap(({ gBrowser }) => gBrowser.browsers);
  const shown = tabs.map(({ browsingContext }) => browsingContext.currentWindowGlobal.documentPrincipal);
  const principals = new Map(shown.filter(({ originNoSuffix }) => originNoSuffix === origin).map((principal) => [principal.origin, principal]));
  for (const principal of principals.values()) {
    await new Promise((done) => {
      Services.qms.clearStoragesForClient(principal, 'idb').callback = done;
    });
  }
}

/** Evaluates code in the worker that is the one at a place among the running ones of a name. */
async function evaluateInWorker(folder, name, place, code) {
  const { FileUtils } = ChromeUtils.importESModule('resource://gre/modules/FileUtils.sys.mjs');
  const { ppmm, io } = Services;
  const resources = io.getProtocolHandler('resource').QueryInterface(Ci.nsISubstitutingProtocolHandler);
  if (!resources.hasSubstitution('texlens')) {
    resources.setSubstitution('texlens', io.newFileURI(new FileUtils.File(folder)));
    ppmm.loadProcessScript('resource://texlens/process.js', true);
  }
  return new Promise((resolve, reject) => {
    const message = 'texlens:evaluated';
    const onMessage = ({ data: { value, fault } }) => {
      ppmm.removeMessageListener(message, onMessage);
      if (fault === undefined) resolve(value);
      else reject(new Error(fault));
    };
    ppmm.addMessageListener(message, onMessage);
    ppmm.broadcastAsyncMessage('texlens:evaluate', { name, place, code });
  });
}

/** In each process of Firefox: passes code to the debugger of a worker, and asks until there is an outcome. */
function processScript() {
  const manager = Cc['@mozilla.org/dom/workers/workerdebuggermanager;1'].getService(Ci.nsIWorkerDebuggerManager);
  const { setTimeout } = ChromeUtils.importESModule('resource://gre/modules/Timer.sys.mjs');
  const debugged = new Set();
  addMessageListener('texlens:evaluate', ({ data: { name, place, code } }) => {
    const worker = [...manager.getWorkerDebuggerEnumerator()].filter((worker) => worker.name === name)[place];
    if (!worker) return;
    if (!debugged.has(worker.id)) worker.initialize('resource://texlens/worker.js');
    debugged.add(worker.id);
    const listener = {
      onMessage(outcome) {
        if (outcome === '') {
          setTimeout(() => worker.postMessage(''), 20);
          return;
        }
        worker.removeListener(listener);
        sendAsyncMessage('texlens:evaluated', JSON.parse(outcome));
      },
      onError() {},
      onClose() {
        sendAsyncMessage('texlens:evaluated', { fault: 'the worker has ended' });
      },
    };
    worker.addListener(listener);
    worker.postMessage(code);
  });
}

/** In the debugger of a worker: evaluates code, or tells the outcome of what was evaluated, which is empty at first. */
function debuggerScript() {
  const [worker] = new Debugger(global).getDebuggees();
  addEventListener('message', ({ data: code }) => {
    if (code !== '') {
      worker.executeInGlobal(`globalThis.texlensOutcome = '';
        (async () => (${code}))().then((value) => ({ value }), (error) => ({ fault: String(error) })).then((outcome) => { texlensOutcome = JSON.stringify(outcome); });`);
    }
    postMessage(worker.executeInGlobal('texlensOutcome').return);
  });
}

/** Lists the downloads that are complete. */
async function finishedDownloads() {
  const { Downloads } = ChromeUtils.importESModule('resource://gre/modules/Downloads.sys.mjs');
  const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
  const all = await (await Downloads.getList(Downloads.ALL)).getAll();
  return all.filter((download) => download.succeeded).map((download) => {
    const of = BrowsingContext.get(download.source.browsingContextId);
    return { path: download.target.path, start: Number(download.startTime), url: download.source.url, context: of && NavigableManager.getIdForBrowsingContext(of) };
  });
}
