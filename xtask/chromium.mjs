// Starts Chromium for tests, benchmarks and recipes.
import { chromium } from 'playwright-core';

/** These flags stop Chromium from contacting its services. */
export const FLAGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

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
