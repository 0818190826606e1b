// The panes of a sample: their sizes in any window, tabs and splitters by keyboard and pointer, what is remembered.
import assert from 'node:assert/strict';
import { appTest, eventually } from './harness.mjs';
import { samplePage } from './pages.mjs';

const SIZES = [
  [320, 568],
  [360, 640],
  [390, 844],
  [414, 896],
  [600, 960],
  [720, 1280],
  [768, 1024],
  [820, 1180],
  [900, 800],
  [1001, 800],
  [1024, 768],
  [1080, 810],
  [1280, 720],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
];

/** A page with a prediction, which no model has to read. */
async function bring(app) {
  const { image, reference } = samplePage('subaddresses');
  const prediction = reference.replaceAll('the', 'teh').replace('H_s', 'H_t');
  await app.drop({ 'subaddresses.png': image, 'subaddresses.reference.tex': reference, 'subaddresses.prediction.tex': prediction });
  await app.scores();
}

const list = (app) => app.page.getByRole('navigation', { name: 'Samples' });
const pagePane = (app) => app.page.getByRole('region', { name: 'Page', exact: true });
const body = (app) => app.page.locator('#result-body');
const line = (app, name) => app.page.getByRole('separator', { name });

/** Returns the box of an element, which must be there. */
async function box(locator) {
  const box = await locator.boundingBox();
  assert.ok(box, `${locator} is visible`);
  return box;
}

const labels = (app) => app.tabs().getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.firstChild.textContent));
const selected = (app) => app.tabs().getByRole('tab', { selected: true }).evaluate((tab) => tab.firstChild.textContent);

/** Returns what the shown tab is for: the part of it that scrolls or is long. */
const CONTENT = {
  Page: '.page .scroller',
  Scores: 'table.scores',
  Diff: '.source',
  Formulas: '.formulas',
  Tables: '.table-pairs, .empty, .hint, p',
  Compile: '.source',
};

appTest('in windows of any size, list, page and each tab have room, and nothing is cut off at the side', async (app) => {
  await bring(app);
  for (const [width, height] of SIZES) {
    const where = `${width} × ${height}`;
    await app.page.setViewportSize({ width, height });
    const isNarrow = width <= 960;
    await eventually(async () => (await labels(app)).includes('Page') === isNarrow, `${where}: the page is in a tab only if there is no room`);
    const sideways = async (what) => {
      const wider = await app.page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
      assert.ok(wider <= 0, `${where}, ${what}: scrolls sideways by ${wider} px`);
      for (const part of await app.page.locator('main > *').all()) {
        const { x, width: wide } = await box(part);
        assert.ok(x >= -1 && x + wide <= width + 1, `${where}, ${what}: ${part} ends at ${x + wide}`);
      }
    };
    const covered = await app.page.getByRole('banner').getByRole('button').evaluateAll((buttons) => {
      const isMet = (button) => {
        button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      };
      return buttons.filter((button) => button.checkVisibility() && !isMet(button)).map((button) => button.ariaLabel ?? button.textContent);
    });
    assert.deepEqual(covered, [], `${where}: buttons at the top that no click meets`);
    assert.ok((await box(list(app))).height >= 80, `${where}: the list`);
    assert.ok((await box(app.sample('subaddresses'))).height >= 40, `${where}: the sample in the list`);
    if (!isNarrow) {
      const { width: wide, height: high } = await box(pagePane(app).locator('.scroller'));
      assert.ok(wide >= 180 && high >= 0.4 * height, `${where}: the page has ${wide} × ${high}`);
    }
    for (const label of await labels(app)) {
      await app.openTab(label);
      const panel = await box(body(app));
      assert.ok(panel.width >= Math.min(300, width), `${where}, ${label}: ${panel.width} px wide`);
      assert.ok(panel.height >= 0.45 * height, `${where}, ${label}: ${panel.height} px high`);
      const content = await box(body(app).locator(CONTENT[label]).first());
      if (label !== 'Tables') assert.ok(content.height >= 0.3 * height, `${where}, ${label}: its content is ${content.height} px high`);
      const cut = await body(app).evaluate((body) => [...body.children].map((part) => part.scrollWidth - part.clientWidth).filter((wider) => wider > 0));
      assert.deepEqual(cut, [], `${where}, ${label}: a part is cut off at the side`);
      await sideways(label);
    }
    await app.openTab('Scores');
    assert.ok((await box(app.page.getByRole('list', { name: 'Key scores' }))).height >= 40, `${where}: the key scores`);
  }
});

