// Prints one line for each test, failures in full, and a closing line with counts.
export default async function* reporter(source) {
  let passed = 0;
  let failed = 0;
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
      if (!skipped) good ? passed++ : failed++;
      const mark = skipped ? 'skip' : good ? 'ok  ' : 'FAIL';
      yield `${mark} ${data.name} (${(data.details.duration_ms / 1000).toFixed(1)} s)\n`;
      if (!good) yield `${data.details.error?.cause?.stack ?? data.details.error?.stack ?? data.details.error}\n`;
    }
  }
  yield `e2e: ${passed} passed, ${failed} failed\n`;
}
