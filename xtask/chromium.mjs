// Starts Chromium for tests, benchmarks and recipes.
import { chromium } from 'playwright-core';

/**
 * Features that are switched off: those that Playwright switches off, since the last such flag counts alone, and the two
 * pages that each window keeps ready for its address bar, which cost a tenth of the tests' time.
 */
const NO_FEATURES = [
  'AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints',
  'PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning', 'WebUIOmniboxAimPopup', 'WebUIOmniboxPopup',
];

/** These flags stop Chromium from contacting its services, and from doing what no test looks at. */
export const FLAGS = [`--disable-features=${NO_FEATURES.join()}`, '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Provides a WebGPU adapter on every machine: it runs on the CPU, slow but exact. */
export const GPU_FLAGS = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan'];

/** @param {{ args?: string[] }} [options] */
export function launch({ args = [] } = {}) {
  return chromium.launch({ executablePath: process.env.CHROMIUM, headless: true, args: [...FLAGS, ...args] });
}

/**
 * Opens a browser with the profile folder that an earlier one has left.
 * @param {string} profile
 * @param {import('playwright-core').BrowserContextOptions & { args?: string[] }} [options]
 */
export function launchAgain(profile, { args = [], ...options } = {}) {
  return chromium.launchPersistentContext(profile, { executablePath: process.env.CHROMIUM, headless: true, args: [...FLAGS, ...args], ...options });
}
