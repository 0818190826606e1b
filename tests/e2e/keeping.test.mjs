import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { STORES_PRIVATELY, deleteDatabases } from './browser.mjs';
import { ORIGIN, appTest, eventually } from './harness.mjs';
import { LINE, noisePng } from './pages.mjs';

/** Returns the number of samples in the browser's database. */
const kept = (app) =>
  app.page.evaluate(
    () =>
      new Promise((done, fail) => {
        const opening = indexedDB.open('texlens-work');
        // Only the app may create the database.
        opening.onupgradeneeded = () => opening.transaction.abort();
        opening.onerror = () => (opening.error.name === 'AbortError' ? done(0) : fail(opening.error));
        opening.onsuccess = () => {
          const request = opening.result.transaction('samples').objectStore('samples').count();
          request.onsuccess = () => {
            opening.result.close();
            done(request.result);
          };
        };
      }),
  );

/** Waits until the image of a page is not only loaded but drawn. */
const imageIsShown = (app, name) =>
  eventually(() => app.page.getByRole('img', { name: `Page ${name}` }).evaluate((image) => image.naturalWidth > 0), `${name} is shown`);

const page = Object.fromEntries(['png', 'tex'].map((ending) => [`subaddresses.${ending}`, readFileSync(`www/samples/subaddresses.${ending}`)]));

appTest('what is finished outlives the page', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ ...page, 'pair.tex': '$x$ is here', 'pair.pred.tex': '$y$ is here' });
  await app.read('subaddresses');
  const before = await app.scores();
  await eventually(async () => (await kept(app)) === 2, 'both are kept');

  // As in a crash, the page receives no further event.
  await app.page.waitForTimeout(1000);
  await app.page.goto('about:blank');
  await app.open();
  await app.sample('subaddresses').waitFor();
  await app.select('subaddresses');
  assert.deepEqual(await app.scores(), before);
  await imageIsShown(app, 'subaddresses');
  assert.match(await app.sample('pair').textContent(), /DS/);

  // Unfinished work continues.
  await app.page.getByRole('button', { name: 'Read again' }).click();
  await app.read('subaddresses');
});

appTest('what is removed is not kept, unless it is brought back', async (app) => {
  await app.drop({ 'a.tex': 'x', 'a.pred.tex': 'y', 'b.tex': 'x', 'b.pred.tex': 'y' });
  await eventually(async () => (await kept(app)) === 2, 'both are kept');
  await app.page.locator('footer').getByRole('button', { name: /^Storage/ }).click();
  await app.page.getByRole('button', { name: 'Remove all' }).click();
  await eventually(async () => (await kept(app)) === 0, 'none is kept');
  await app.page.keyboard.press('Escape');
  await app.page.getByRole('button', { name: 'Undo', exact: true }).click();
  await eventually(async () => (await kept(app)) === 2, 'both are kept again');
});

/** The message beside the list about samples that are not stored. */
const notKept = (page) => page.getByRole('status', { name: 'Samples that are not kept' });

appTest('a second tab leaves the first one what it keeps, says so, and takes over', async (app) => {
  await app.drop({ 'alpha.tex': 'x', 'alpha.pred.tex': 'y' });
  await eventually(async () => (await kept(app)) === 1, 'it is kept');
  assert.equal(await notKept(app.page).textContent(), '');
  const first = app.page;
  app.page = await first.context().newPage();
  await app.open();
  await app.drop({ 'beta.tex': 'u', 'beta.pred.tex': 'v', 'gamma.tex': 'u', 'gamma.pred.tex': 'v' });
  await notKept(app.page).getByText('2 samples are not kept: another tab keeps its samples.').waitFor();
  await app.page.locator('footer').getByText('2 samples not kept').waitFor();
  await app.page.locator('footer').getByRole('button', { name: /^Storage/ }).click();
  await app.page.getByRole('dialog').getByText('another tab keeps its samples').waitFor();
  await app.page.keyboard.press('Escape');
  assert.equal(await kept(app), 1);
  await first.close();
  await app.sample('alpha').waitFor();
  await eventually(async () => (await notKept(app.page).textContent()) === '', 'this tab keeps them now');
  await eventually(async () => (await kept(app)) === 3, 'those of both tabs are kept');
  await app.page.goto('about:blank');
  await app.open();
  for (const name of ['alpha', 'beta', 'gamma']) await app.sample(name).waitFor();
  await app.select('alpha');
  assert.equal(await app.prediction(), 'y');
});

