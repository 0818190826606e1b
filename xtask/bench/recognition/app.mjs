import { launch } from '../../chromium.mjs';
import { ofBrowser, peak } from '../process.mjs';
import { runOn } from './provider.mjs';
import { openUnobserved } from './unobserved.mjs';

const { TEXLENS_URL: app } = process.env;

/** Opens the app in a fresh browser, with recognition in WebAssembly. */
export async function openApp() {
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(app);
  await page.evaluate(runOn, 'WebAssembly');
  return { browser, page };
}

/** In the page: reports whether the only sample of the list is read. */
function isRead() {
  const state = document.querySelector('nav[aria-label="Samples"] li .state');
  return state !== null && !state.classList.contains('busy') && state.textContent !== 'waiting';
}

/** Makes the app read a page; returns the seconds from choosing the file to showing the result. */
export async function recognise(page, file) {
  const start = performance.now();
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.waitForFunction(isRead, undefined, { timeout: 300_000 });
  return (performance.now() - start) / 1000;
}

/** Reads a page as `recognise` does, then removes it. */
export async function recogniseOnce(page, file) {
  const time = await recognise(page, file);
  await page.getByRole('button', { name: /^Remove / }).click();
  return time;
}

/** Returns the milliseconds by stage of the page that was read last. */
export async function stages(page) {
  const last = () => /** @type {PerformanceMark | undefined} */ (performance.getEntriesByName('recognition').at(-1))?.detail;
  const workers = await Promise.all(page.workers().map((worker) => worker.evaluate(last)));
  return workers.find((detail) => detail);
}

/** Reads pages in a page that Playwright does not observe, and removes each; returns the peak memory. */
export async function peakOfApp(files) {
  const { browser, evaluate, until, choose } = await openUnobserved(app);
  await evaluate(`(${runOn})('WebAssembly')`);
  for (const file of files) {
    await choose(file);
    await until(`(${isRead})()`);
    await evaluate(`document.querySelector('button.remove').click()`);
    await until(`!document.querySelector('button.remove')`);
  }
  const memory = await ofBrowser(browser, peak);
  await browser.close();
  return memory;
}
