// Calculates scores during typing. Run `npm install texlens` in this folder, then serve the folder: `npx http-server`.
import init, { Scorer, metrics } from './node_modules/texlens/texlens.js';

const form = document.querySelector('form');
const status = document.querySelector('[role=status]');
const table = document.querySelector('table');
if (!form || !status || !table) throw new Error('index.html and page.mjs do not belong together');

await init();
const scorer = new Scorer({ spans: false });
const about = new Map(metrics().map((metric) => [metric.id, metric]));

function score() {
  const texts = new FormData(form ?? undefined);
  const scores = scorer.score('formula', String(texts.get('reference')), String(texts.get('prediction')));
  const rows = scores.flatMap(({ metric, outcome }) => {
    if (outcome.state !== 'defined') return [];
    const row = document.createElement('tr');
    row.append(cell('th', about.get(metric)?.name ?? metric), cell('td', outcome.value.toFixed(3)), cell('td', about.get(metric)?.about ?? ''));
    return [row];
  });
  table?.tBodies[0].replaceChildren(...rows);
}

/** @param {string} name @param {string} text */
function cell(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

form.addEventListener('input', score);
score();
table.hidden = false;
status.textContent = `${table.tBodies[0].rows.length} metrics of formulas are defined on this pair.`;
