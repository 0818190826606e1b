// The browser of the tests, which the variable TEXLENS_BROWSER names, and how it differs from the others.
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import * as chromium from '../../xtask/chromium.mjs';
import * as firefox from '../../xtask/firefox.mjs';
import { ask, giveFiles, giveFolder } from '../../xtask/playwright.mjs';
import * as webkit from '../../xtask/webkit.mjs';

export const BROWSER = process.env.TEXLENS_BROWSER ?? 'chromium';

const isChromium = BROWSER === 'chromium';

/** Whether a GPU can be emulated. */
export const HAS_GPU = isChromium;

/** Whether each window can have a proxy of its own. */
export const HAS_OWN_PROXIES = isChromium;

/** Whether Playwright tells of a page's workers. */
export const TELLS_WORKERS = isChromium;

/** Whether tests can run code in a page's workers. */
export const HAS_WORKER_CODE = BROWSER !== 'webkit';

/** Whether code of a test in a worker can import a module. Firefox 140 crashes then. */
export const HAS_WORKER_IMPORTS = isChromium;

/** Whether a page can be told that there is no network, in addition to having none. */
export const KNOWS_OFFLINE = BROWSER !== 'webkit';

/** Whether a page's requests are events, also those that do not reach the network. */
export const TELLS_REQUESTS = BROWSER !== 'webkit';

/** Whether private windows store images until they are closed. */
export const STORES_PRIVATELY = BROWSER !== 'webkit';

/** By how much limits of time are longer than those for Chromium. */
export const SLOWNESS = isChromium ? 1 : 2;

/** Hosts that the browser itself contacts, even with an empty page. The app's requests are checked without exceptions. */
export const BROWSER_SERVICES = {
  chromium: ['update.googleapis.com', 'redirector.gvt1.com', 'accounts.google.com', 'content-autofill.googleapis.com', 'android.clients.google.com', 'mtalk.google.com'],
  firefox: ['firefox.settings.services.mozilla.com', 'content-signature-2.cdn.mozilla.net'],
  webkit: [],
}[BROWSER];

/** @type {{ file: string, test?: string, reason: string }[]} */
const lacks = JSON.parse(readFileSync(new URL('browsers.json', import.meta.url), 'utf8'))[BROWSER]?.lacking ?? [];

/** Why a test of the running file cannot run in this browser. */
export function lacking(name) {
  const file = basename(process.argv[1]);
  return lacks.find(({ file: of, test }) => of === file && (test === undefined || test === name))?.reason ?? false;
}

/**
 * Starts the browser.
 * @param {{ gpu?: boolean, proxy?: string, isPrivate?: boolean }} [options] whether it has an emulated GPU; the address of
 *   a proxy for all that it asks for, also of this machine; whether windows of WebKit are private
 */
export function launch({ gpu = false, proxy, isPrivate } = {}) {
  if (!isChromium) return { firefox, webkit }[BROWSER].launch({ proxy, isPrivate });
  return chromium.launch({
    args: [...(gpu ? chromium.GPU_FLAGS : []), ...(proxy ? [`--proxy-server=${proxy}`, '--proxy-bypass-list=<-loopback>'] : [])],
  });
}

/**
 * Opens the browser with the profile folder that an earlier one has left.
 * @param {string} profile
 * @param {import('playwright-core').BrowserContextOptions} options
 */
export function launchAgain(profile, options) {
  return { chromium, firefox, webkit }[BROWSER].launchAgain(profile, options);
}

/** Crashes a tab. Nothing of it answers any more. */
export async function crash(/** @type {import('playwright-core').Page} */ page) {
  if (!isChromium) {
    await ask(page.context().browser(), 'crash', new URL(page.url()).origin);
    return;
  }
  const session = await page.context().newCDPSession(page);
  const crashed = new Promise((done) => page.once('crash', done));
  // Nothing is left to answer.
  session.send('Page.crash').catch(() => {});
  await crashed;
}

/** Deletes the databases of the app, also those in use, as a browser that lacks room does. */
export async function deleteDatabases(/** @type {import('playwright-core').Page} */ page) {
  const { origin } = new URL(page.url());
  if (!isChromium) {
    await ask(page.context().browser(), 'deleteDatabases', origin);
    return;
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
}

/**
 * Returns what can answer the dialog for files that a click opens.
 * @param {import('playwright-core').Page} page
 * @param {() => Promise<unknown>} click
 * @returns {Promise<Pick<import('playwright-core').FileChooser, 'setFiles'>>}
 */
export async function chosen(page, click) {
  if (isChromium) return (await Promise.all([page.waitForEvent('filechooser'), click()]))[0];
  // The others tell nobody that a dialog is open. It stays closed, and the page's click on a field for files, which may be
  // in no document, gives that field.
  const picked = await page.evaluateHandle(() => {
    const opened = new Promise((resolve) => {
      HTMLInputElement.prototype.click = function () {
        if (this.type !== 'file') return HTMLElement.prototype.click.call(this);
        delete HTMLInputElement.prototype.click;
        return resolve(this);
      };
    });
    return { opened };
  });
  await click();
  const input = (await picked.evaluateHandle(({ opened }) => opened)).asElement();
  const field = /** @type {import('playwright-core').ElementHandle} */ (input);
  return { setFiles: (files) => (typeof files === 'string' && statSync(files).isDirectory() ? giveFolder(field, files) : giveFiles(field, files)) };
}
