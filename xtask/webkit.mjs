// Starts WebKitGTK, whose engine is that of Safari, for tests.
import { firefox } from 'playwright-core';
import { adapt, adaptContext, prepared } from './playwright.mjs';

/** The program that Playwright takes for a browser with WebDriver BiDi. */
const BRIDGE = 'webkit-bridge.mjs';

/**
 * @param {{ proxy?: string, isPrivate?: boolean }} [options] the address of a proxy for all that the browser asks for, also
 *   of this machine; whether its windows are private
 */
export async function launch({ proxy, isPrivate } = {}) {
  const { requests, clear, options } = prepared(BRIDGE, {
    ...(proxy ? { TEXLENS_PROXY: proxy } : {}),
    ...(isPrivate ? { TEXLENS_PRIVATE: 'true' } : {}),
  });
  const browser = await firefox.launch(options);
  browser.on('disconnected', clear);
  adapt(browser, requests);
  return browser;
}

/**
 * Opens a browser with the profile folder that an earlier one has left.
 * @param {string} profile
 * @param {import('playwright-core').BrowserContextOptions} [more]
 */
export async function launchAgain(profile, more) {
  const { clear, options } = prepared(BRIDGE);
  const context = await firefox.launchPersistentContext(profile, { ...options, ...more });
  context.on('close', clear);
  adaptContext(context);
  return context;
}
