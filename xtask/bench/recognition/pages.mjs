import { readdirSync } from 'node:fs';
import { timed } from '../process.mjs';

/** The sample pages, by name. */
export const PAGES = readdirSync('www/samples').filter((name) => name.endsWith('.png')).map((name) => name.slice(0, -4));

export const image = (id) => `www/samples/${id}.png`;

export const seconds = (value) => `${value.toFixed(2)} s`;
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)} MB`;
export const ratio = (a, b) => (a / b).toFixed(2);

/** Runs a command as `timed` does, and fails if the command fails. */
export async function succeeding(command, environment = {}) {
  const result = await timed(command, { env: { ...process.env, ...environment } });
  if (result.code !== 0) throw new Error(`${command.join(' ')}: exit code ${result.code}`);
  return result;
}
