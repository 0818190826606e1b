#!/usr/bin/env node
// Stands between Playwright, which speaks WebDriver BiDi, and WebKitGTK, whose driver in Debian knows only the classic
// WebDriver. Playwright starts this program in the place of a browser. Each of Playwright's contexts is a browser here, with
// a profile of its own.
//
// The classic protocol has neither events nor several worlds of JavaScript. A script in the page therefore holds the
// values that Playwright refers to, each answer says which document gave it, and errors come from the browser's output.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, watch, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import { LISTENING, MOST_BYTES, listenForRequests, moveDownload, placesIn, withoutEval } from './bidi.mjs';

const { TEXLENS_HOME: home, TEXLENS_PROXY: proxy, TEXLENS_PRIVATE: isPrivate, WEBKIT_DRIVER = 'WebKitWebDriver' } = process.env;
const args = process.argv.slice(2);
/** The profile folder that Playwright names. It is that of its own context only. */
const ownProfile = args[args.indexOf('--profile') + 1];

/** The Python to which Debian's packages belong, and the browser that it runs. */
const PYTHON = '/usr/bin/python3';
const BROWSER = fileURLToPath(new URL('webkit_browser.py', import.meta.url));
/** How long a script is waited for before others get their turn. */
const TURN_MS = 30;
/** Time in which the driver and the display start. */
const START_MS = 60_000;

const { arriving, requests } = placesIn(home);

const children = new Set();

function start(program, args, options) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe', ...(options?.more ?? [])] });
  children.add(child);
  child.on('exit', () => children.delete(child));
  child.on('error', (error) => {
    console.error(`${program}: ${error.message}`);
    process.exit(1);
  });
  return child;
}

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) process.on(signal, () => process.exit(0));

/** Starts a display without a screen, and returns its name. */
async function display() {
  const server = start('Xvfb', ['-displayfd', '3', '-screen', '0', '4000x3000x24', '-nolisten', 'tcp'], { more: ['pipe'] });
  const [number] = await once(server.stdio[3], 'data');
  return `:${String(number).trim()}`;
}

/** What the person prefers. The browsers ask the display for it. */
class Preferences {
  isDark = false;
  isReduced = false;

  /** @param {string} screen */
  constructor(screen) {
    this.file = join(mkdtempSync(join(tmpdir(), 'texlens-settings-')), 'xsettingsd');
    this.write();
    this.server = start('xsettingsd', ['-c', this.file], { env: { ...process.env, DISPLAY: screen } });
    process.on('exit', () => rmSync(dirname(this.file), { recursive: true, force: true }));
  }

  write() {
    writeFileSync(this.file, `Net/ThemeName "Adwaita${this.isDark ? '-dark' : ''}"\nGtk/EnableAnimations ${this.isReduced ? 0 : 1}\n`);
  }

  /**
   * Changes preferences, and waits until the pages have them.
   * @param {{ isDark?: boolean, isReduced?: boolean }} changed
   * @param {Iterable<Page>} pages
   */
  async change(changed, pages) {
    Object.assign(this, changed);
    this.write();
    this.server.kill('SIGHUP');
    const script = "return matchMedia('(prefers-color-scheme: dark)').matches === arguments[0] && matchMedia('(prefers-reduced-motion: reduce)').matches === arguments[1];";
    const end = Date.now() + START_MS;
    for (const page of pages) {
      while (!(await page.do((ask) => ask('POST', '/execute/sync', { script, args: [this.isDark, this.isReduced] })))) {
        if (Date.now() > end) throw new Error('a page does not hear of the preferences');
      }
    }
  }
}

/** A browser of its own, with one window or several. */
class Browser {
  /** The window that commands reach. */
  window = '';
  session = '';
  /** The process of the browser, once it has told it. */
  pid = 0;
  isClosed = false;
  /** What waits for the lines of the browser. */
  waiting = /** @type {((value: any) => void)[]} */ ([]);
  /** @type {Promise<unknown>} */
  before = Promise.resolve();