appTest('on a narrow screen, targets are large enough for fingers', async (app) => {
  await bring(app);
  await app.page.setViewportSize({ width: 390, height: 844 });
  await app.tabs().getByRole('tab', { name: 'Page' }).waitFor();
  const small = (targets) =>
    app.page.locator(targets).evaluateAll((found) => found.filter((target) => target.getBoundingClientRect().height < 44).map((target) => target.outerHTML.slice(0, 90)));
  for (const label of ['Page', 'Scores', 'Diff', 'Formulas', 'Compile']) {
    await app.openTab(label);
    assert.deepEqual(await small('.result :is(button, select):visible'), [], label);
  }
  for (const screen of ['Formulas', 'Matrix', 'Compare', 'Make pages']) {
    await app.page.getByRole('banner').getByRole('button', { name: screen, exact: true }).click();
    await app.page.getByRole('heading', { name: screen }).first().waitFor();
    const fields = 'main :is(select, input:not([type=checkbox], [type=radio], [type=file])):visible';
    assert.deepEqual(await small(fields), [], screen);
  }
});

appTest('tabs are chosen with the arrow keys, and the address remembers them', async (app) => {
  await bring(app);
  assert.deepEqual(await labels(app), ['Scores', 'Diff', 'Formulas', 'Tables', 'Compile']);
  const focused = () => app.page.evaluate(() => document.activeElement.firstChild?.textContent);
  await app.tabs().getByRole('tab', { selected: true }).focus();
  for (const [key, label] of [
    ['ArrowRight', 'Formulas'],
    ['End', 'Compile'],
    ['ArrowRight', 'Scores'],
    ['ArrowLeft', 'Compile'],
    ['Home', 'Scores'],
  ]) {
    await app.page.keyboard.press(key);
    assert.equal(await selected(app), label, key);
    assert.equal(await focused(), label, `${key} moves the focus`);
  }
  assert.equal(await app.tabs().locator('[tabindex="0"]').count(), 1, 'the Tab key stops once');
  await eventually(async () => app.page.url().includes('tab=scores'), 'the address says the tab');
  await app.page.reload();
  await eventually(async () => (await app.tabs().count()) > 0 && (await selected(app)) === 'Scores', 'the tab is shown again');
});

appTest('splitters are moved by keyboard and pointer, the page folds away, and both are remembered', async (app) => {
  await bring(app);
  const value = async (name) => Number(await line(app, name).getAttribute('aria-valuenow'));
  const wide = async (locator) => (await box(locator)).width;
  const before = { list: await wide(list(app)), page: await wide(pagePane(app)) };
  assert.equal(await value('Width of the list'), before.list);

  await line(app, 'Width of the list').focus();
  await app.page.keyboard.press('ArrowRight');
  assert.ok((await wide(list(app))) > before.list, 'a key makes the list wider');
  await app.page.keyboard.press('Home');
  assert.equal(await wide(list(app)), Number(await line(app, 'Width of the list').getAttribute('aria-valuemin')));

  const { x, y, height } = await box(line(app, 'Width of the page'));
  await app.page.mouse.move(x, y + height / 2);
  await app.page.mouse.down();
  await app.page.mouse.move(x + 60, y + height / 2, { steps: 4 });
  await app.page.mouse.move(x - 120, y + height / 2, { steps: 4 });
  await app.page.mouse.up();
  const dragged = await wide(pagePane(app));
  const moved = await box(line(app, 'Width of the page'));
  assert.ok(Math.abs(moved.x - (x - 120)) < 3, `the line is where the pointer left it: ${moved.x}, not ${x - 120}`);
  await app.page.mouse.move(x + 200, y + 50);
  assert.equal(await wide(pagePane(app)), dragged, 'it stays where it was let go');

  const fold = app.page.getByRole('button', { name: 'Hide page' });
  const narrow = await wide(body(app));
  await fold.click();
  await pagePane(app).waitFor({ state: 'detached' });
  assert.ok((await wide(body(app))) > narrow + dragged - 10, 'the tabs have the room of the page');
  const show = app.page.getByRole('button', { name: 'Show page', expanded: false });
  assert.ok(await show.evaluate((button) => button === document.activeElement), 'the focus stays on the button');

  await app.page.waitForTimeout(1_500);
  await app.page.reload();
  await show.waitFor();
  assert.equal(await pagePane(app).count(), 0, 'the page is still folded away');
  await show.click();
  await pagePane(app).waitFor();
  assert.equal(await wide(pagePane(app)), dragged, 'the width is remembered');
  await line(app, 'Width of the page').dblclick();
  await line(app, 'Width of the list').dblclick();
  assert.deepEqual({ list: await wide(list(app)), page: await wide(pagePane(app)) }, before, 'a double click resets');
});

