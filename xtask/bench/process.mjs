import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** One core for all, where the system can hold them to one. */
export const ONE_CORE = hasTaskset() ? ['taskset', '--cpu-list', '0'] : [];

function hasTaskset() {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Highest memory a process has had, in bytes; undefined once it is gone or where the system does not tell. */
export function peak(pid) {
  return memory(pid, 'VmHWM');
}

function memory(pid, field) {
  try {
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]) * 1024 || undefined;
  } catch {
    return undefined;
  }
}

/** Ticks in a second of the times that Linux tells. */
const TICKS = 100;

/** Seconds that a process has computed, by itself and in the system; undefined as above. */
export function computed(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /, '').split(' ').slice(11, 13);
    return (Number(user) + Number(system)) / TICKS;
  } catch {
    return undefined;
  }
}

/** Runs a command on one core: its exit code, seconds by the clock and of computing, and peak memory. */
export async function timed(command, options = {}) {
  const [program, ...rest] = [...ONE_CORE, ...command];
  const start = performance.now();
  const child = spawn(program, rest, { stdio: 'ignore', ...options });
  let memory = 0;
  let cpu = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, peak(child.pid) ?? 0);
    cpu = computed(child.pid) || cpu;
  }, 5);
  const code = await new Promise((done, fail) => child.on('exit', done).on('error', fail));
  clearInterval(watch);
  return { code, seconds: (performance.now() - start) / 1000, cpu, memory };
}

/** Memory of a process's own at this moment: without files, and without what it shares with others. */
export function own(pid) {
  return memory(pid, 'RssAnon');
}

/** One of these measures of the browser's page processes, added up. */
export async function ofBrowser(browser, measure) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { id }) => sum + (measure(id) ?? 0), 0);
}
