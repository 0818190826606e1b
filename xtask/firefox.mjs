// Starts Firefox for tests.
import { firefox } from 'playwright-core';
import { adapt, adaptContext, prepared } from './playwright.mjs';

/** The program that Playwright takes for Firefox. */
const BRIDGE = 'firefox-bridge.mjs';

/**
 * @param {{ proxy?: string, settings?: Record<string, string | number | boolean> }} [options] the address of a proxy for all
 *   that the browser asks for, also of this machine; settings of `about:config`
 */
export async function launch({ proxy, settings = {} } = {}) {
  const { arriving, requests, clear, options } = prepared(BRIDGE);
  const firefoxUserPrefs = { ...settingsFor(arriving), ...(proxy ? throughProxy(new URL(proxy)) : {}), ...settings };
  const browser = await firefox.launch({ ...options, firefoxUserPrefs });
  browser.on('disconnected', clear);
  adapt(browser, requests, { clicksTwice: true });
  return browser;
}

/**
 * Opens a browser with the profile folder that an earlier one has left.
 * @param {string} profile
 * @param {import('playwright-core').BrowserContextOptions} [more]
 */
export async function launchAgain(profile, more) {
  const { arriving, clear, options } = prepared(BRIDGE);
  const context = await firefox.launchPersistentContext(profile, { ...options, firefoxUserPrefs: settingsFor(arriving), ...more });
  context.on('close', clear);
  adaptContext(context);
  return context;
}

/** @param {string} arriving where downloads arrive */
function settingsFor(arriving) {
  return {
    'marionette.port': 0,
    // On two cores, fewer processes start sooner.
    'dom.ipc.processPrelaunch.enabled': false,
    'network.captive-portal-service.enabled': false,
    // A test reads what the app has copied.
    'dom.events.testing.asyncClipboard': true,
    'ui.prefersReducedMotion': 0,
    // Firefox 140 crashes when a script asks twice for ariaLabelledByElements, as axe and Playwright do.
    'accessibility.ARIAElementReflection.enabled': false,
    // The bridge hides the bars of windows.
    'toolkit.legacyUserProfileCustomizations.stylesheets': true,
    'browser.download.dir': arriving,
    'browser.download.folderList': 2,
    'browser.download.useDownloadDir': true,
    'browser.download.alwaysOpenPanel': false,
    // A PDF would be opened in another tab, too.
    'pdfjs.disabled': true,
    'browser.download.always_ask_before_handling_new_types': false,
  };
}

function throughProxy({ hostname, port }) {
  return {
    'network.proxy.type': 1,
    'network.proxy.http': hostname,
    'network.proxy.http_port': Number(port),
    'network.proxy.ssl': hostname,
    'network.proxy.ssl_port': Number(port),
    'network.proxy.no_proxies_on': '',
    'network.proxy.allow_hijacking_localhost': true,
    'network.proxy.testing_localhost_is_secure_when_hijacked': true,
  };
}
