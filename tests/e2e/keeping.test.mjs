import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { appTest, eventually } from './harness.mjs';
import { LINE, noisePng } from './pages.mjs';

/** How many samples the browser's database holds. */
const kept = (app) =>
  app.page.evaluate(
    () =>
      new Promise((done, fail) => {
        const opening = indexedDB.open('texlens-work');
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const request = opening.result.transaction('samples').objectStore('samples').count();
          request.onsuccess = () => {
            opening.result.close();
            done(request.result);
          };
        };
      }),
  );

/** Waits until the image of a page is not only there but drawn. */
const imageIsShown = (app, name) =>
  eventually(() => app.page.getByRole('img', { name: `Page ${name}` }).evaluate((image) => image.naturalWidth > 0), `${name} is shown`);

const page = Object.fromEntries(['png', 'tex'].map((ending) => [`subaddresses.${ending}`, readFileSync(`www/samples/subaddresses.${ending}`)]));

appTest('what is finished outlives the page', async (app) => {
  await app.runOn('WebAssembly');
  await app.drop({ ...page, 'pair.tex': '$x$ is here', 'pair.pred.tex': '$y$ is here' });
  await app.read('subaddresses');
  const before = await app.scores();
  await eventually(async () => (await kept(app)) === 2, 'both are kept');

  // As a crash would: no event of the page is heard any more.
  await app.page.waitForTimeout(1000);
  await app.page.goto('about:blank');
  await app.open();
  await app.sample('subaddresses').waitFor();
  await app.select('subaddresses');
  assert.deepEqual(await app.scores(), before);
  await imageIsShown(app, 'subaddresses');
  assert.match(await app.sample('pair').textContent(), /DS/);

  // Work that was not finished goes on.
  await app.page.getByRole('button', { name: 'Read again' }).click();
  await app.read('subaddresses');
});

appTest('what is removed is not kept, unless it is brought back', async (app) => {
  await app.drop({ 'a.tex': 'x', 'a.pred.tex': 'y', 'b.tex': 'x', 'b.pred.tex': 'y' });
  await eventually(async () => (await kept(app)) === 2, 'both are kept');
  await app.page.locator('footer').getByRole('button', { name: /Storage|Works offline/ }).click();
  await app.page.getByRole('button', { name: 'Remove all' }).click();
  await eventually(async () => (await kept(app)) === 0, 'none is kept');
  await app.page.keyboard.press('Escape');
  await app.page.getByRole('button', { name: 'Undo', exact: true }).click();
  await eventually(async () => (await kept(app)) === 2, 'both are kept again');
});

appTest('a second tab leaves the first one what it keeps', async (app) => {
  await app.drop({ 'a.tex': 'x', 'a.pred.tex': 'y' });
  await eventually(async () => (await kept(app)) === 1, 'it is kept');
  const second = await app.page.context().newPage();
  await second.goto(app.page.url());
  await second.locator('footer').getByRole('button', { name: /Storage|Works offline/ }).click();
  await second.getByText('Another tab keeps its samples').waitFor();
  await second.close();
  assert.equal(await kept(app), 1);
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
          images.openKeyCursor().onsuccess = ({ target }) => images.put(new Uint8Array(bytes), target.result.key);
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
    WebAssembly.instantiateStreaming = async (...given) => {
      const made = await instantiateStreaming.apply(WebAssembly, given);
      self.memory = made.instance.exports.memory;
      return made;
    };
  });
  await app.open();
  const used = () => app.page.evaluate(() => self.memory.buffer.byteLength);
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
  await app.page.getByRole('button', { name: `Add ${count} samples` }).click();
  await app.page.getByRole('navigation', { name: 'Samples' }).locator('.count').filter({ hasText: String(count) }).waitFor();
  await imageIsShown(app, 'p0');
  await eventually(async () => (await kept(app)) === count, 'all are kept');
  const grown = (await used()) - before;
  assert.ok(grown < (count * image.length) / 4, `${grown >> 20} MB more for ${(count * image.length) >> 20} MB of images`);
});
