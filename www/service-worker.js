// Keeps the site's files, so that the app starts without a network. The build puts the list of them, SITE, in front.
//
// A version of the app sees the files of that version only: they are kept under their hash, and a new version waits until the
// person lets it take over. Requests to other origins and for files that are not in the list pass as if this were not there.
//
// Neither servers nor the cache are trusted, which every other page of the origin may write to: a file is given to the app, and kept,
// if it has its hash, and with the type that its name has.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { scope } = worker.registration;
// All of an origin's caches are in one place: another copy of the app has its own.
const CACHE = `texlens ${scope}`;

/** What a host may say of a file beside its type: how the page is isolated, and what it may do. */
const HEADERS = [
  'Content-Security-Policy',
  'Cross-Origin-Embedder-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Resource-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-Content-Type-Options',
];

worker.addEventListener('install', (event) => event.waitUntil(keepAll(SITE.parts.find((part) => part.id === 'app')?.files ?? [])));

worker.addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));

worker.addEventListener('message', (event) => {
  if (event.data === 'take over') worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const name = event.request.method === 'GET' && nameOf(event.request);
  if (name) event.respondWith(serve(name, event.request.cache));
});

/** The file that a request is for, if it is one of the list. @param {Request} request */
function nameOf({ url, mode }) {
  const address = url.split(/[?#]/)[0];
  if (!address.startsWith(scope)) return undefined;
  const name = address.slice(scope.length) || 'index.html';
  if (!Object.hasOwn(SITE.files, name)) return undefined;
  // A query belongs to the page; of a file it names the version.
  const isThisVersion = mode === 'navigate' || !url.includes('?') || url === keyOf(name);
  return isThisVersion ? name : undefined;
}

/** @param {string} name @param {RequestCache} mode */
async function serve(name, mode) {
  const cache = await caches.open(CACHE);
  return (await kept(cache, name)) ?? fetched(cache, name, mode);
}

/** What the cache has of a file. What is not that file is dropped. @param {Cache} cache @param {string} name */
async function kept(cache, name) {
  const found = await cache.match(keyOf(name));
  if (!found) return undefined;
  // One that its writer has opened to no one has no bytes either.
  const content = await found.blob();
  if ((await hashOf(content)) === SITE.files[name].sha256) return new Response(content, { headers: headersOf(name, found) });
  await cache.delete(keyOf(name));
  return undefined;
}

/** @param {string[]} names */
async function keepAll(names) {
  const cache = await caches.open(CACHE);
  for (const name of names) {
    if (await kept(cache, name)) continue;
    const { response, isKept } = await checked(cache, name, 'no-cache');
    if (!response.ok) throw new Error(`${name}: the server answered ${response.status}`);
    await response.arrayBuffer();
    // The app would not start without a network.
    if (!(await isKept)) throw new Error(`${name}: the browser has no room for it`);
  }
}

/** @param {Cache} cache @param {string} name @param {RequestCache} mode */
async function fetched(cache, name, mode) {
  const { response } = await checked(cache, name, mode);
  return response;
}

/**
 * A file from the network, and whether it is kept once it is there. What is not the file of this version never comes to its end: a host
 * may have a newer one, or a page that says that there is none.
 *
 * @param {Cache} cache
 * @param {string} name
 * @param {RequestCache} mode
 */
async function checked(cache, name, mode) {
  // Whoever answers, it is this origin: a server that sends elsewhere gets an error.
  const request = new Request(scope + name, { cache: mode, mode: 'same-origin' });
  const response = await fetch(request);
  if (!response.ok) return { response, isKept: Promise.resolve(false) };
  const { bytes, sha256, type } = SITE.files[name];
  const headers = headersOf(name, response);
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  let length = 0;
  /** @type {PromiseWithResolvers<boolean>} */
  const { promise: isKept, resolve: tell } = Promise.withResolvers();
  const refuse = () => {
    tell(false);
    throw new Error(`${name} is of another version`);
  };
  const check = new TransformStream({
    transform(chunk, controller) {
      length += chunk.byteLength;
      if (length > bytes) refuse();
      chunks.push(chunk);
      controller.enqueue(chunk);
    },
    async flush() {
      const content = new Blob(chunks);
      if ((await hashOf(content)) !== sha256) refuse();
      // A browser without room keeps none.
      const isKept = cache.put(keyOf(name), new Response(content, { headers }));
      tell(await isKept.then(() => true, () => false));
    },
  });
  const body = (response.body ?? new Blob().stream()).pipeThrough(check);
  // On a page a browser acts before it has all of it. Everything else breaks off at its end if it is not what it should be.
  const content = type.startsWith('text/html') ? await new Response(body).blob() : body;
  return { response: new Response(content, { headers }), isKept };
}

/** @param {Blob} content */
async function hashOf(content) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Headers of a file whose compression is undone, of those that a host has sent with it. @param {string} name @param {Response} response */
function headersOf(name, { headers }) {
  const { bytes, type } = SITE.files[name];
  const result = new Headers({ 'Content-Type': type, 'Content-Length': String(bytes) });
  for (const header of HEADERS) {
    const value = headers.get(header);
    if (value !== null) result.set(header, value);
  }
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

/** @param {string} name */
function keyOf(name) {
  return scope + SITE.files[name].key;
}
