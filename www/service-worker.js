// Keeps the site's files, so that the app starts without a network. The build puts the list of them, SITE, in front.
//
// A version of the app sees the files of that version only: they are kept under their hash, and a new version waits until the
// person lets it take over. Requests to other origins and for files that are not in the list pass as if this were not there.
const { scope } = self.registration;
// All of an origin's caches are in one place: another copy of the app has its own.
const CACHE = `texlens ${scope}`;

self.addEventListener('install', (event) => event.waitUntil(keepAll(SITE.parts.find((part) => part.id === 'app').files)));

self.addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => self.clients.claim())));

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const name = event.request.method === 'GET' && nameOf(event.request);
  if (name) event.respondWith(serve(name, event.request));
});

/** The file that a request is for, if it is one of the list. */
function nameOf({ url, mode }) {
  const address = url.split(/[?#]/)[0];
  if (!address.startsWith(scope)) return undefined;
  const name = address.slice(scope.length) || 'index.html';
  const file = SITE.files[name];
  // A query belongs to the page; of a file it names the version.
  const isThisVersion = mode === 'navigate' || !url.includes('?') || url === scope + file?.key;
  return file && isThisVersion ? name : undefined;
}

async function serve(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(name))) ?? fetched(cache, name, request);
}

async function keepAll(names) {
  const cache = await caches.open(CACHE);
  for (const name of names) {
    if (await cache.match(keyOf(name))) continue;
    const response = await fetched(cache, name, new Request(scope + name, { cache: 'no-cache' }));
    if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
    await response.arrayBuffer();
  }
}

/** A file from the network. What is not the file of this version breaks off at its end: a host may have a newer one. */
async function fetched(cache, name, request) {
  const response = await fetch(request);
  if (!response.ok || response.redirected) return response;
  const headers = uncompressed(response.headers, SITE.files[name].bytes);
  const chunks = [];
  const check = new TransformStream({
    transform(chunk, controller) {
      chunks.push(chunk);
      controller.enqueue(chunk);
    },
    async flush() {
      const content = new Blob(chunks);
      if ((await hashOf(content)) !== SITE.files[name].sha256) throw new Error(`${name} is of another version`);
      // A browser without room keeps none.
      await cache.put(keyOf(name), new Response(content, { headers })).catch(() => {});
    },
  });
  return new Response(response.body.pipeThrough(check), { headers });
}

async function hashOf(content) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Headers of a body whose compression is undone. */
function uncompressed(headers, length) {
  const result = new Headers(headers);
  result.delete('Content-Encoding');
  result.set('Content-Length', String(length));
  return result;
}

/** Drops what earlier versions kept. */
async function forgetOthers() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(SITE.files).map(keyOf));
  for (const { url } of await cache.keys()) {
    if (!wanted.has(url)) await cache.delete(url);
  }
}

function keyOf(name) {
  return scope + SITE.files[name].key;
}
