// A run over 300 pages whose workers and tabs die at random moments.
import assert from 'node:assert/strict';
import { crash } from './browser.mjs';
import { chance } from './chance.mjs';
import { appTest, eventually } from './harness.mjs';

const PAGES = 300;
/** The things that die, in random order. */
const DEATHS = ['reader', 'reader', 'reader', 'scorer', 'scorer', 'tab', 'tab', 'tab'];
/** Longest time between two deaths. */
const PAUSE_MS = 3_000;
/** Time for a busy machine. */
const LONG = 900_000;

function shuffled(list, random) {
  const keys = new Map(list.map((_, index) => [index, random()]));
  return list.map((item, index) => [keys.get(index), item]).sort(([a], [b]) => a - b).map(([, item]) => item);
}

/** In the page: drops a document whose pages are distinct strips of the sample pages. */
async function dropStrips(count) {
  const names = ['subaddresses', 'validator-sets', 'halo-model'];
  const sheets = await Promise.all(names.map(async (name) => createImageBitmap(await (await fetch(`samples/${name}.png`)).blob())));
  // Chromium encodes when it is idle, after a second each: all images wait for that together.
  const images = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const sheet = sheets[index % sheets.length];
      const [width, height] = [320, 56];
      const top = 100 + ((index * 37) % (sheet.height - 300));
      const canvas = new OffscreenCanvas(width, height);
      canvas.getContext('2d').drawImage(sheet, 200, top, width, height, 0, 0, width, height);
      return canvas.convertToBlob({ type: 'image/png' });
    }),
  );
  const transfer = new DataTransfer();
  const lines = images.map((image, index) => {
    const id = `s${String(index + 1).padStart(3, '0')}`;
    transfer.items.add(new File([image], `${id}.png`));
    transfer.items.add(new File(['a reference'], `${id}.tex`));
    return JSON.stringify({ id, document: 'long', page: index + 1, image: `${id}.png`, reference: `${id}.tex` });
  });
  transfer.items.add(new File([lines.join('\n')], 'manifest.jsonl'));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}

const list = (app) => app.page.getByRole('navigation', { name: 'Samples' });
const whole = (app) => list(app).locator('li.document');

/** In the page: counts the pages whose recognition is in the database. */
async function written() {
  const result = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
  const database = await result(indexedDB.open('texlens-work'));
  try {
    return await result(database.transaction('found').objectStore('found').count());
  } finally {
    database.close();
  }
}

/** Returns the number of pages read, according to the row of their document. */
async function read(app) {
  const text = await whole(app).textContent();
  const [, pages] = /read (\d+) of/.exec(text) ?? [];
  return pages === undefined ? (/DS|writ|scor/i.test(text) ? PAGES : 0) : Number(pages);
}

/** Ends a running worker, which may still be loading its module. */
async function end(app, script) {
  const worker = await eventually(() => app.worker(script), `${script} runs`);
  await worker.end();
}

const kill = {
  reader: (app) => end(app, 'reading-worker.mjs'),
  scorer: (app) => end(app, 'score-worker.mjs'),
  async tab(app) {
    const old = app.page;
    await crash(old);
    app.page = await old.context().newPage();
    // A crashed page may never report that it is closed.
    old.close().catch(() => {});
    await app.open();
    await whole(app).waitFor();
  },
};

appTest('workers and tabs that die at random moments cost a run over 300 pages nothing that was finished', async (app) => {
  const seed = Number(process.env.TEXLENS_SEED) || Date.now() % 2 ** 31;
  const told = (what) => `${what} (TEXLENS_SEED=${seed})`;
  const random = chance(seed);
  await app.runOn('WebAssembly');
  await app.page.evaluate(dropStrips, PAGES);
  await app.page.locator('.plan .button.primary').click({ timeout: LONG });
  await whole(app).getByText(new RegExp(`read [1-9]\\d* of ${PAGES} pages`)).waitFor({ timeout: LONG });
  const count = () => list(app).locator('h2 .count').textContent();
  const all = await count();

  for (const what of shuffled(DEATHS, random)) {
    await app.page.waitForTimeout(random() * PAUSE_MS);
    const before = await read(app);
    if (what === 'tab') {
      // A page is finished only when it is stored, which is a moment after it is shown.
      await eventually(async () => (await app.page.evaluate(written)) >= before, told('what is read is written'));
    }
    await kill[what](app);
    // Stored samples are restored a part at a time.
    await eventually(async () => (await count()) === all, told('all samples are there'));
    const after = await read(app);
    assert.ok(after >= before, told(`${before} pages were read before the ${what} died, ${after} after it`));
    // A page that two workers die of is given up, as it should be: the next one dies of another page.
    if (what === 'reader') await eventually(async () => (await read(app)) > Math.min(after, PAGES - 1), told('the page is read again'), LONG);
  }

  await eventually(async () => /DS/.test(await whole(app).textContent()), told('the document is read and scored'), LONG);
  assert.equal(await list(app).getByText('failed').count(), 0, told('no page failed'));
  assert.equal(await app.page.getByText(/pages? (is|are) not read/).count(), 0, told('every page is read'));
  await whole(app).locator('button.sample').click();
  assert.ok((await app.prediction()).length > PAGES * 5, told('there is a text'));
}, { timeout: 2 * LONG });
