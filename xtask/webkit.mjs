// Starts WebKitGTK, whose engine is that of Safari, for tests.
import { firefox } from 'playwright-core';
import { adapt, prepared } from './playwright.mjs';

/** @param {{ proxy?: string }} [options] the address of a proxy for all that the browser asks for, also of this machine */
export async function launch({ proxy } = {}) {
  const { requests, clear, options } = prepared('webkit-bridge.mjs', proxy ? { TEXLENS_PROXY: proxy } : {});
  // Playwright takes the program for a browser with WebDriver BiDi.
  const browser = await firefox.launch(options);
  browser.on('disconnected', clear);
  adapt(browser, requests);
  return browser;
}
