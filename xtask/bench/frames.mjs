/** In the page: measures, frame by frame, when something first appears and how long frames take. */
export function watch() {
  window.frames_ = [];
  let last = performance.now();
  const frame = () => {
    // The browser's frame time can date from before a long task.
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
