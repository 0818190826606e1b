// Drives a browser through a logging proxy: the page, the workers and the browser itself reach nothing without it.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, test } from 'node:test';
import { BROWSER, BROWSER_SERVICES, HAS_GPU, HAS_OWN_PROXIES, HAS_WORKER_CODE, KNOWS_OFFLINE, SLOWNESS, TELLS_REQUESTS, TELLS_WORKERS, chosen, lacking, launch } from './browser.mjs';
import { listen } from '../../xtask/listen.mjs';
import { ask } from '../../xtask/playwright.mjs';

export const ORIGIN = new URL(process.env.TEXLENS_URL).origin;

/** The browsers of this file's tests, by their options. Each one starts with the first test that needs it. */
const browsers = new Map();

after(() => Promise.all([...browsers.values()].map((starting) => starting.then(({ close }) => close()))));

/** Returns the running browser, or starts one, whose own requests go nowhere. */
async function browserOf(options) {
  const key = JSON.stringify(options);
  const running = await browsers.get(key);
  if (running?.browser.isConnected()) return running;
  // One that has crashed still holds its proxy.
  await running?.close();
  const starting = (async () => {
    const proxy = await startProxy();
    const browser = await launch({ ...options, proxy: proxy.address });
    const close = async () => {
      await browser.close();
      proxy.close();
    };
    return { browser, proxy, close };
  })();
  browsers.set(key, starting);
  return starting;
}

/** The option of a context whose requests all take this way, also those to addresses of this machine. */
const behind = ({ address }) => ({ server: address, bypass: '<-loopback>' });

/**
 * A test of this file that needs a browser. It is skipped in a browser that lacks what it needs.
 * @param {string} name
 * @param {{ timeout?: number, gpu?: boolean }} options
 * @param {() => Promise<void>} body
 */
export function browserTest(name, { timeout, gpu = false }, body) {
  test(name, { timeout: timeout && timeout * SLOWNESS, skip: gpu && !HAS_GPU ? 'needs an emulated GPU' : lacking(name) }, body);
}

/**
 * A test with the app open in a fresh context, which shares neither storage nor network with other tests. In addition to
 * the test's assertions, no request may have left the origin, and the page may have logged no error.
 *
 * With `keepsItself`, the app's service worker stores the app for use offline. It does so for every user, but each context
 * would store 20 MB, which takes an eighth of the tests' time. With `isPrivate`, the windows of WebKit are private.
 * @param {string} name
 * @param {(app: App) => Promise<void>} body
 * @param {{ gpu?: boolean, timeout?: number, url?: string, keepsItself?: boolean, isPrivate?: boolean }} [options]
 */
export function appTest(name, body, { gpu = false, timeout = 300_000, url = `${ORIGIN}/`, keepsItself = false, isPrivate = false } = {}) {
  browserTest(name, { timeout, gpu }, async () => {
    const { browser, proxy: outside } = await browserOf({ gpu, isPrivate });
    const before = outside.log.length;
    const proxy = HAS_OWN_PROXIES ? await startProxy() : outside.anew();
    let app;
    try {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        serviceWorkers: keepsItself ? 'allow' : 'block',
        permissions: ['clipboard-read', 'clipboard-write'],
        proxy: behind(proxy),
      });
      try {
        // Busy machines are slow, and no test measures speed.
        context.setDefaultTimeout(90_000 * SLOWNESS);
        if (!TELLS_WORKERS) await context.addInitScript(listWorkers);
        app = new App(await context.newPage(), proxy);
        await app.open(url);
        await body(app);
      } finally {
        // Other windows of the browser are offline, too.
        if (app?.isOffline) await app.setOffline(false);
        await context.close();
      }
    } finally {
      proxy.close();
    }
    assert.deepEqual(app.errors.filter((error) => !app.provoked.some((pattern) => pattern.test(error))), [], 'errors in the console');
    assert.ok(proxy.log.includes(`${ORIGIN}/app/texlens_bg.wasm`), 'the log shows the app being fetched');
    const isMeant = (url) => isOurs(url) || proxy.network.isAllowed(url);
    assert.deepEqual(app.requests.filter((url) => !isMeant(url)), [], 'page or worker asked another origin');
    const left = [...proxy.log, ...outside.log.slice(before)].filter((url) => !isMeant(url) && !isBrowserService(url));
    assert.deepEqual(left, [], 'something left the origin');
  });
}

