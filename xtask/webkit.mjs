// Starts WebKitGTK, whose engine is that of Safari, for tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firefox } from 'playwright-core';
import { adapt } from './playwright.mjs';

/** The program that Playwright takes for a browser with WebDriver BiDi. */
const BRIDGE = fileURLToPath(new URL('webkit-bridge.mjs', import.meta.url));

/** @param {{ proxy?: string }} [options] the address of a proxy for all that the browser asks for, also of this machine */
export async function launch({ proxy } = {}) {
  const downloads = mkdtempSync(join(tmpdir(), 'texlens-downloads-'));
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: BRIDGE,
    headless: true,
    downloadsPath: downloads,
    env: { ...process.env, TEXLENS_DOWNLOADS: downloads, ...(proxy ? { TEXLENS_PROXY: proxy } : {}) },
  });
  browser.on('disconnected', () => rmSync(downloads, { recursive: true, force: true }));
  adapt(browser);
  return browser;
}
