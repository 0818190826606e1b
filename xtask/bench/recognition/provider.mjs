/**
 * In the page: chooses what runs the model, in the settings as a person does.
 * @param {string} label
 */
export async function runOn(label) {
  /** @template T @param {() => T | undefined} find */
  const found = async (find) => {
    for (let left = 600; left > 0; left--) {
      const one = find();
      if (one) return one;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`the settings lack something: ${find}`);
  };
  const button = (/** @type {string} */ name, /** @type {ParentNode} */ within = document) =>
    [...within.querySelectorAll('button')].find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent).trim() === name);
  (await found(() => button('Settings'))).click();
  const sheet = await found(() => document.querySelector('dialog[open]') ?? undefined);
  (await found(() => button('Reading pages', sheet))).click();
  const choice = await found(() => [...sheet.querySelectorAll('select')].find(({ labels, ariaLabel }) => ariaLabel === 'Run the model on' || [...labels].some(({ textContent }) => textContent.trim() === 'Run the model on')));
  choice.value = [...choice.options].find(({ text }) => text === label).value;
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  (await found(() => button('Close', sheet))).click();
  await found(() => !document.querySelector('dialog[open]'));
}
