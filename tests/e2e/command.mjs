// The command that the app is compared with.
import { execFileSync } from 'node:child_process';

/** Runs the command; returns its standard output. */
export const texlens = (...args) => texlensIn(process.cwd(), ...args);

/** Runs the command in a folder; returns its standard output. */
export const texlensIn = (cwd, ...args) =>
  execFileSync(process.env.TEXLENS_CLI, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
