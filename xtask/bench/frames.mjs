/** In the page: the time at which something is first there, frame by frame, and how long frames took meanwhile. */
export function watch() {
  window.frames_ = [];
  let last = performance.now();
  const frame = () => {
    // What the browser gives as the frame's time can be that of before a standstill.
    const now = performance.now();
    window.frames_.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  window.whenTrue = (condition) =>
    new Promise((done) => {
      const look = () => (condition() ? done(performance.now()) : requestAnimationFrame(look));
      look();
    });
  window.longest = () => Math.max(0, ...window.frames_.splice(0));
  window.afresh = () => {
    last = performance.now();
    window.frames_ = [];
  };
}