  /**
   * @param {string} home the folder of its profile
   * @param {import('node:child_process').ChildProcess} driver
   * @param {string} address the driver's
   */
  constructor(home, driver, address) {
    this.home = home;
    this.driver = driver;
    this.address = address;
  }

  /**
   * @param {string} screen
   * @param {(line: string) => void} onOutput
   * @param {string} [profile] the folder of a profile that there is
   */
  static async open(screen, onOutput, profile = mkdtempSync(join(tmpdir(), 'texlens-webkit-'))) {
    const env = {
      ...process.env,
      DISPLAY: screen,
      HOME: profile,
      XDG_CONFIG_HOME: join(profile, 'config'),
      XDG_CACHE_HOME: join(profile, 'cache'),
      XDG_DATA_HOME: join(profile, 'data'),
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      MESA_SHADER_CACHE_DISABLE: 'true',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      NO_AT_BRIDGE: '1',
    };
    const port = await freePort();
    const driver = start(WEBKIT_DRIVER, [`--port=${port}`], { env });
    for (const output of [driver.stdout, driver.stderr]) createInterface(output).on('line', onOutput);
    const browser = new Browser(profile, driver, `http://127.0.0.1:${port}`);
    const socket = join(home, randomUUID());
    const started = browser.listen(socket);
    const end = Date.now() + START_MS;
    while (!(await fetch(`${browser.address}/status`).then(({ ok }) => ok, () => false))) {
      if (Date.now() > end) throw new Error(`${WEBKIT_DRIVER} does not answer`);
      await new Promise((done) => setTimeout(done, 50));
    }
    const host = proxy && new URL(proxy).host;
    const { sessionId } = await browser.ask('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { binary: PYTHON, args: [BROWSER, isPrivate ? '' : profile, arriving, socket] },
          ...(host ? { proxy: { proxyType: 'manual', httpProxy: host, sslProxy: host } } : {}),
          timeouts: { script: 3_600_000, pageLoad: 3_600_000 },
        },
      },
    });
    browser.session = `/session/${sessionId}`;
    await started;
    return browser;
  }

  /** Waits for the browser to connect, and from then on for its end: the driver would wait for its answers. */
  async listen(path) {
    const server = createServer().listen(path);
    const [socket] = await once(server, 'connection');
    server.close();
    this.socket = socket;
    createInterface(socket).on('line', (line) => this.waiting.shift()?.(JSON.parse(line)));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!this.isClosed) process.exit(1);
    });
    this.pid = await this.line();
  }

  /** Returns what the browser tells next. */
  line() {
    return new Promise((done) => this.waiting.push(done));
  }

  /** Asks the browser itself for what the driver cannot do. */
  request(...asked) {
    this.socket.write(`${JSON.stringify(asked)}\n`);
    return this.line();
  }

  /** Has the browser crash, and its pages with it: the driver ends a session of which one page has crashed. */
  crash() {
    this.isClosed = true;
    process.kill(this.pid, 'SIGKILL');
    this.driver.kill('SIGKILL');
  }

  async ask(method, path, body) {
    const answer = await fetch(this.address + path, { method, body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined });
    const { value } = /** @type {any} */ (await answer.json());
    if (!answer.ok) throw Object.assign(new Error(`${value.error}: ${value.message}`), { code: value.error });
    return value;
  }

  /** Does one thing after another, in a window. */
  in(window, work) {
    const result = this.before.then(async () => {
      if (this.window !== window) {
        await this.ask('POST', `${this.session}/window`, { handle: window });
        this.window = window;
      }
      return work((method, path, body) => this.ask(method, this.session + path, body));
    });
    this.before = result.catch(() => {});
    return result;
  }

  async close() {
    this.isClosed = true;
    await this.ask('DELETE', this.session).catch(() => {});
    this.driver.kill('SIGKILL');
    if (this.home === ownProfile) return;
    try {
      rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    } catch {
      // One of its processes still writes; the system clears such folders.
    }
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** What stands in each document: the values that Playwright holds, and how they become messages. */
function keep(id, realm) {
  const handles = new Map();
  let last = 0;
  const running = new Map();
  const special = (number) => (Object.is(number, -0) ? '-0' : Number.isFinite(number) ? number : String(number));
  const kindOf = (value) => {
    if (value === null) return 'null';
    if (typeof value !== 'object') return typeof value;
    if (Array.isArray(value)) return 'array';
    if (value === value.window) return 'window';
    for (const [kind, type] of /** @type {[string, any][]} */ ([['node', Node], ['date', Date], ['regexp', RegExp], ['error', Error], ['promise', Promise], ['map', Map], ['set', Set]])) {
      if (value instanceof type) return kind;
    }
    return 'object';
  };
  const told = (value, isHeld, depth) => {
    const type = kindOf(value);
    const message = /** @type {any} */ ({ type });
    if (type === 'string' || type === 'boolean') message.value = value;
    else if (type === 'number') message.value = special(value);
    else if (type === 'bigint') message.value = String(value);
    else if (type !== 'null' && type !== 'undefined') {
      if (isHeld || type === 'node') {
        const handle = `${realm} ${++last}`;
        handles.set(handle, value);
        if (isHeld) message.handle = handle;
        if (type === 'node') Object.assign(message, { sharedId: handle, value: { localName: value.localName } });
      }
      if (type === 'window') message.value = { context: value === window ? id : 'a frame' };
      if (depth > 0) {
        if (type === 'array') message.value = value.map((item) => told(item, false, depth - 1));
        if (type === 'object') message.value = Object.keys(value).map((key) => [key, told(value[key], false, depth - 1)]);
        if (type === 'date') message.value = value.toISOString();
        if (type === 'regexp') message.value = { pattern: value.source, flags: value.flags };
      }
    }
    return message;
  };
  const heard = ({ type, value, handle, sharedId }) => {
    const of = handle ?? sharedId;
    if (of !== undefined) {
      if (!handles.has(of)) throw new Error(`no such handle: ${of}`);
      return handles.get(of);
    }
    if (type === 'undefined') return undefined;
    if (type === 'null') return null;
    if (type === 'number') return Number(value);
    if (type === 'bigint') return BigInt(value);
    if (type === 'array') return value.map(heard);
    if (type === 'object') return Object.fromEntries(value.map(([key, item]) => [typeof key === 'string' ? key : heard(key), heard(item)]));
    if (type === 'date') return new Date(value);
    if (type === 'regexp') return new RegExp(value.pattern, value.flags);
    return value;
  };
  const turn = async (number, pause) => {
    const outcome = await Promise.race([running.get(number), new Promise((done) => setTimeout(done, pause))]);
    if (outcome === undefined) return { running: number };
    running.delete(number);
    return outcome;
  };
  Object.defineProperty(window, '__texlensBridge', {
    // A document to which one goes back still has its own.
    configurable: true,
    value: {
      realm,
      handles,
      turn,
      start(work, args, isHeld, depth, pause) {
        const number = ++last;
        const outcome = (async () => work(...args.map(heard)))().then(
          (value) => ({ type: 'success', result: told(value, isHeld, depth) }),
          (error) => ({ type: 'exception', text: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }),
        );
        running.set(number, outcome);
        return turn(number, pause);
      },
    },
  });
}

/** A window that Playwright knows. */
class Page {
  id = randomUUID();
  address = 'about:blank';
  realm = '';
  isKnown = false;
  /** When it was last left for another document. */
  left = 0;

  /**
   * @param {Bridge} bridge
   * @param {Browser} browser
   * @param {string} userContext
   * @param {string} window the driver's name of it
   */
  constructor(bridge, browser, userContext, window) {
    this.bridge = bridge;
    this.browser = browser;
    this.userContext = userContext;
    this.window = window;
  }

  /** @param {(ask: (method: string, path: string, body?: unknown) => Promise<any>) => any} work */
  do(work) {
    return this.browser.in(this.window, work);
  }

  /** Notes that there is a new document, and makes it ready. */
  async arrive(ask, navigation = randomUUID()) {
    const { context } = this.ids();
    if (this.realm) {
      this.left = Date.now();
      for (const realm of [this.realm, `${this.realm} utility`]) this.bridge.tell('script.realmDestroyed', { realm });
      this.bridge.tell('browsingContext.navigationStarted', { context, navigation, url: this.address, timestamp: Date.now() });
    }
    this.realm = randomUUID();
    const href = await ask('POST', '/execute/sync', { script: `(${keep})(...arguments); return location.href;`, args: [this.id, this.realm] });
    this.address = href;
    if (this.isKnown) this.bridge.tell('browsingContext.navigationCommitted', { context, navigation, url: href, timestamp: Date.now() });
    this.bridge.tell('script.realmCreated', { realm: this.realm, origin: 'null', context, type: 'window' });
    if (this.isKnown) {
      for (const event of ['domContentLoaded', 'load']) this.bridge.tell(`browsingContext.${event}`, { context, navigation, url: href, timestamp: Date.now() });
    }
    this.isKnown = true;
  }

  ids() {
    return { context: this.id, userContext: this.userContext };
  }

  /** Notes a change of the address in the same document. */
  note(href, navigation = null) {
    if (href === this.address) return;
    this.address = href;
    this.bridge.tell('browsingContext.fragmentNavigated', { context: this.id, navigation, url: href, timestamp: Date.now() });
  }

  /** Runs a piece of JavaScript that uses `kept`, and returns what it gives, or nothing if the document is a new one. */
  async run(code, args = []) {
    const script = `const kept = window.__texlensBridge; const [args, realm, done] = arguments;
      const isNew = kept?.realm !== realm;
      if (isNew || document.readyState === 'loading') done({ isNew });
      else Promise.resolve(${code}).then((value) => done({ value, href: location.href }), (error) => done({ fault: String(error) }));`;
    return this.do(async (ask) => {
      const answer = await ask('POST', '/execute/async', { script, args: [args, this.realm] });
      if (answer.isNew !== undefined) {
        if (answer.isNew) await this.arrive(ask);
        return undefined;
      }
      if (answer.fault) throw new Error(answer.fault);
      this.note(answer.href);
      return answer.value;
    });
  }

  /** Calls a function in the page with values as BiDi writes them. */
  async call(func, { sandbox }, { arguments: args = [], resultOwnership, serializationOptions: { maxObjectDepth } = /** @type {any} */ ({}) }) {
    const isHeld = resultOwnership === 'root';
    const code = `kept.start(${func}, args, ${isHeld}, ${maxObjectDepth ?? 1000}, ${TURN_MS})`;
    let outcome = await this.run(code, args);
    while (outcome?.running) outcome = await this.run(`kept.turn(${outcome.running}, ${TURN_MS})`);
    if (!outcome) throw Object.assign(new Error('the document is gone'), { code: 'no such node' });
    const { type, result, text } = outcome;
    return { type, realm: sandbox ? `${this.realm} utility` : this.realm, result, exceptionDetails: text === undefined ? undefined : { text } };
  }
}

/** One connection of Playwright. */
class Bridge {
  /** @type {Map<string, Browser>} */
  browsers = new Map();
  /** @type {Map<string, Page>} */
  pages = new Map();
  /** The scripts that each new document runs before its own, with the context that has them. */
  scripts = /** @type {{ id: string, source: string, of: string }[]} */ ([]);

  constructor(playwright, screen) {
    this.playwright = playwright;
    this.screen = screen;
    this.preferences = new Preferences(screen);
    listenForRequests(requests, {
      reduceMotion: (isReduced) => this.preferences.change({ isReduced }, this.pages.values()),
      crash: async (origin) => {
        for (const page of this.of(origin)) {
          page.browser.crash();
          closed(this, page);
        }
      },
      deleteDatabases: (origin) => Promise.all(this.of(origin).map(({ browser }) => browser.request('deleteDatabases'))),
    });
    playwright.on('message', (data) => this.hear(JSON.parse(data.toString())));
  }

  async hear({ id, method, params }) {
    const command = COMMANDS[method];
    try {
      if (!command) throw Object.assign(new Error(method), { code: 'unknown command' });
      const result = await command(this, params);
      this.playwright.send(JSON.stringify({ type: 'success', id, result: result ?? {} }));
    } catch (caught) {
      const error = /** @type {Error & { code?: string }} */ (caught);
      this.playwright.send(JSON.stringify({ type: 'error', id, error: error.code ?? 'unknown error', message: error.message }));
    }
  }

  tell(method, params) {
    this.playwright.send(JSON.stringify({ type: 'event', method, params }));
  }

  page({ context }) {
    const page = this.pages.get(context);
    if (!page) throw Object.assign(new Error(`no window ${context}`), { code: 'no such frame' });
    return page;
  }

  /** Has the browser of a context run its scripts in new documents. */
  async runScripts(userContext) {
    const sources = this.scripts.filter(({ of }) => of === userContext).map(({ source }) => source);
    await this.browsers.get(userContext)?.request('runScripts', sources);
  }

  /** The pages of an origin. */
  of(origin) {
    return [...this.pages.values()].filter(({ address }) => new URL(address).origin === origin);
  }

  /** Tells of errors, which the browser writes with their kind. */
  output(userContext, line) {
    const [, kind, text] = /CONSOLE (\S+ )?ERROR (.*)$/.exec(line) ?? [];
    if (text === undefined || UNKNOWN.test(text)) return;
    const page = [...this.pages.values()].find((page) => page.userContext === userContext);
    if (!page) return;
    const tell = () => this.tell('log.entryAdded', { type: 'javascript', level: 'error', source: { realm: page.realm, context: page.id }, text: `${kind ?? ''}error: ${text}`, timestamp: Date.now() });
    if (!UNFINISHED.test(text)) {
      tell();
      return;
    }
    const about = Date.now() - APART_MS;
    setTimeout(() => {
      if (page.left < about && this.pages.has(page.id)) tell();
    }, APART_MS);
  }

  /** Tells of files that have arrived in the folder of downloads. */
  watchDownloads() {
    if (this.isWatching) return;
    this.isWatching = true;
    watch(arriving, (event, name) => {
      const path = join(arriving, name);
      // A file is hidden until it is whole.
      if (event !== 'rename' || name.startsWith('.') || !existsSync(path)) return;
      const page = [...this.pages.values()].at(-1);
      const about = { context: page?.id, navigation: null, url: page?.address, timestamp: Date.now(), ...moveDownload(path, home) };
      this.tell('browsingContext.downloadWillBegin', about);
      this.tell('browsingContext.downloadEnd', { ...about, status: 'complete' });
    });
  }
}

/** Playwright's own context, whose profile it may keep. */
const DEFAULT = 'default';

/** A part of the page's policy that the engine does not know. It obeys the others. */
const UNKNOWN = /Unrecognized Content-Security-Policy directive/;
/** What the engine has not loaded to the end. This is no error if it is because the page is left. */
const UNFINISHED = new RegExp(
  [
    'Importing a module script is canceled',
    'Cannot load blob:\\S+ due to access control checks',
    'Cross-origin script load denied by Cross-Origin Resource Sharing policy',
    'Cache API operation failed: Context is stopped',
    'TypeError: Load failed',
  ].join('|'),
);
/** The engine's output comes by another way than the driver's answers, and at most so much earlier or later. */
const APART_MS = 2_000;

const nothing = async () => ({});

/** What Playwright asks for. */
const COMMANDS = {
  'session.new': async () => ({ sessionId: randomUUID(), capabilities: { browserName: 'WebKitGTK', browserVersion: '', userAgent: '' } }),
  'session.subscribe': async () => ({ subscription: randomUUID() }),
  'network.addIntercept': async () => ({ intercept: randomUUID() }),
  'network.removeIntercept': nothing,
  'network.addDataCollector': async () => ({ collector: randomUUID() }),
  'network.setCacheBehavior': nothing,
  // The tests' proxy answers for the network.
  'emulation.setNetworkConditions': nothing,
  'permissions.setPermission': nothing,
  'emulation.setScreenOrientationOverride': nothing,
  'emulation.setScreenSettingsOverride': nothing,
  'browsingContext.activate': nothing,

  'browser.createUserContext': async (bridge) => {
    const userContext = randomUUID();
    bridge.browsers.set(userContext, undefined);
    return { userContext };
  },
  'browser.removeUserContext': async (bridge, { userContext }) => {
    for (const page of bridge.pages.values()) {
      if (page.userContext === userContext) closed(bridge, page);
    }
    await bridge.browsers.get(userContext)?.close();
    bridge.browsers.delete(userContext);
  },
  'browser.setDownloadBehavior': async (bridge) => bridge.watchDownloads(),
  'browser.close': async (bridge) => {
    await Promise.all([...bridge.browsers.values()].map((browser) => browser?.close()));
    setTimeout(() => process.exit(0));
  },

  'browsingContext.create': async (bridge, { userContext = DEFAULT }) => {
    const earlier = bridge.browsers.get(userContext);
    const isRunning = earlier?.isClosed === false;
    const browser = isRunning ? earlier : await Browser.open(bridge.screen, (line) => bridge.output(userContext, line), earlier?.home ?? (userContext === DEFAULT ? ownProfile : undefined));
    bridge.browsers.set(userContext, browser);
    if (!isRunning) await bridge.runScripts(userContext);
    const window = isRunning
      ? (await browser.ask('POST', `${browser.session}/window/new`, { type: 'window' })).handle
      : await browser.ask('GET', `${browser.session}/window`);
    const page = new Page(bridge, browser, userContext, window);
    bridge.pages.set(page.id, page);
    bridge.tell('browsingContext.contextCreated', { ...page.ids(), url: 'about:blank', parent: null, children: null, originalOpener: null, clientWindow: page.id });
    await page.do((ask) => page.arrive(ask));
    if (bridge.viewport) await setViewport(page, bridge.viewport);
    return { context: page.id };
  },
  'browsingContext.close': async (bridge, params) => {
    const page = bridge.page(params);
    await page.do((ask) => ask('DELETE', '/window'));
    page.browser.window = '';
    closed(bridge, page);
  },
  'browsingContext.navigate': async (bridge, params) => {
    const page = bridge.page(params);
    const navigation = randomUUID();
    bridge.tell('browsingContext.navigationStarted', { context: page.id, navigation, url: params.url, timestamp: Date.now() });
    await page.do(async (ask) => {
      page.left = Date.now();
      await ask('POST', '/url', { url: params.url });
      await settle(page, ask, navigation);
    });
    return { navigation, url: page.address };
  },
  'browsingContext.reload': async (bridge, params) => {
    const page = bridge.page(params);
    const navigation = randomUUID();
    bridge.tell('browsingContext.navigationStarted', { context: page.id, navigation, url: page.address, timestamp: Date.now() });
    await page.do(async (ask) => {
      page.left = Date.now();
      await ask('POST', '/refresh');
      await settle(page, ask, navigation);
    });
    return { navigation, url: page.address };
  },
  'browsingContext.traverseHistory': async (bridge, params) => {
    const page = bridge.page(params);
    await page.do(async (ask) => {
      page.left = Date.now();
      await ask('POST', params.delta < 0 ? '/back' : '/forward');
      await settle(page, ask);
    });
  },
  'browsingContext.setViewport': async (bridge, params) => {
    if (params.context) await setViewport(bridge.page(params), params.viewport);
    else bridge.viewport = params.viewport;
  },
  'browsingContext.captureScreenshot': async (bridge, params) => ({ data: await bridge.page(params).do((ask) => ask('GET', '/screenshot')) }),
  'browsingContext.locateNodes': async () => ({ nodes: [] }),

  'script.evaluate': (bridge, { expression, target, ...options }) => bridge.page(target).call(`() => (${expression.replace(/[;\s]+$/, '')})`, target, options),
  'script.callFunction': (bridge, params) => {
    const { functionDeclaration, target, ...options } = withoutEval(params);
    return bridge.page(target).call(`(${functionDeclaration})`, target, options);
  },
  'script.disown': async (bridge, { target, handles }) => {
    await bridge.page(target).run('args.forEach((handle) => kept.handles.delete(handle))', handles);
  },
  // Those of a page run in all pages of its context.
  'script.addPreloadScript': async (bridge, { functionDeclaration, contexts = [], userContexts = [] }) => {
    const id = randomUUID();
    const all = new Set([...userContexts, ...contexts.map((context) => bridge.page({ context }).userContext)]);
    for (const of of all) {
      bridge.scripts.push({ id, source: `(${functionDeclaration})();`, of });
      await bridge.runScripts(of);
    }
    return { script: id };
  },
  'script.removePreloadScript': async (bridge, { script }) => {
    const removed = bridge.scripts.filter(({ id }) => id === script);
    bridge.scripts = bridge.scripts.filter(({ id }) => id !== script);
    for (const { of } of removed) await bridge.runScripts(of);
  },

  'input.performActions': async (bridge, params) => {
    const page = bridge.page(params);
    // The page must not be asked before the browser has told it of the input.
    await page.do((ask) => ask('POST', '/actions', { actions: params.actions.map(classic) }));
  },
  'input.setFiles': async (bridge, params) => {
    const page = bridge.page(params);
    await page.do(async (ask) => {
      const element = await ask('POST', '/execute/sync', { script: 'return window.__texlensBridge.handles.get(arguments[0]);', args: [params.element.sharedId] });
      await ask('POST', `/element/${Object.values(element)[0]}/value`, { text: params.files.join('\n') });
    });
  },

  // All windows prefer the same.
  'emulation.setMediaFeaturesOverride': async (bridge, { features }) => {
    const isDark = features['prefers-color-scheme'] === 'dark';
    if (isDark !== bridge.preferences.isDark) await bridge.preferences.change({ isDark }, bridge.pages.values());
  },
};

/** The form of an action in the classic protocol, which wants whole numbers and a duration. */
function classic({ actions, ...source }) {
  return {
    ...source,
    actions: actions.map((action) => (action.type === 'pointerMove' ? { duration: 0, origin: 'viewport', ...action, x: Math.round(action.x), y: Math.round(action.y) } : action)),
  };
}

/** Notes what a navigation has led to: a new document, or another place of the same one. */
async function settle(page, ask, navigation) {
  const { isSame, href } = await ask('POST', '/execute/sync', { script: 'return { isSame: window.__texlensBridge?.realm === arguments[0], href: location.href };', args: [page.realm] });
  if (isSame) page.note(href, navigation);
  else await page.arrive(ask, navigation);
}

/** Sets the size of the page. The browser has a frame around it, whose size is only known from inside. */
async function setViewport(page, { width, height }) {
  await page.do(async (ask) => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const inside = await ask('POST', '/execute/sync', { script: 'return [innerWidth, innerHeight];', args: [] });
      if (inside[0] === width && inside[1] === height) return;
      const outside = await ask('GET', '/window/rect');
      await ask('POST', '/window/rect', { x: 0, y: 0, width: Math.max(width, outside.width + width - inside[0]), height: Math.max(height, outside.height + height - inside[1]) });
    }
  });
}

function closed(bridge, page) {
  bridge.pages.delete(page.id);
  bridge.tell('browsingContext.contextDestroyed', { ...page.ids(), url: page.address, parent: null, children: null });
}

const screen = await display();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: MOST_BYTES });
server.on('connection', (playwright) => {
  new Bridge(playwright, screen);
  playwright.on('close', () => process.exit(0));
});
await once(server, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
console.error(`${LISTENING} ws://127.0.0.1:${port}`);
