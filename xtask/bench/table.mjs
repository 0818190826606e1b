/** Prints a table: the first column is aligned to the left, numbers to the right. */
export function table(title, head, rows) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => String(row[column]).length)));
  const line = (row) => row.map((cell, column) => (column ? String(cell).padStart(widths[column]) : String(cell).padEnd(widths[column]))).join('  ');
  console.log(`\n${title}\n${[line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n')}`);
}