appTest('key scores are those of the table and lead to what is behind them', async (app) => {
  await bring(app);
  const scores = await app.scores();
  const keys = app.page.getByRole('list', { name: 'Key scores' });
  const shown = async () =>
    Object.fromEntries(await keys.getByRole('listitem').evaluateAll((items) => items.map((item) => [...item.querySelectorAll('.aspect, .value')].map((part) => part.textContent))));
  const digits = (metric) => scores[metric].value.toFixed(3);
  assert.equal(scores.overall.value, null, 'nothing was compiled');
  assert.deepEqual(await shown(), {
    Overall: digits('overall_defined'),
    Text: digits('ds'),
    Formulas: digits('fa'),
    Structure: digits('sa'),
    Compiles: '–',
  });

  await keys.getByRole('button', { name: /^Text/ }).click();
  assert.equal(await selected(app), 'Diff');
  await app.page.locator('.spans').waitFor();
  await keys.getByRole('button', { name: /^Formulas/ }).click();
  assert.equal(await selected(app), 'Formulas');
  await keys.getByRole('button', { name: /^Overall/ }).click();
  assert.equal(await selected(app), 'Scores');

  // One line for each reason, with the button that gives a value.
  const groups = app.page.getByRole('region', { name: 'Not defined' }).locator('.undefined-group');
  const engine = groups.filter({ has: app.page.getByRole('button', { name: 'Compile', exact: true }) });
  assert.equal(await engine.count(), 1);
  assert.ok((await engine.locator('abbr').allTextContents()).includes('csr'));
  const fold = app.page.getByRole('button', { name: /^All scores/ });
  await fold.click();
  await app.page.locator('table.scores').waitFor({ state: 'detached' });
  await app.page.waitForTimeout(1_500);
  await app.page.reload();
  await app.page.getByRole('button', { name: /^All scores/, expanded: false }).click();
  await engine.getByRole('button', { name: 'Compile', exact: true }).click();
  await eventually(async () => (await shown()).Compiles === 'Yes', 'the verdict is among the key scores');
  await keys.getByRole('button', { name: /^Compiles/ }).click();
  assert.equal(await selected(app), 'Compile');
  assert.equal(await app.page.locator('.undefined-group').filter({ has: app.page.getByRole('button', { name: 'Compile', exact: true }) }).count(), 0);
});

appTest('an error stands in the tab of the compilation beside its place, and a reference can be added', async (app) => {
  await app.drop({ 'alone.pred.tex': 'Some \\itz words.' });
  await app.tabs().waitFor();
  assert.deepEqual(await labels(app), ['Scores', 'LaTeX', 'Formulas', 'Pages', 'Compile']);
  await app.openTab('Compile');
  await app.compilation().getByRole('list', { name: 'Expected errors' }).getByRole('button').click();
  assert.equal(await body(app).locator('.source .pointed').textContent(), String.raw`\itz`);

  await app.page.getByRole('button', { name: 'Add reference' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Add reference' });
  await dialog.getByLabel('Reference', { exact: true }).fill('Some words.');
  await dialog.getByRole('button', { name: 'Add reference' }).click();
  assert.ok((await app.scores()).ds.value < 1, 'the sample has scores');
  assert.equal(await app.sample('alone').count(), 1);
});
