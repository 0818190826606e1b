import { resolve } from 'node:path';
import { launch } from '../../chromium.mjs';

/**
 * Opens a page that Playwright does not observe. Of an observed page, Chromium keeps every fetched file in the page's
 * process once more, in Base64, for the network panel of its developer tools.
 */
export async function openUnobserved(url) {
  const browser = await launch();
  const session = await browser.newBrowserCDPSession();
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank' });
  // Playwright knows the sessions of its own pages only, so messages to this one go through the browser's.
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const waiting = new Map();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result, error } = JSON.parse(message);
    const { done, fail } = waiting.get(id) ?? {};
    if (error) fail?.(new Error(error.message));
    else done?.(result);
  });
  let last = 0;
  const send = (method, params) =>
    new Promise((done, fail) => {
      const id = ++last;
      waiting.set(id, { done, fail });
      session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) }).catch(fail);
    });
  const run = async (expression, options) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, awaitPromise: true, ...options });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result;
  };
  /** Evaluates an expression, and waits if it is a promise. */
  const evaluate = async (expression) => (await run(expression, { returnByValue: true })).value;
  /** Waits until an expression is true. */
  const until = (condition) =>
    evaluate(`new Promise((done) => { const look = () => (${condition}) ? done(true) : setTimeout(look, 50); look(); })`);
  /** Chooses a file for the first field for files. */
  const choose = async (file) => {
    const { objectId } = await run(`document.querySelector('input[type=file]')`);
    await send('DOM.setFileInputFiles', { files: [resolve(file)], objectId });
  };
  await send('Page.enable');
  const loaded = new Promise((done) => {
    session.on('Target.receivedMessageFromTarget', ({ message }) => JSON.parse(message).method === 'Page.loadEventFired' && done());
  });
  await send('Page.navigate', { url });
  await loaded;
  return { browser, evaluate, until, choose };
}
