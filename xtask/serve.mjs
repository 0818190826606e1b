// Serves a folder on the loopback interface: node serve.mjs FOLDER PORT [isolated]. Prints its address once it listens.
//
// The server sends only the headers of a simple static host, since the app's policy must hold without others.
// `isolated` adds those that browsers require before they allow threads.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { listen } from './listen.mjs';

const [folder, port, isolated] = process.argv.slice(2);
const root = resolve(folder);

const MEDIA_TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.tex': 'text/plain; charset=utf-8',
};

/** Returns the file of an address, if it lies within the folder: { path, size }. */
function locate(url) {
  try {
    let path = resolve(root, `.${decodeURIComponent(url.split(/[?#]/)[0])}`);
    if (path !== root && !path.startsWith(root + sep)) return undefined;
    let stat = statSync(path);
    if (stat.isDirectory()) {
      path = join(path, 'index.html');
      stat = statSync(path);
    }
    return stat.isFile() ? { path, size: stat.size } : undefined;
  } catch {
    return undefined;
  }
}

const server = createServer((request, response) => {
  const file = ['GET', 'HEAD'].includes(request.method) ? locate(request.url) : undefined;
  if (!file) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found\n');
    return;
  }
  response.writeHead(200, {
    'Content-Type': MEDIA_TYPES[extname(file.path)] ?? 'application/octet-stream',
    // The app shows the progress of downloads.
    'Content-Length': file.size,
    'Cache-Control': 'no-cache',
    ...(isolated && { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }),
  });
  if (request.method === 'HEAD') response.end();
  else createReadStream(file.path).on('error', () => response.destroy()).pipe(response);
});
server.on('error', (error) => {
  console.error(`port ${port}: ${error.message}`);
  process.exit(1);
});
console.log(await listen(server, Number(port)));
