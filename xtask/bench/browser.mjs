import { chromium } from 'playwright-core';

/** A Chromium that does not call home while something is measured. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    headless: true,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}
