// Measures bytes and time until the app is shown.
import { sizes } from '../../sizes.mjs';
import { launch } from '../../chromium.mjs';
import { table } from '../table.mjs';
import { recognise } from './app.mjs';
import { PAGES, image, megabytes } from './pages.mjs';
import { runOn } from './provider.mjs';

const { TEXLENS_URL: app } = process.env;
const PAINTS = 5;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Returns the figures, as do the functions of the other parts. */
export async function benchSizes() {
  const compressed = sizes('dist');
  const browser = await launch();
  const page = await browser.newPage();
  const fetched = new Set();
  page.context().on('request', (request) => {
    if (request.url().startsWith(app)) fetched.add(new URL(request.url()).pathname.slice(1) || 'index.html');
  });
  const total = (names) => [...names].reduce((sum, name) => sum + (compressed[name]?.compressed ?? 0), 0);
  await page.goto(app);
  await page.getByRole('heading', { name: 'texlens' }).waitFor();
  await page.waitForLoadState('networkidle');
  const paint = new Set(fetched);
  await page.evaluate(runOn, 'WebAssembly');
  await recognise(page, image(PAGES[0]));
  const recognition = new Set(fetched);
  await browser.close();
  table('Bytes to fetch (brotli)', ['', 'bytes'], [
    ['before first paint', megabytes(total(paint))],
    ['  of which module and its JavaScript', megabytes(total([...paint].filter((name) => name.startsWith('app/'))))],
    ['before first recognition', megabytes(total(recognition))],
    ['  of which runtime', megabytes(total([...recognition].filter((name) => name.startsWith('ort/'))))],
    ['  of which model', megabytes(total([...recognition].filter((name) => name.startsWith('models/'))))],
  ]);
  return { 'fetched.paint': total(paint), 'fetched.recognition': total(recognition) };
}

export async function benchPaint() {
  const times = [];
  for (let i = 0; i < PAINTS; i++) {
    const browser = await launch();
    const page = await browser.newPage();
    await page.goto(app);
    await page.getByRole('heading', { name: 'texlens' }).waitFor();
    times.push(
      await page.evaluate(
        () =>
          new Promise((done) => {
            new PerformanceObserver((list) => {
              const first = list.getEntriesByName('first-contentful-paint')[0];
              if (first) done({ paint: first.startTime, ready: performance.now() });
            }).observe({ type: 'paint', buffered: true });
          }),
      ),
    );
    await browser.close();
  }
  const paint = median(times.map(({ paint }) => paint));
  const shown = median(times.map(({ ready }) => ready));
  table(`Time in Chromium from this machine's server, fresh profile (median of ${PAINTS})`, ['', 'ms'], [
    ['first paint', paint.toFixed(0)],
    ['app shown', shown.toFixed(0)],
  ]);
  return { paint: paint / 1e3, shown: shown / 1e3 };
}
