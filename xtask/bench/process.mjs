import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The prefix that binds a command to one core, if the system supports it. */
export const ONE_CORE = hasTaskset() ? ['taskset', '--cpu-list', '0'] : [];

function hasTaskset() {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the peak memory of a process, in bytes; undefined if the process has ended or the system does not report it.
 */
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

/** Ticks per second in the times that Linux reports. */
const TICKS = 100;

/** Returns the CPU seconds of a process, in user and system mode; undefined as above. */
export function computed(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /, '').split(' ').slice(11, 13);
    return (Number(user) + Number(system)) / TICKS;
  } catch {
    return undefined;
  }
}

/** Runs a command on one core; returns its exit code, wall-clock and CPU seconds, and peak memory. */
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

/** Returns the current private memory of a process, without files and shared memory. */
export function own(pid) {
  return memory(pid, 'RssAnon');
}

/** Returns the sum of a measure over the browser's page processes. */
export async function ofBrowser(browser, measure) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { id }) => sum + (measure(id) ?? 0), 0);
}
