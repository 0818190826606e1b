/**
 * Has a server listen on this machine, and gives its origin.
 * @param {import('node:http').Server} server
 * @param {number} [port] any free one otherwise
 */
export async function listen(server, port = 0) {
  await new Promise((done) => server.listen(port, '127.0.0.1', () => done(undefined)));
  const address = server.address();
  if (typeof address === 'string') throw new Error(`no port, but ${address}`);
  return `http://127.0.0.1:${address.port}`;
}
