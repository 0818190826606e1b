// What a report gains where scripts run: its samples are filtered, searched, sorted and walked through by key. Without it the page is complete.
// Everything it shows is set as text, never as markup: names come from files.
'use strict';
(() => {
  /**
   * @typedef {{ name: string, system: string | null, different: boolean, failing: boolean, errors: string[], tags: string[], scores: Record<string, number> }} Sample
   * @typedef {Sample & { row: HTMLTableRowElement, link: HTMLAnchorElement, place: number, section: HTMLElement | null }} Entry
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

  // One entry for each sample: what the row says of it, and where it stands on the page, if it stands on this one.
  const table = /** @type {HTMLTableElement | null} */ (document.querySelector('table.contents'));
  /** @type {Entry[]} */
  const entries = [...(table?.tBodies[0]?.rows ?? [])].flatMap((row, place) => {
    const link = row.querySelector('a');
    if (!link) return [];
    const [page, anchor] = (link.getAttribute('href') ?? '').split('#');
    return { row, link, place, section: page ? null : document.getElementById(anchor), ...JSON.parse(row.dataset.sample ?? '') };
  });
  let order = entries;

  const shown = () => order.filter(({ row }) => !row.hidden);

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

    const sift = () => {
      const [test, words] = [tests[Number(show.value)], find.value.trim().toLowerCase()];
      for (const entry of entries) {
        const hidden = !test(entry) || !entry.name.toLowerCase().includes(words);
        entry.row.hidden = hidden;
        if (entry.section) entry.section.hidden = hidden;
      }
      count.textContent = `${shown().length} of ${entries.length}`;
    };
    const arrange = () => {
      const [, compare] = ways[Number(sort.value)];
      order = [...entries].sort((a, b) => compare(a, b) || a.place - b.place);
      table?.tBodies[0].append(...order.map(({ row }) => row));
      const sections = order.flatMap(({ section }) => section ?? []);
      sections[0]?.parentElement?.append(...sections);
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
      element('span', { className: 'keys' }, element('kbd', { textContent: 'j' }), ' next, ', element('kbd', { textContent: 'k' }), ' previous'));
  };

  /** The place in the list that a step leads to from what is in sight. @param {number} step */
  const target = (step) => {
    const list = shown();
    const sections = list.flatMap(({ section }) => section ?? []);
    if (sections.length > 0) {
      // The last one that begins above the middle of the window's upper part is what is read.
      const at = sections.findLastIndex((section) => section.getBoundingClientRect().top < 40);
      const isInside = at >= 0 && sections[at].getBoundingClientRect().top < -40;
      return sections[step < 0 && isInside ? at : at + step];
    }
    const at = list.findIndex(({ link }) => link === document.activeElement);
    return list[at < 0 && step < 0 ? list.length - 1 : at + step]?.link;
  };

  /** @param {number} step */
  const walk = (step) => {
    const neighbour = /** @type {HTMLAnchorElement | null} */ (document.querySelector(step > 0 ? 'a[rel=next]' : 'a[rel=prev]'));
    if (neighbour) {
      neighbour.click();
      return;
    }
    const to = target(step);
    if (!to) return;
    const heading = to.querySelector('h2');
    if (heading) heading.tabIndex = -1;
    (heading ?? to).focus({ preventScroll: true });
    to.scrollIntoView({ block: heading ? 'start' : 'nearest' });
  };

  if (entries.length > 1) table?.parentElement?.before(controls());
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.target instanceof Element && event.target.closest('input, select, textarea'))) return;
    const step = new Map([['j', 1], ['k', -1]]).get(event.key);
    if (!step) return;
    event.preventDefault();
    walk(step);
  });
})();
