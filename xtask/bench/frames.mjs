/** In the page: measures, frame by frame, when something first appears and how long frames take. */
export function watch() {
  globalThis.frames_ = [];
  let last = performance.now();
  const frame = () => {
    // The browser's frame time can date from before a long task.
    const now = performance.now();
    globalThis.frames_.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  globalThis.whenTrue = (condition) =>
    new Promise((done) => {
      const look = () => (condition() ? done(performance.now()) : requestAnimationFrame(look));
      look();
    });
  globalThis.longest = () => Math.max(0, ...globalThis.frames_.splice(0));
  globalThis.afresh = () => {
    last = performance.now();
    globalThis.frames_ = [];
  };
}
