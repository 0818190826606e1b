// Does by other means what Playwright cannot do by WebDriver.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/**
 * Changes methods of the pages of a browser.
 * @param {import('playwright-core').Browser} browser
 */
export function adapt(browser) {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.on('page', (page) => {
      findElsewhere(page);
      chooseFolders(page);
    });
    return context;
  };
}

/**
 * Firefox 140 crashes when Playwright looks for an element by its accessible name among the page's own objects, as for
 * these three. Among objects of Playwright's own, as for all other calls, it does not.
 * @param {import('playwright-core').Page} page
 */
function findElsewhere(page) {
  const locators = Object.getPrototypeOf(page.locator('body'));
  locators.evaluateAll = async function (work, value) {
    const elements = await Promise.all((await this.all()).map((one) => one.elementHandle()));
    // Playwright takes the text of a function as its code.
    const code = Object.assign(() => {}, { toString: () => `([elements, value]) => (${work})(elements, value)` });
    return this.page().evaluate(code, [elements, value]);
  };
  locators.allTextContents = function () {
    return this.evaluateAll((elements) => elements.map((element) => element.textContent ?? ''));
  };
  locators.allInnerTexts = function () {
    return this.evaluateAll((elements) => elements.map((element) => element.innerText));
  };
}

/**
 * WebDriver chooses no folders. Their files are given to the page with the paths that a browser would give them.
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
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const files = paths.filter((path) => statSync(path).isFile()).map((path) => ({
    name: basename(path),
    path: relative(dirname(folder), path),
    base64: readFileSync(path).toString('base64'),
  }));
  await field.evaluate((input, files) => {
    const chosen = files.map(({ name, path, base64 }) => {
      const file = new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name);
      return Object.defineProperty(file, 'webkitRelativePath', { value: path });
    });
    Object.defineProperty(input, 'files', { value: Object.assign(chosen, { item: (index) => chosen[index] }), configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, files);
}
