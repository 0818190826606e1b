// What benches with many samples share: formulas, a page that measures itself, files that are chosen.
import { launch } from '../chromium.mjs';
import { watch } from './frames.mjs';

/** Time limit for a step; a longer step is an error. */
const LIMIT = 600_000;

/** Returns a formula of a kind that occurs in papers; every third prediction differs from its reference. */
export function formula(index) {
  const kinds = [
    (n) => `\\frac{a_{${n}} + b}{\\sqrt{x^{${n % 9}} - 1}}`,
    (n) => `\\sum_{i=1}^{${n}} \\alpha_i \\, \\mathrm{d}x_i \\leq \\left( \\int_0^1 f(t) \\, dt \\right)^{${n % 7}}`,
    (n) => `\\begin{pmatrix} ${n} & 0 \\\\ 0 & \\lambda_{${n % 5}} \\end{pmatrix} \\mathbf{v} = \\hat{w}`,
    (n) => `P(X > ${n}) = 1 - \\Phi\\left(\\frac{${n} - \\mu}{\\sigma}\\right)`,
  ];
  return kinds[index % kinds.length](index);
}

export function misread(latex, index) {
  return index % 3 === 0 ? latex.replace(/_|\\left|0/, '') : latex;
}

/** Opens the app in a page that measures its frames and its memory. */
export async function openApp() {
  const browser = await launch();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  context.setDefaultTimeout(LIMIT);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const { instantiateStreaming } = WebAssembly;
    WebAssembly.instantiateStreaming = async (...given) => {
      const made = await instantiateStreaming.apply(WebAssembly, given);
      globalThis.memory_ = made.instance.exports.memory;
      return made;
    };
  });
  await page.goto(process.env.TEXLENS_URL);
  await page.getByRole('heading', { name: 'texlens', level: 1 }).waitFor();
  await page.evaluate(watch);
  return { browser, page };
}

/** Scrolls from end to end; returns the longest frame. */
export async function scrolled(list, longest) {
  await longest();
  await list.evaluate(async (list) => {
    const STEPS = 120;
    for (let step = 0; step <= STEPS; step++) {
      list.scrollTo(0, (list.scrollHeight * step) / STEPS);
      await new Promise((done) => requestAnimationFrame(done));
    }
  });
  return longest();
}

/** Returns what chooses files by a button of this label. */
export const chooser = (label, files) => async (page) => {
  const waiting = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: label }).first().click();
  await (await waiting).setFiles(files);
};
