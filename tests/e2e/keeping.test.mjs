import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { appTest, eventually } from './harness.mjs';

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
  assert.equal(await app.page.getByRole('img', { name: 'Page subaddresses' }).count(), 1);
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
  await app.page.getByRole('button', { name: 'Undo' }).click();
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
