import assert from 'node:assert/strict';
import http from 'node:http';
import { test } from 'node:test';
import { ORIGIN } from './harness.mjs';

/** Returns the status of a request whose path is sent unchanged. */
function status(path) {
  return new Promise((done, fail) => http.get(`${ORIGIN}/`, { path }, (answer) => done(answer.resume().statusCode)).on('error', fail));
}

test('the server gives out files of its folder only', async () => {
  assert.equal(await status('/'), 200);
  assert.equal(await status('/app%2Ecss?v=1'), 200);
  for (const path of ['/../Cargo.toml', '/app/%2e%2e/../../Cargo.toml', '//etc/passwd', '/%2fetc/passwd', '/app', '/none', '/%']) {
    assert.equal(await status(path), 404, path);
  }
});
