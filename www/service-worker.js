// Stores the site's files, so that the app starts without a network. The build puts the list of files, SITE, in front.
//
// A version of the app sees only files of that version: they are stored under their hash, and a new version waits until
// the user lets it take over. Requests to other origins, and for files that are not in the list, pass unchanged.
//
// Neither servers nor the cache are trusted, since every other page of the origin may write to the cache. A file is
// given to the app, and stored, only if it has the expected hash. Its type follows from its name.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { scope } = worker.registration;
// All caches of an origin share one namespace, so that each copy of the app needs its own.
const CACHE = `texlens ${scope}`;

/** Headers that a server may set in addition to the type: how the page is isolated, and what it may do. */
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
  if (event.data === 'take-over') worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const name = event.request.method === 'GET' && nameOf(event.request);
  if (name) event.respondWith(serve(name, event.request.cache));
});

/**
 * Returns the file of a request, if the file is in the list.
 * @param {Request} request
 */
function nameOf({ url, mode }) {
  const address = url.split(/[?#]/)[0];
  if (!address.startsWith(scope)) return undefined;
  const name = address.slice(scope.length) || 'index.html';
  if (!Object.hasOwn(SITE.files, name)) return undefined;
  // The query of a navigation belongs to the page; that of a file names its version.
  const isThisVersion = mode === 'navigate' || !url.includes('?') || url === keyOf(name);
  return isThisVersion ? name : undefined;
}

/** @param {string} name @param {RequestCache} mode */
async function serve(name, mode) {
  const cache = await caches.open(CACHE);
  return (await kept(cache, name)) ?? fetched(cache, name, mode);
}

/**
 * Returns the cached copy of a file; deletes a copy that is not the expected file.
 * @param {Cache} cache
 * @param {string} name
 */
async function kept(cache, name) {
  const found = await cache.match(keyOf(name));
  if (!found) return undefined;
  // An opaque response has no readable bytes, so that its hash is wrong.
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
    // Without this file, the app would not start without a network.
    if (!(await isKept)) throw new Error(`${name}: the browser has no room for it`);
  }
}

/** @param {Cache} cache @param {string} name @param {RequestCache} mode */
async function fetched(cache, name, mode) {
  const { response } = await checked(cache, name, mode);
  return response;
}

/**
 * Returns a file from the network, and whether it is stored once it has arrived. A file that is not of this version
 * ends with an error: a server may have a newer file, or send an error page.
 *
 * @param {Cache} cache
 * @param {string} name
 * @param {RequestCache} mode
 */
async function checked(cache, name, mode) {
  // The answer must come from this origin: a redirect to another origin is an error.
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
      // A browser without room stores nothing.
      const isKept = cache.put(keyOf(name), new Response(content, { headers }));
      tell(await isKept.then(() => true, () => false));
    },
  });
  const body = (response.body ?? new Blob().stream()).pipeThrough(check);
  // A browser acts on a page before it has arrived completely, so HTML is checked first. All other files end with an
  // error if they are not as expected.
  const content = type.startsWith('text/html') ? await new Response(body).blob() : body;
  return { response: new Response(content, { headers }), isKept };
}

/** @param {Blob} content */
async function hashOf(content) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await content.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns the headers of an uncompressed file, including the permitted ones that the server has sent with it.
 * @param {string} name
 * @param {Response} response
 */
function headersOf(name, { headers }) {
  const { bytes, type } = SITE.files[name];
  const result = new Headers({ 'Content-Type': type, 'Content-Length': String(bytes) });
  for (const header of HEADERS) {
    const value = headers.get(header);
    if (value !== null) result.set(header, value);
  }
  return result;
}

/** Deletes the files of earlier versions. */
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
