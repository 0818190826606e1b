// Prints one line for each test, failures in full, and at the end the failures once more, with counts.
export default async function* reporter(source) {
  let passed = 0;
  /** @type {string[]} */
  const failures = [];
  for await (const { type, data } of source) {
    if (type === 'test:stdout' || type === 'test:stderr') {
      yield data.message;
    } else if (type === 'test:pass' || type === 'test:fail') {
      // A file counts only if the file itself could not be run.
      if (data.name === data.file || data.name.endsWith('.test.mjs')) {
        if (type === 'test:pass' || data.details.error?.failureType === 'subtestsFailed') continue;
      }
      const good = type === 'test:pass';
      const skipped = data.skip !== undefined;
      const mark = skipped ? 'skip' : good ? 'ok  ' : 'FAIL';
      const line = `${mark} ${data.name} (${(data.details.duration_ms / 1000).toFixed(1)} s)\n`;
      if (good) {
        if (!skipped) passed++;
        yield line;
      } else {
        const error = data.details.error;
        failures.push(`${line}${error?.cause?.stack ?? error?.stack ?? error}\n`);
        yield failures[failures.length - 1];
      }
    }
  }
  // A long log may be cut in the middle.
  yield* failures;
  yield `e2e: ${passed} passed, ${failures.length} failed\n`;
}