if (!STORES_PRIVATELY) {
  appTest('in a private window, the person is told which samples are not kept', async (app) => {
    await app.drop({ 'pair.tex': '$x$', 'pair.pred.tex': '$y$' });
    await eventually(async () => (await kept(app)) === 1, 'what has no image is kept');
    await app.drop({ ...page, 'subaddresses.pred.tex': 'a text' });
    await notKept(app.page).getByText(/^1 sample is not kept yet/).waitFor();
    await notKept(app.page).getByText('some browsers store no images in private ones').waitFor();
    await app.drop({ 'other.tex': '$x$', 'other.pred.tex': '$y$' });
    await eventually(async () => (await kept(app)) === 2, 'others are kept still');
  }, { isPrivate: true });
}

/** Sets the quota to this many bytes more than the app uses, or to the browser's default. */
async function giveRoom(app, more) {
  const session = await app.page.context().newCDPSession(app.page);
  const { usage } = await session.send('Storage.getUsageAndQuota', { origin: ORIGIN });
  await session.send('Storage.overrideQuotaForOrigin', { origin: ORIGIN, ...(more === undefined ? {} : { quotaSize: usage + more }) });
  return session;
}

/** Pages with images that cannot be compressed, each with a text. */
const heavy = (count, image = noisePng(600, 600)) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [[`p${index}.png`, image], [`p${index}.tex`, 'a text'], [`p${index}.pred.tex`, 'a text']]).flat(),
  );

/**
 * Limits the page's database to this number of images. A transaction that exceeds the limit is aborted for lack of room
 * when its requests are done, as on a full disk. A browser enforces its quota at times of its choice, so that a quota
 * gives no exact results.
 */
const holdImages = (app, most) =>
  app.page.evaluate((most) => {
    const isFirst = globalThis.mostImages === undefined;
    globalThis.mostImages = most;
    if (!isFirst) return;
    const held = new Set();
    const { put, delete: remove } = IDBObjectStore.prototype;
    const change = (method, apply) =>
      /** @this {IDBObjectStore} */
      function (...values) {
        const request = method.apply(this, values);
        if (this.name !== 'images') return request;
        const transaction = /** @type {IDBTransaction & { images?: Set<string>, isAborted?: boolean }} */ (this.transaction);
        transaction.images ??= new Set(held);
        const after = transaction.images;
        apply(after, JSON.stringify(method === put ? values[1] : values[0]));
        if (after.size > globalThis.mostImages) {
          Object.defineProperty(transaction, 'error', { value: new DOMException('there is no room', 'QuotaExceededError'), configurable: true });
          request.addEventListener('success', () => {
            // Safari's engine tells of success in a transaction that another request has aborted.
            if (!transaction.isAborted) transaction.abort();
            transaction.isAborted = true;
          });
        }
        transaction.addEventListener('complete', () => apply(held, JSON.stringify(method === put ? values[1] : values[0])));
        return request;
      };
    IDBObjectStore.prototype.put = change(put, (images, key) => images.add(key));
    IDBObjectStore.prototype.delete = change(remove, (images, key) => images.delete(key));
  }, most);

appTest('what there is no room for is told, kept as far as it fits, and kept when there is room', async (app) => {
  await holdImages(app, 3);
  await app.drop(heavy(8));
  await notKept(app.page).getByText('5 samples are not kept yet: the browser storage is full.').waitFor();
  assert.equal(await kept(app), 3, 'what fits is kept');
  // Work continues.
  await app.select('p7');
  assert.equal((await app.scores()).ds.value, 1);
  await imageIsShown(app, 'p7');

  // Once a stored sample is removed, another one fits.
  await app.page.getByRole('button', { name: 'Remove p0' }).click({ force: true });
  await notKept(app.page).getByText('4 samples are not kept yet').waitFor();
  await eventually(async () => (await kept(app)) === 3, 'another one is kept');

  await holdImages(app, 100);
  await notKept(app.page).getByRole('button', { name: 'Try again' }).click();
  await eventually(async () => (await notKept(app.page).textContent()) === '', 'all are kept');
  assert.equal(await kept(app), 7);
  await app.page.goto('about:blank');
  await app.open();
  await app.sample('p7').waitFor();
  await app.select('p7');
  await imageIsShown(app, 'p7');
});

