// Serves a folder as `cargo xtask serve` does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** @param {string} folder @param {{ isolated?: boolean }} [options] */
export async function serve(folder, { isolated = false } = {}) {
  const server = spawn('node', ['xtask/serve.mjs', folder, '0', ...(isolated ? ['isolated'] : [])], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(server.stdout.setEncoding('utf8'), 'data');
  return { url: `${line.trim()}/`, close: () => server.kill() };
}
