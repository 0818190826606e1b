/** In the page: the time at which something is first there, frame by frame, and how long frames took meanwhile. */
export function watch() {
  globalThis.frames_ = [];
  let last = performance.now();
  const frame = () => {
    // What the browser gives as the frame's time can be that of before a standstill.
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
