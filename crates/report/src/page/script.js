// What a report gains where scripts run: its samples are filtered, searched, sorted and walked through by key, and links open what is folded
// in every browser. Without it the page is complete.
// Everything it shows is set as text, never as markup: names come from files.
'use strict';
(() => {
  /**
   * @typedef {{ name: string, system: string | null, different: boolean, failing: boolean, errors: string[], tags: string[], scores: Record<string, number> }} Sample
   * @typedef {Sample & { item: HTMLElement, focus: HTMLElement, details: HTMLDetailsElement | null, place: number }} Entry
   * @typedef {[name: string, test: (entry: Entry) => boolean]} Choice
   * @typedef {[name: string, compare: (a: Entry, b: Entry) => number]} Sorting
   */

  /**
   * @template {keyof HTMLElementTagNameMap} T
   * @param {T} name @param {Record<string, string | number | boolean>} [properties] @param {(string | Node)[]} children
   */
  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  // One entry for each sample: its line, and what of it takes the focus.
  /** @type {Entry[]} */
  const entries = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.entry')]).flatMap((item, place) => {
    const details = item.querySelector('details');
    const focus = /** @type {HTMLElement | null} */ (item.querySelector('summary, a.name'));
    return focus ? [{ item, focus, details, place, ...JSON.parse(item.dataset.sample ?? '') }] : [];
  });
  let order = entries;

  const shown = () => order.filter(({ item }) => !item.hidden);

  /** @param {(entry: Entry) => string | string[]} of */
  const distinct = (of) => [...new Set(entries.flatMap(of))].sort((a, b) => a.localeCompare(b));

  /** Choices of what is listed, by heading. */
  const filters = () => {
    /** @type {(list: (entry: Entry) => (string | null)[]) => (name: string) => Choice} */
    const having = (list) => (name) => [name, (entry) => list(entry).includes(name)];
    /** @type {[heading: string, choices: Choice[]][]} */
    const groups = [
      ['', [
        ['All', () => true],
        ['Different', ({ different }) => different],
        ['Failing', ({ failing }) => failing],
      ]],
      ['Error type', distinct(({ errors }) => errors).map(having(({ errors }) => errors))],
      ['System', distinct(({ system }) => system ?? []).map(having(({ system }) => [system]))],
      ['Tag', distinct(({ tags }) => tags).map(having(({ tags }) => tags))],
    ];
    return groups.filter(([, choices]) => choices.length > 0);
  };

  /** Ways of sorting. What has no value comes last. @returns {Sorting[]} */
  const sortings = () => {
    /** @param {Entry} entry @param {string} metric */
    const score = ({ scores }, metric) => (Object.hasOwn(scores, metric) ? scores[metric] : undefined);
    /** @type {(metric: string, sign: number) => Sorting[1]} */
    const byScore = (metric, sign) => (a, b) => {
      const [x, y] = [score(a, metric), score(b, metric)];
      if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
      return sign * (x - y);
    };
    return [
      ['As in the report', () => 0],
      ['Name', (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })],
      ...distinct(({ scores }) => Object.keys(scores)).flatMap((metric) => /** @type {Sorting[]} */ ([
        [`${metric}, lowest first`, byScore(metric, 1)],
        [`${metric}, highest first`, byScore(metric, -1)],
      ])),
    ];
  };

  const controls = () => {
    const groups = filters();
    const tests = groups.flatMap(([, choices]) => choices.map(([, test]) => test));
    const ways = sortings();
    let number = 0;
    /** @param {(Choice | Sorting)[]} choices */
    const options = (choices) => choices.map(([name]) => element('option', { value: number++, textContent: name }));
    const show = element('select', {}, ...groups.flatMap(([heading, choices]) =>
      heading ? element('optgroup', { label: heading }, ...options(choices)) : options(choices)));
    number = 0;
    const sort = element('select', {}, ...options(ways));
    const find = element('input', { type: 'search', placeholder: 'Name', autocomplete: 'off', spellcheck: false });
    const count = element('output');
    const [lists, groupsOf] = ['.entries', '.group'].map((name) => [...document.querySelectorAll(name)]);
    /** @param {string} name @param {boolean} open */
    const unfold = (name, open) => {
      const button = element('button', { type: 'button', textContent: name });
      button.addEventListener('click', () => {
        for (const { details } of shown()) if (details) details.open = open;
      });
      return button;
    };

    const sift = () => {
      const [test, words] = [tests[Number(show.value)], find.value.trim().toLowerCase()];
      for (const entry of entries) {
        const hidden = !test(entry) || !entry.name.toLowerCase().includes(words);
        entry.item.hidden = hidden;
      }
      for (const group of groupsOf) /** @type {HTMLElement} */ (group).hidden = !group.querySelector('.entry:not([hidden])');
      count.textContent = `${shown().length} of ${entries.length}`;
    };
    const arrange = () => {
      const [, compare] = ways[Number(sort.value)];
      order = [];
      for (const list of lists) {
        const own = entries.filter(({ item }) => item.parentElement === list).sort((a, b) => compare(a, b) || a.place - b.place);
        list.append(...own.map(({ item }) => item));
        order.push(...own);
      }
    };
    show.addEventListener('change', sift);
    find.addEventListener('input', sift);
    sort.addEventListener('change', arrange);
    sift();
    return element('div', { className: 'controls' },
      element('label', {}, 'Show ', show),
      element('label', {}, 'Find ', find),
      element('label', {}, 'Sort by ', sort),
      count,
      ...(entries.some(({ details }) => details) ? [unfold('Unfold all', true), unfold('Fold all', false)] : []),
      element('span', { className: 'keys' }, element('kbd', { textContent: 'j' }), ' next, ', element('kbd', { textContent: 'k' }), ' previous'));
  };

  /** The entry that a step leads to: from the one with the focus, or else from the one in sight. @param {number} step */
  const target = (step) => {
    const list = shown();
    const at = list.findIndex(({ item }) => item.contains(document.activeElement));
    if (at >= 0) return list[at + step];
    const below = list.findIndex(({ item }) => item.getBoundingClientRect().bottom > 40);
    return list[step > 0 ? below : (below < 0 ? list.length : below) - 1];
  };

  /** What the last step opened. @type {HTMLDetailsElement | null} */
  let walked = null;

  /** @param {number} step */
  const walk = (step) => {
    const neighbour = /** @type {HTMLAnchorElement | null} */ (document.querySelector(step > 0 ? 'a[rel=next]' : 'a[rel=prev]'));
    if (neighbour) {
      neighbour.click();
      return;
    }
    const to = target(step);
    if (!to) return;
    if (to.details && to.details !== walked) {
      if (walked) walked.open = false;
      walked = to.details.open ? null : to.details;
      to.details.open = true;
    }
    to.focus.focus({ preventScroll: true });
    to.item.scrollIntoView({ block: to.details ? 'start' : 'nearest' });
  };

  /** Unfolds what contains the place that the address names. Some browsers do so themselves. */
  const reveal = () => {
    let id = location.hash.slice(1);
    try {
      id = decodeURIComponent(id);
    } catch {
      // An address that is not encoded well names the place as it is.
    }
    const place = document.getElementById(id);
    let isFolded = false;
    for (let outer = place?.closest('details'); outer; outer = outer.parentElement?.closest('details')) {
      isFolded ||= !outer.open;
      outer.open = true;
    }
    if (isFolded) place?.scrollIntoView();
  };
  reveal();
  window.addEventListener('hashchange', reveal);

  if (entries.length > 1) document.querySelector('#samples')?.append(controls());
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.closest('input, select, textarea'))) return;
    const step = new Map([['j', 1], ['k', -1]]).get(event.key);
    if (!step) return;
    event.preventDefault();
    walk(step);
  });
})();
