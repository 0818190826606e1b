// The command that the app is compared with.
import { execFileSync } from 'node:child_process';

/** Runs it; what it writes to standard output. */
export const texlens = (...args) =>
  execFileSync(process.env.TEXLENS_CLI, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
