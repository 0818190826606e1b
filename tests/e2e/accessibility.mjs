// The accessibility checks of a screen: axe's rules, no horizontal scrolling, every control reachable by Tab, no motion
// if the user prefers none.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import axe from 'axe-core';

const { TEXLENS_SHOTS } = process.env;
/**
 * From the smallest size that WCAG 1.4.10 requires to a large screen; for pictures, the sizes that people have. Colours
 * are those of the scheme, and widths decide the rest, so that a check does not need each size in each scheme.
 */
const LOOKS = TEXLENS_SHOTS
  ? [[390, 844], [768, 1024], [1024, 768], [1440, 900], [2560, 1440]].flatMap(([width, height]) =>
      /** @type {const} */ (['light', 'dark']).map((scheme) => ({ width, height, scheme, hasAxe: false })),
    )
  : /** @type {const} */ ([
      { width: 320, height: 640, scheme: 'light', hasAxe: true },
      { width: 390, height: 844, scheme: 'dark', hasAxe: false },
      { width: 1440, height: 900, scheme: 'dark', hasAxe: true },
      { width: 3840, height: 2160, scheme: 'light', hasAxe: false },
    ]);
/** The levels of impact at which a violation fails the test. */
const GRAVE = ['serious', 'critical'];
/** The elements that can be operated. */
const CONTROLS = 'a[href], button, input, select, textarea, summary';
/**
 * Areas in which the pointer selects items that the keyboard reaches in another way: the LaTeX by n and p, the dots of a
 * plot by the list beside it, and by the arrow keys the page, the options of a list box and the cells of a grid.
 */
const WALKED = '.source, svg.overlay, .plot-figure.pick svg, [role="listbox"], [role="grid"]';

/**
 * Collects the faults on the screens of a test. If TEXLENS_SHOTS names a folder, a picture of each screen at each size
 * and in each scheme is written to it.
 */
export class Screens {
  faults = [];

  /** Checks the current screen, and walks through it by Tab. */
  async check(page, name, { tab = true } = {}) {
    for (const { width, height, scheme, hasAxe } of LOOKS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await settled(page);
      const where = `${name}, ${width} px, ${scheme}`;
      await this.look(page, where);
      // Axe takes seconds: it sees a narrow and a wide screen, one in each scheme.
      if (hasAxe) this.faults.push(...(await violations(page)).map((fault) => `${where}: ${fault}`));
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    if (tab) this.faults.push(...(await walk(page)).map((fault) => `${name}: ${fault}`));
  }

  async look(page, where) {
    if (TEXLENS_SHOTS) {
      mkdirSync(TEXLENS_SHOTS, { recursive: true });
      await page.screenshot({ path: `${TEXLENS_SHOTS}/${where.replaceAll(/\W+/g, '-')}.png` });
    }
    const wider = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    if (wider > 0) this.faults.push(`${where}: scrolls sideways by ${wider} px`);
    const moving = await page.evaluate(() => document.getAnimations().map(({ effect }) => `${/** @type {KeyframeEffect} */ (effect)?.target?.className}`));
    if (moving.length > 0) this.faults.push(`${where}: moves: ${moving.join(', ')}`);
  }

  /** Fails if there were faults. */
  done() {
    assert.ok(this.faults.length === 0, this.faults.join('\n'));
  }
}

/** Waits for two frames, after which the app has noticed the new size. */
function settled(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Returns the violations that axe finds. The source of axe is passed as code to evaluate, since the page's policy
 * permits no foreign script.
 */
async function violations(page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`(() => { ${axe.source}\n})()`);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'], iframes: false });
    return violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`) }));
  });
  const grave = found.filter(({ impact }) => GRAVE.includes(impact));
  return grave.map(({ id, help, nodes }) => `${id} (${help}), ${nodes.length} times: ${nodes.slice(0, 3).join(' | ')}`);
}

/**
 * Walks through the whole screen by Tab: every control must be reached, with visible focus. Returns those that are not.
 */
async function walk(page) {
  const forPointers = await page.evaluate(([controls, walked]) => {
    // An open dialog correctly makes the rest unreachable.
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    const canBeUsed = (element) =>
      element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], details:not([open]) > :not(summary)');
    // Tab reaches only the chosen radio button of a group; the arrow keys reach the others.
    const isArrowed = (element) => element.type === 'radio' && !element.checked;
    // Scrolling elements have a tab index.
    const expected = [...root.querySelectorAll(`${controls}, [tabindex]`)].filter((element) => canBeUsed(element) && !isArrowed(element));
    globalThis.walked = { expected, reached: new Set(), unseen: [] };
    // Each walk starts where a user starts. In Firefox, Tab goes on from the selection.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection().removeAllRanges();
    const points = (element) => element !== null && getComputedStyle(element).cursor === 'pointer';
    // Children inherit the cursor.
    const looksUsable = (element) => points(element) && !points(element.parentElement) && element.checkVisibility();
    const isUsed = (element) => element.closest(`${controls}, label, ${walked}`) || element.querySelector(controls);
    return [...root.querySelectorAll('*')].filter((element) => looksUsable(element) && !isUsed(element)).map((element) => element.outerHTML.slice(0, 60));
  }, [CONTROLS, WALKED]);
  const count = await page.evaluate(() => globalThis.walked.expected.length);
  assert.ok(count > 0, 'there is something to operate');
  for (let step = 0; step < count + 10; step++) {
    await page.keyboard.press('Tab');
    const isRound = await page.evaluate(() => {
      const element = document.activeElement;
      const { reached, unseen, expected } = globalThis.walked;
      const isWhole = () => expected.every((one) => reached.has(one) || !one.isConnected);
      if (!element || element === document.body) return isWhole();
      if (reached.has(element)) return isWhole();
      reached.add(element);
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
      const box = element.getBoundingClientRect();
      const isInSight = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
      if (!(isOutlined || boxShadow !== 'none') || !isInSight) {
        const why = isInSight ? 'no outline' : 'out of sight';
        unseen.push(`${element.tagName} ${element.getAttribute('class')} ${element.id} ${element.textContent?.slice(0, 30)} (${why})`);
      }
      return false;
    });
    if (isRound) break;
  }
  const { missed, unseen } = await page.evaluate(() => {
    const { expected, reached, unseen } = globalThis.walked;
    const named = (element) => `${element.tagName} ${element.getAttribute('class')} ${(element.ariaLabel ?? element.textContent)?.slice(0, 30)}`;
    // The button of a task that has ended meanwhile is gone.
    const isMissed = (element) => element.isConnected && !reached.has(element);
    return { missed: expected.filter(isMissed).map(named), unseen };
  });
  return [
    ...forPointers.map((element) => `for pointers only: ${element}`),
    ...missed.map((element) => `out of reach of Tab: ${element}`),
    ...unseen.map((element) => `the focus is not seen: ${element}`),
  ];
}
