// Chromium as tests, bench and recipes run it.
import { chromium } from 'playwright-core';

/** It does not call home. */
export const FLAGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** A WebGPU adapter on every machine: computed on the CPU, slow but exact. */
export const GPU_FLAGS = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan'];

/** @param {{ args?: string[] }} [options] */
export function launch({ args = [] } = {}) {
  return chromium.launch({ executablePath: process.env.CHROMIUM, headless: true, args: [...FLAGS, ...args] });
}

/**
 * A browser that finds in a folder what the one before has left there.
 * @param {string} profile
 * @param {import('playwright-core').BrowserContextOptions & { args?: string[] }} [options]
 */
export function launchAgain(profile, { args = [], ...options } = {}) {
  return chromium.launchPersistentContext(profile, { executablePath: process.env.CHROMIUM, headless: true, args: [...FLAGS, ...args], ...options });
}
