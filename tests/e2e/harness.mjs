// Drives Chromium and keeps a log of everything that its network service did, page, workers and the browser itself included.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';

export const ORIGIN = new URL(process.env.TEXLENS_URL).origin;

const FLAGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
// An adapter on every machine: computed on the CPU, slow but exact.
const GPU_FLAGS = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan'];

/**
 * A test with the app open in a fresh browser. Beyond what the test itself asserts, nothing may have left the origin
 * and the page may have logged no error.
 * @param {string} name
 * @param {(app: App) => Promise<void>} body
 * @param {{ gpu?: boolean, timeout?: number, url?: string }} [options]
 */
export function appTest(name, body, { gpu = false, timeout = 120_000, url = `${ORIGIN}/` } = {}) {
  test(name, { timeout }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'texlens-e2e-'));
    try {
      const log = join(folder, 'network.json');
      const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM,
        headless: true,
        args: [...FLAGS, ...(gpu ? GPU_FLAGS : []), `--log-net-log=${log}`],
      });
      let app;
      try {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
        app = new App(await context.newPage());
        await app.open(url);
        await body(app);
      } finally {
        await browser.close();
      }
      assert.deepEqual(app.errors, [], 'errors in the console');
      const seen = contacts(log);
      assert.ok(seen.some((contact) => contact.startsWith(`${ORIGIN}/pkg/`)), 'the log shows the app being fetched');
      assert.deepEqual(seen.filter((contact) => !isOurs(contact)), [], 'something left the origin');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

/** Addresses that were requested, and addresses that a connection was opened to. */
function contacts(log) {
  const { constants, events } = JSON.parse(readFileSync(log, 'utf8'));
  const types = constants.logEventTypes;
  const found = new Set();
  for (const { type, params } of events) {
    if (type === types.URL_REQUEST_START_JOB && params?.url) found.add(params.url);
    if ((type === types.TCP_CONNECT_ATTEMPT || type === types.UDP_CONNECT) && params?.address) found.add(params.address);
    if (type === types.HOST_RESOLVER_MANAGER_REQUEST && params?.host) found.add(params.host);
  }
  return [...found];
}

function isOurs(contact) {
  const host = new URL(ORIGIN).host;
  return contact.startsWith(`${ORIGIN}/`) || contact === host || contact === ORIGIN || contact.startsWith(`blob:${ORIGIN}/`) || contact.startsWith('data:');
}

/** Waits until a condition holds; it is asked again and again. */
export async function eventually(condition, what, limit = 20_000) {
  const end = Date.now() + limit;
  for (;;) {
    const value = await condition();
    if (value) return value;
    assert.ok(Date.now() < end, `not within ${limit / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The app as a person sees it. */
export class App {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    this.errors = [];
    page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
  }

  async open(url = `${ORIGIN}/`) {
    await this.page.goto(url);
    await this.page.getByRole('heading', { name: 'texlens' }).waitFor();
  }

  /** Drops files onto the page as the desktop would. */
  async drop(files) {
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

  /** Chooses an execution provider by the label of its switch. */
  async runOn(label) {
    await this.page.locator('footer').getByText(label, { exact: true }).click();
  }

  /** The row of a sample in the list. */
  sample(name) {
    return this.page.getByRole('navigation', { name: 'Samples' }).getByRole('listitem').filter({ hasText: name });
  }

  async select(name) {
    await this.sample(name).locator('button.sample').click();
  }

  /** Waits until a sample has been read. */
  async read(name, limit = 60_000) {
    await eventually(
      async () => {
        const alert = this.page.locator('.outcome.failed');
        if (await alert.count()) assert.fail(`${name}: ${await alert.first().textContent()}`);
        return (await this.page.locator('.readout', { hasText: 'words and formulas, read in' }).count()) > 0;
      },
      `${name} is read`,
      limit,
    );
  }

  /** All scores that are shown: { id: { value, text } }, value null where undefined. Waits for them. */
  async scores() {
    await this.page.locator('table.scores').waitFor();
    const rows = await this.page.locator('table.scores tbody tr').evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('abbr').textContent, row.querySelector('td.value').textContent, row.textContent]),
    );
    return Object.fromEntries(
      rows.map(([id, value, text]) => [id, { value: Number.isNaN(Number.parseFloat(value)) ? null : Number.parseFloat(value), text }]),
    );
  }

  /** The selected sample's prediction, as it is copied to the clipboard. */
  async prediction() {
    await this.page.getByRole('button', { name: 'Copy LaTeX' }).click();
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** What the alerts say. */
  refusals() {
    return this.page.getByRole('alert', { name: 'Files that could not be used' });
  }
}
