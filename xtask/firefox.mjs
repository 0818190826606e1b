// Starts Firefox for tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firefox } from 'playwright-core';
import { adapt } from './playwright.mjs';

/** The program that Playwright takes for Firefox. */
const BRIDGE = fileURLToPath(new URL('firefox-bridge.mjs', import.meta.url));

/**
 * @param {{ proxy?: string, settings?: Record<string, string | number | boolean> }} [options] the address of a proxy for all
 *   that the browser asks for, also of this machine; settings of `about:config`
 */
export async function launch({ proxy, settings = {} } = {}) {
  const downloads = mkdtempSync(join(tmpdir(), 'texlens-downloads-'));
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: BRIDGE,
    headless: true,
    downloadsPath: downloads,
    env: { ...process.env, TEXLENS_DOWNLOADS: downloads },
    firefoxUserPrefs: {
      'marionette.port': 0,
      // On two cores, fewer processes start sooner.
      'dom.ipc.processPrelaunch.enabled': false,
      'network.captive-portal-service.enabled': false,
      // A test reads what the app has copied.
      'dom.events.testing.asyncClipboard': true,
      // Playwright cannot tell it by WebDriver BiDi.
      'ui.prefersReducedMotion': 1,
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'browser.download.useDownloadDir': true,
      'browser.download.alwaysOpenPanel': false,
      'browser.download.always_ask_before_handling_new_types': false,
      ...(proxy ? throughProxy(new URL(proxy)) : {}),
      ...settings,
    },
  });
  browser.on('disconnected', () => rmSync(downloads, { recursive: true, force: true }));
  adapt(browser);
  return browser;
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