/** In the page: lists the workers that the page starts. */
function listWorkers() {
  const started = [];
  Object.assign(globalThis, { startedWorkers: started });
  globalThis.Worker = class extends Worker {
    constructor(script, options) {
      super(script, options);
      this.name = options?.name ?? '';
      this.isRunning = true;
      started.push(this);
    }

    terminate() {
      this.isRunning = false;
      super.terminate();
    }
  };
}

/** From now on, gives the app a changed file. The service worker would refuse it. */
export async function changeFile(app, file, change) {
  const url = `${ORIGIN}/${file}`;
  const answer = await fetch(url);
  const content = Buffer.from(await answer.arrayBuffer());
  app.network.replaced.set(url, { type: answer.headers.get('Content-Type'), text: change(content) });
}

function isOurs(url) {
  return url.startsWith(`${ORIGIN}/`) || url.startsWith(`blob:${ORIGIN}/`) || url.startsWith('data:');
}

function isBrowserService(url) {
  const host = new URL(url.replace(/^tunnel to /, 'https://')).hostname;
  return BROWSER_SERVICES.includes(host);
}

/**
 * The proxy's switches, which a test can change.
 * @typedef {{ type: string, text: string | Buffer, status?: number, headers?: Record<string, string> }} Replacement
 * @typedef {{ isUp: boolean, replaced: Map<string, Replacement>, allowed: string[], isAllowed: (url: string) => boolean, onRequest: (url: string) => void }} Network
 */

/**
 * The app's files as its server sends them. They do not change, and every test loads megabytes of them, so that each is
 * fetched once.
 * @type {Map<string, Promise<{ status: number, headers: Record<string, string>, body: Buffer }>>}
 */
const files = new Map();

/** Returns what the app's server answers. */
function fileOf(url) {
  const known = files.get(url);
  if (known) return known;
  const fetched = fetch(url).then(async (answer) => {
    const { connection, 'keep-alive': kept, ...headers } = Object.fromEntries(answer.headers);
    return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
  });
  files.set(url, fetched);
  return fetched;
}

/**
 * Starts a proxy that logs all requests. It passes on those to the app's origin and to origins that a test permits, and
 * refuses all others. Some files can be replaced, or the whole network can be cut off.
 */
