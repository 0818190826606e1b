// Does by other means what Playwright cannot do by WebDriver.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { placesIn, plainName, request } from './bidi.mjs';

/**
 * Makes the folder of a browser, and returns how Playwright starts the program that stands between it and the browser.
 * @param {string} bridge the name of the program
 * @param {Record<string, string>} [env] more variables for it
 */
export function prepared(bridge, env) {
  const home = mkdtempSync(join(tmpdir(), 'texlens-browser-'));
  const { arriving, downloads, requests } = placesIn(home);
  for (const folder of [arriving, downloads]) mkdirSync(folder);
  return {
    arriving,
    requests,
    clear: () => rmSync(home, { recursive: true, force: true }),
    options: {
      channel: 'moz-firefox',
      executablePath: fileURLToPath(new URL(bridge, import.meta.url)),
      headless: true,
      downloadsPath: downloads,
      env: { ...process.env, TEXLENS_HOME: home, ...env },
    },
  };
}

/** @type {WeakMap<import('playwright-core').Browser, string>} */
const places = new WeakMap();

/** Asks a browser for what Playwright has no command for. */
export function ask(/** @type {import('playwright-core').Browser} */ browser, /** @type {unknown[]} */ ...asked) {
  return request(places.get(browser), ...asked);
}

/**
 * Changes methods of the pages of a browser.
 * @param {import('playwright-core').Browser} browser
 * @param {string} requests where the program between Playwright and the browser listens for more
 * @param {{ clicksTwice?: boolean }} [options] whether that program makes double clicks
 */
export function adapt(browser, requests, { clicksTwice = false } = {}) {
  places.set(browser, requests);
  const open = browser.newContext.bind(browser);
  let isReduced = false;
  // The browser has one preference for all its windows.
  const reduceMotion = async (wanted) => {
    if (wanted !== isReduced) await ask(browser, 'reduceMotion', wanted);
    isReduced = wanted;
  };
  browser.newContext = async (options) => {
    await reduceMotion(options?.reducedMotion === 'reduce');
    const context = await open(options);
    adaptContext(context);
    context.on('page', (page) => {
      if (clicksTwice) clickTwice(page, browser);
      const emulate = page.emulateMedia.bind(page);
      page.emulateMedia = async (media = {}) => {
        await emulate(media);
        if (media.reducedMotion !== undefined) await reduceMotion(media.reducedMotion === 'reduce');
      };
    });
    return context;
  };
}

/** Changes methods of the pages of a context. */
export function adaptContext(/** @type {import('playwright-core').BrowserContext} */ context) {
  const change = (page) => {
    chooseFolders(page);
    page.on('download', (download) => {
      const name = plainName(download.suggestedFilename());
      download.suggestedFilename = () => name;
    });
  };
  context.pages().forEach(change);
  context.on('page', change);
}

/** Has double clicks made by the program between Playwright and the browser. */
function clickTwice(page, browser) {
  const locators = Object.getPrototypeOf(page.locator('body'));
  locators.dblclick = async function () {
    await this.hover();
    await ask(browser, 'doubleClick');
  };
}

/**
 * WebDriver chooses no folders. Their files are chosen in another field and given to the page with the paths that a browser
 * would give them.
 * @param {import('playwright-core').Page} page
 */
function chooseFolders(page) {
  const locators = Object.getPrototypeOf(page.locator('body'));
  if (locators.choosesFolders) return;
  locators.choosesFolders = true;
  const setFiles = locators.setInputFiles;
  locators.setInputFiles = async function (files, options) {
    const isFolder = typeof files === 'string' && statSync(files).isDirectory();
    return isFolder ? giveFolder(await this.elementHandle(), files) : setFiles.call(this, files, options);
  };
}

/**
 * Chooses a folder in a field for folders.
 * @param {import('playwright-core').ElementHandle} field
 * @param {string} folder
 */
export async function giveFolder(field, folder) {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const paths = all.filter((path) => statSync(path).isFile());
  await giveFiles(field, paths, paths.map((path) => relative(dirname(folder), path)));
}

/**
 * Chooses files in another field and hands them over, which works for a field that is in no document, too.
 * @param {import('playwright-core').ElementHandle} field
 * @param {Parameters<import('playwright-core').ElementHandle['setInputFiles']>[0]} files
 * @param {string[]} [places] the path of each file in the folder that was chosen
 */
export async function giveFiles(field, files, places = []) {
  const chosen = (await field.evaluateHandle(() => document.body.appendChild(Object.assign(document.createElement('input'), { type: 'file', multiple: true })))).asElement();
  await chosen.setInputFiles(files);
  await chosen.evaluate(
    (chosen, { field, places }) => {
      const files = [...chosen.files];
      for (const [index, value] of places.entries()) Object.defineProperty(files[index], 'webkitRelativePath', { value });
      chosen.remove();
      Object.defineProperty(field, 'files', { value: Object.assign(files, { item: (index) => files[index] }), configurable: true });
      field.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { field, places },
  );
}
