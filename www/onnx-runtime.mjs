// Prepares a worker for ONNX Runtime. ort-web loads it by adding a script element to the page. A worker has no page, so
// this code emulates the few functions that the loader uses. Its "script" is a module import.

/**
 * @typedef {ReturnType<typeof createElement> & { src: string }} Script the loader sets `src`
 * @typedef {{ model?: Blob, externalData?: object[], isTold?: boolean }} Given a graph of the browser's files, with options that ort-web has no way for, and whether the log is wanted
 * @typedef {{ InferenceSession: { create: (model: unknown, options: object) => Promise<{ release: () => Promise<void> }> }, env: { provider?: string, given?: Given, log?: string[], wasm: { numThreads: number } } }} Ort
 */

/** @param {string} tag */
function createElement(tag) {
  /** @type {Record<string, (event?: object) => void>} */
  const listeners = {};
  return {
    tag,
    setAttribute() {},
    /** @param {string} type @param {(event?: object) => void} listener */
    addEventListener(type, listener) {
      listeners[type] = listener;
    },
    listeners,
  };
}

/** More threads do not help, since a tile is small. */
const MOST_THREADS = 4;

/** What a page has, as far as the loader asks. */
const page = /** @type {typeof self & { ort: Ort, window: object, document: object }} */ (self);

/**
 * What the runtime says while it prepares a graph, if that is listened to; its errors and what others say go on to the
 * console. The runtime keeps the function that it finds when it is loaded.
 * @type {string[] | undefined}
 */
let heard;
const say = console.error;
console.error = (...what) => {
  const line = what.join(' ');
  if (heard && /\[[VIW]:onnxruntime/.test(line)) heard.push(line);
  else say.apply(console, what);
};

/** @param {Script} script */
async function load(script) {
  try {
    // A module's namespace cannot be extended, and the loader sets a property on it.
    page.ort = { ...(await import(script.src)) };
    // A browser shares memory between threads only if the server has sent the headers that isolate the page.
    page.ort.env.wasm.numThreads = self.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, MOST_THREADS) : 1;
    // ort-web cannot pass on the provider of a session; `onnx/runtime.rs` of `crates/worker-base` leaves it in `env`, with
    // what else it cannot pass on. Severity 3 reports errors alone.
    const { InferenceSession, env } = page.ort;
    page.ort.InferenceSession = {
      create: async (graph, options) => {
        const { model, isTold, ...given } = env.given ?? {};
        const bytes = model ? new Uint8Array(await model.arrayBuffer()) : graph;
        const create = (/** @type {number} */ severity) =>
          InferenceSession.create(bytes, { ...options, ...given, executionProviders: [env.provider], logSeverityLevel: severity });
        if (isTold) {
          // With severity 0, the log names the device of every operation, but then also every run says what it does. So this
          // session is made for its log alone.
          env.log = heard = [];
          try {
            await (await create(0)).release();
          } finally {
            heard = undefined;
          }
        }
        return create(3);
      },
    };
    script.listeners.load?.();
  } catch (error) {
    script.listeners.error?.({ error });
  }
}

page.window = self;
page.document = {
  createElement,
  head: {
    /** @param {Script} element */
    appendChild(element) {
      if (element.tag === 'script') load(element);
    },
  },
};