async function startProxy() {
  const unused = newNetwork();
  let current = unused;
  const server = http.createServer((request, response) => {
    const { log, network } = current;
    log.push(request.url);
    network.onRequest(request.url);
    if (!network.isUp) {
      response.destroy();
      return;
    }
    const replaced = network.replaced.get(request.url);
    if (replaced) {
      const { status = 200, headers = {}, type, text } = replaced;
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-cache', ...headers }).end(text);
      return;
    }
    if (!request.url.startsWith(`${ORIGIN}/`) && !network.isAllowed(request.url)) {
      response.writeHead(502).end();
      return;
    }
    if (request.method === 'GET' && request.url.startsWith(`${ORIGIN}/`)) {
      fileOf(request.url).then(
        ({ status, headers, body }) => response.writeHead(status, headers).end(body),
        () => response.destroy(),
      );
      return;
    }
    // A kept connection could be closed by the server at the moment of the next request.
    const onward = http.request(request.url, { method: request.method, headers: request.headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  // Encrypted connections and WebSockets ask for a tunnel.
  server.on('connect', (request, socket) => {
    current.log.push(`tunnel to ${request.url}`);
    // If the browser is closed in the meantime, it resets the connection. The log already has the request.
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const address = await listen(server);
  /** Gives a test a log and switches of its own, until the test closes them. */
  const anew = () => {
    current = newNetwork();
    return { ...current, address, close: () => (current = unused) };
  };
  return { ...unused, close, address, anew };
}

function newNetwork() {
  /** @type {Network} */
  const network = {
    isUp: true,
    replaced: new Map(),
    allowed: [],
    onRequest: () => {},
    isAllowed: (url) => network.allowed.some((origin) => url.startsWith(`${origin}/`)),
  };
  return { log: /** @type {string[]} */ ([]), network };
}

/** Waits until a condition holds, which is checked repeatedly. */
export async function eventually(condition, what, limit = 90_000) {
  const end = Date.now() + limit * SLOWNESS;
  for (;;) {
    const value = await condition();
    if (value) return value;
    assert.ok(Date.now() < end, `not within ${limit / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns what a click copies. */
export async function copied(app, click) {
  await app.page.evaluate(() => navigator.clipboard.writeText(''));
  await click();
  let text = '';
  await eventually(async () => {
    text = await app.page.evaluate(() => navigator.clipboard.readText());
    return text !== '';
  }, 'something is copied');
  return text;
}

/** Returns a function that copies the table in an element in a format. */
export const copyAs = (element, format) => async () => {
  await element.getByRole('button', { name: 'Copy table' }).first().click();
  await element.getByRole('menuitem', { name: format, exact: true }).click();
};

/** The app as a user sees it. */
export class App {
  /**
   * @param {import('playwright-core').Page} page
   * @param {{ log: string[], network: Network, address: string }} [proxy] what lies between the browser and everything else
   */
  constructor(page, proxy) {
    this.page = page;
    this.proxy = proxy;
    this.network = proxy?.network;
    this.log = proxy?.log ?? [];
    this.errors = [];
    this.isOffline = false;
    /** The errors that a test provokes. A browser may report them late. */
    this.provoked = /** @type {RegExp[]} */ ([]);
    /** The requests of page and workers. A driver that does not tell of them leaves those that have reached the proxy. */
    this.requests = [];
    if (TELLS_REQUESTS) page.context().on('request', (request) => this.requests.push(request.url()));
    else if (proxy) proxy.network.onRequest = (url) => this.requests.push(url);
    page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
  }

  /**
   * A window that shares nothing with the app's but the way to the network. The caller closes it.
   * @param {import('playwright-core').BrowserContextOptions} [options]
   */
  otherWindow(options) {
    return this.page.context().browser().newContext({ proxy: behind(this.proxy), ...options });
  }

  /** Cuts the page off, or connects it again. */
  async setOffline(isOffline) {
    if (BROWSER === 'chromium') {
      await this.page.context().setOffline(isOffline);
      return;
    }
    this.network.isUp = !isOffline;
    this.isOffline = isOffline;
    if (KNOWS_OFFLINE) await ask(this.page.context().browser(), 'setOffline', isOffline);
  }

  /** Permits requests to another origin, as if the user had asked for them. */
  mayReach(origin) {
    this.network.allowed.push(origin);
  }

  /** Reports whether an origin received a request. */
  reached(origin) {
    return this.log.some((url) => url.startsWith(`${origin}/`));
  }

  async open(url = `${ORIGIN}/`) {
    await this.page.goto(url);
    await this.page.getByRole('heading', { name: 'texlens', level: 1 }).waitFor();
  }

  /**
   * Drops files onto the page as the desktop would, and waits until they are in the list or in the plan.
   * @param {Record<string, string | Buffer>} files
   */
  async drop(files) {
    await this.letGo(files);
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await this.page.locator('.importing').waitFor({ state: 'detached' });
  }

  /**
   * Drops files without waiting.
   * @param {Record<string, string | Buffer>} files
   */
  async letGo(files) {
    await this.page.evaluate((files) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of files) {
        transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
      }
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
      }
    }, Object.entries(files).map(([name, content]) => ({ name, base64: Buffer.from(content).toString('base64') })));
  }

  /**
   * Returns what can answer the dialog for files that a click opens.
   * @param {() => Promise<unknown>} click
   */
  chooser(click) {
    return chosen(this.page, click);
  }

  /** Opens the settings at a topic and returns their sheet. */
  async settings(topic = 'Reading pages') {
    await this.page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
    const sheet = this.page.getByRole('dialog', { name: 'Settings' });
    await sheet.getByRole('navigation', { name: 'Topics' }).getByRole('button', { name: topic }).click();
    return sheet;
  }

  /** Chooses a value of a setting by their labels. */
  async set(topic, label, value) {
    const sheet = await this.settings(topic);
    await sheet.getByLabel(label, { exact: true }).selectOption(value);
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    await sheet.waitFor({ state: 'detached' });
  }

  /** Chooses an execution provider by its label. */
  async runOn(label) {
    await this.set('Reading pages', 'Run the model on', label);
  }

  /** Chooses a network by its label. */
  async readWith(label) {
    await this.set('Reading pages', 'Network', label);
  }

  /** What runs the model, and why. */
  async runtime() {
    const sheet = await this.settings('Reading pages');
    const says = await sheet.locator('.runtime').textContent();
    await sheet.getByRole('button', { name: 'Close' }).last().click();
    await sheet.waitFor({ state: 'detached' });
    return says;
  }

  /**
   * Presses a button that asks first, and agrees. `within` narrows where it is.
   * @param {string} name
   * @param {import('playwright-core').Page | import('playwright-core').Locator} within
   */
  async reallyPress(name, within = this.page) {
    await within.getByRole('button', { name }).click();
    await within.getByRole('group').getByRole('button', { name }).click();
  }

  /**
   * The running workers, the latest last. `end` ends one as if it had crashed; `evaluate` runs code in it, where the
   * browser's protocol can.
   * @returns {Promise<{ id: unknown, name: string, end: () => Promise<unknown>, evaluate?: import('playwright-core').Worker['evaluate'] }[]>}
   */
  async workers() {
    if (!TELLS_WORKERS) {
      const started = await this.page.evaluate(() => /** @type {any} */ (globalThis).startedWorkers.map(({ name, isRunning }, id) => ({ id, name, isRunning })));
      const running = started.filter(({ isRunning }) => isRunning);
      return running.map(({ id, name }, index) => {
        const place = running.slice(0, index).filter((other) => other.name === name).length;
        return {
          id,
          name,
          end: () => this.page.evaluate((id) => /** @type {any} */ (globalThis).startedWorkers[id].terminate(), id),
          evaluate: HAS_WORKER_CODE
            ? /** @type {any} */ ((code, value) => ask(this.page.context().browser(), 'evaluateInWorker', name, place, `(${code})(${JSON.stringify(value)})`))
            : undefined,
        };
      });
    }
    const running = this.page.workers().map(async (worker) => ({
      id: worker,
      // A closing worker does not answer.
      name: await worker.evaluate(() => self.name).catch(() => ''),
      end: () => worker.evaluate(() => self.close()).catch(() => {}),
      evaluate: /** @type {typeof worker.evaluate} */ ((code, value) => worker.evaluate(code, value)),
    }));
    return Promise.all(running);
  }

  /**
   * Ends the worker that is started because of an action, before it has loaded its module, but not before the page can
   * notice it: it holds a lock. Resolves once another one is started in its place.
   * @param {() => Promise<unknown>} action
   */
  async endNextWorker(action) {
    const earlier = await this.page.evaluate(async () => (await navigator.locks.query()).held.map(({ name }) => name));
    if (TELLS_WORKERS) {
      const next = this.page.waitForEvent('worker');
      const another = next.then(() => this.page.waitForEvent('worker'));
      await action();
      await (await next).evaluate(async (earlier) => {
        const isNoticed = async () => (await navigator.locks.query()).held.some(({ name }) => !earlier.includes(name));
        while (!(await isNoticed())) await new Promise((done) => setTimeout(done));
        self.close();
      }, earlier);
      await another;
      return;
    }
    const count = await this.page.evaluate(() => /** @type {any} */ (globalThis).startedWorkers.length);
    const ended = this.page.evaluate(async ([earlier, count]) => {
      const started = /** @type {any} */ (globalThis).startedWorkers;
      const isNoticed = async () => (await navigator.locks.query()).held.some(({ name }) => !earlier.includes(name));
      while (started.length === count || !(await isNoticed())) await new Promise((done) => setTimeout(done));
      started[count].terminate();
      while (started.length < count + 2) await new Promise((done) => setTimeout(done));
    }, /** @type {const} */ ([earlier, count]));
    await action();
    await ended;
  }

  /** The running worker that was started from this script. */
  async worker(script) {
    return (await this.workers()).find(({ name }) => name === script);
  }

  /** The row of a sample in the list. */
  sample(name) {
    return this.page.getByRole('navigation', { name: 'Samples' }).getByRole('listitem').filter({ hasText: name });
  }

  async select(name) {
    await this.sample(name).locator('button.sample').click();
  }

  /** Waits until a sample has been read. */
  async read(name, limit = 180_000) {
    await eventually(
      async () => {
        const state = this.sample(name).locator('.state');
        if (!(await state.count())) return false;
        const text = await state.textContent();
        if (text === 'failed') assert.fail(`${name}: ${await this.page.locator('.outcome.failed').first().textContent()}`);
        const busy = await state.evaluate((element) => element.classList.contains('busy'));
        return !busy && text !== 'waiting';
      },
      `${name} is read`,
      limit,
    );
  }

  /** The tabs of the shown sample. */
  tabs() {
    return this.page.getByRole('tablist', { name: 'Result' });
  }

  /** Opens a tab of the shown sample by the beginning of its label, and returns the label of the one before. */
  async openTab(label) {
    const selected = this.tabs().getByRole('tab', { selected: true });
    const before = await selected.evaluate((tab) => tab.firstChild.textContent);
    const wanted = new RegExp(`^${label}`);
    if (!wanted.test(before)) await this.tabs().getByRole('tab', { name: wanted }).click();
    return before;
  }

  /** Opens the tab with the texts of the shown sample. */
  texts() {
    return this.openTab('(Diff|LaTeX)');
  }

  /**
   * Returns all scores: { id: { value, text } }, with value null if undefined. Waits for them, unfolds them, and then
   * shows the tab again that was shown before.
   */
  async scores() {
    const scored = this.page.getByRole('region', { name: 'Scores', exact: true });
    await this.page.locator('.key-scores').waitFor({ state: 'attached' });
    const before = await this.openTab('Scores');
    const fold = scored.getByRole('button', { name: /^All scores/, expanded: false });
    if (await fold.count()) await fold.click();
    await scored.locator('table.scores').waitFor();
    const rows = await scored.evaluate((scored) => {
      const defined = [...scored.querySelectorAll('table.scores tbody tr:not(.group)')];
      const undefined_ = [...scored.querySelectorAll('.undefined-group li')];
      return [
        ...defined.map((row) => [row.querySelector('abbr').textContent, row.querySelector('td.value').textContent, row.textContent]),
        ...undefined_.map((item) => [item.querySelector('abbr').textContent, '', item.querySelector('button').title]),
      ];
    });
    await this.openTab(before);
    return Object.fromEntries(
      rows.map(([id, value, text]) => [id, { value: Number.isNaN(Number.parseFloat(value)) ? null : Number.parseFloat(value), text }]),
    );
  }

  /** Opens the settings from the scores. */
  async openSettings() {
    await this.openTab('Scores');
    await this.page.getByRole('button', { name: 'Settings…' }).click();
  }

  /** The section on the compilation of the selected sample, in its tab. */
  compilation() {
    return this.page.getByRole('region', { name: 'Compilation', exact: true });
  }

  /** Opens the tab with the compilation, and starts the TeX engine. */
  async useEngine() {
    await this.openTab('Compile');
    await this.compilation().getByRole('button', { name: 'Compile', exact: true }).click();
  }

  /** Waits for the engine's verdict on the selected sample in the tab with the compilation. */
  async verdict() {
    await this.openTab('Compile');
    const words = this.compilation().locator('.verdict strong');
    await eventually(async () => /^(Compiles|Does not compile)$/.test(await words.textContent()), 'a verdict');
    return this.compilation().locator('.verdict').textContent();
  }

  /** Returns all scores, once those that need a verdict have one. */
  async scoresWithVerdict() {
    await this.verdict();
    return eventually(async () => {
      const scores = await this.scores();
      return scores.csr.value !== null && scores;
    }, 'scores with a verdict');
  }

  /** Returns the selected sample's prediction, as copied to the clipboard. */
  async prediction() {
    await this.texts();
    await this.page.getByRole('button', { name: 'Copy LaTeX' }).click();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** The sheet in which a user chooses what to save. */
  saveSheet() {
    return this.page.getByRole('dialog', { name: 'Save' });
  }

  /** Saves in a format, without the parts that are unticked first; returns the download. */
  async save(format = 'HTML', without = [], only = []) {
    await this.page.locator('header').getByRole('button', { name: 'Save', exact: true }).click();
    await this.saveSheet().getByRole('radio', { name: new RegExp(`^${format}\\b`) }).check();
    for (const name of without) await this.saveSheet().getByRole('checkbox', { name }).uncheck();
    for (const name of only) await this.saveSheet().getByRole('checkbox', { name }).check();
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.saveSheet().getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    await this.saveSheet().waitFor({ state: 'detached' });
    return download;
  }

  /** The alert about files that could not be used. */
  refusals() {
    return this.page.getByRole('alert', { name: 'Files that could not be used' });
  }
}
