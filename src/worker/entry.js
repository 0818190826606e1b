// What the blob of a worker runs; the supervisor puts in lock and script. The lock comes first: a worker can die while
// it loads its module.
const alive = (lock) => postMessage([JSON.stringify({ alive: { lock } })]);
const hold = (lock) =>
  navigator.locks.request(lock, () => {
    alive(lock);
    return new Promise(() => {});
  });
// Plain HTTP has no locks.
if (navigator.locks) hold('LOCK').catch(() => alive(null));
else alive(null);
import('SCRIPT').catch(reportError);