appTest('room that comes back is used without a word', async (app) => {
  await giveRoom(app, 1000);
  await app.drop(heavy(2));
  await notKept(app.page).getByText('2 samples are not kept yet').waitFor();
  await giveRoom(app);
  await eventually(async () => (await kept(app)) === 2, 'both are kept');
  assert.equal(await notKept(app.page).textContent(), '');
});

appTest('a database that the browser has deleted is made anew', async (app) => {
  await app.drop({ 'a.tex': 'x', 'a.pred.tex': 'y', 'b.tex': 'x', 'b.pred.tex': 'y' });
  await eventually(async () => (await kept(app)) === 2, 'both are kept');
  await deleteDatabases(app.page);
  await app.drop({ 'c.tex': 'x', 'c.pred.tex': 'y' });
  await eventually(async () => (await kept(app)) === 3, 'all are kept again');
});

appTest('an image that an earlier version has kept as bytes is shown and read', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ 'line.png': LINE });
  await app.read('line');
  const latex = await app.prediction();
  await eventually(async () => (await kept(app)) === 1, 'it is kept');
  await app.page.evaluate(
    (bytes) =>
      new Promise((done, fail) => {
        const opening = indexedDB.open('texlens-work');
        opening.onsuccess = () => {
          const changing = opening.result.transaction('images', 'readwrite');
          const images = changing.objectStore('images');
          const finding = images.openKeyCursor();
          finding.onsuccess = () => images.put(new Uint8Array(bytes), finding.result.key);
          changing.onabort = () => fail(changing.error);
          changing.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
    [...LINE],
  );
  await app.page.goto('about:blank');
  await app.open();
  await app.select('line');
  await imageIsShown(app, 'line');
  await app.page.getByRole('button', { name: 'Read again' }).click();
  await app.read('line');
  assert.equal(await app.prediction(), latex);
});

appTest('images stay out of the memory of the program', async (app) => {
  await app.page.addInitScript(() => {
    const { instantiateStreaming } = WebAssembly;
    WebAssembly.instantiateStreaming = (...given) =>
      instantiateStreaming.apply(WebAssembly, given).then((made) => {
        globalThis.memory = made.instance.exports.memory;
        return made;
      });
  });
  await app.open();
  const used = () => app.page.evaluate(() => globalThis.memory.buffer.byteLength);
  const before = await used();
  const count = 50;
  const image = noisePng(1600, 1600);
  await app.page.evaluate(
    async ({ base64, count }) => {
      const image = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const transfer = new DataTransfer();
      for (let index = 0; index < count; index++) {
        transfer.items.add(new File([image], `p${index}.png`));
        transfer.items.add(new File(['a text'], `p${index}.pred.tex`));
      }
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    { base64: image.toString('base64'), count },
  );
  await app.page.locator('.plan .button.primary').click();
  await app.page.getByRole('navigation', { name: 'Samples' }).locator('.count').filter({ hasText: String(count) }).waitFor();
  await imageIsShown(app, 'p0');
  await eventually(async () => (await kept(app)) === count, 'all are kept');
  const grown = (await used()) - before;
  assert.ok(grown < (count * image.length) / 4, `${grown >> 20} MB more for ${(count * image.length) >> 20} MB of images`);
});

appTest('where the browser forbids a page to store anything, samples are scored, and are said not to be kept', async (app) => {
  // As Firefox and Chromium do for a person who blocks all cookies.
  await app.page.addInitScript(() => {
    const refusal = () => new DOMException('Storage access is restricted', 'SecurityError');
    navigator.locks.request = () => Promise.reject(refusal());
    IDBFactory.prototype.open = () => {
      throw refusal();
    };
  });
  await app.open();
  await app.drop({ 'a.tex': 'one two', 'a.pred.tex': 'one two' });
  await app.select('a');
  assert.equal((await app.scores()).ds.value, 1);
  await notKept(app.page).getByText(/not kept/).waitFor();
});
