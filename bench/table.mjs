/** One scenario as lines of text: what it is, a row for each contender, and what was noted on the way. */
export function renderScenario({ name, about, missing, rounds, rows, notes }) {
  const head = `\n${name}: ${about}`;
  if (missing !== undefined) return `${head}\n  not measured: ${missing}`;
  const cells = [
    [`${rounds} rounds`, 'median ms', 'min ms', 'CPU ms', 'median', 'min', 'CPU', 'ratio to'],
    ...rows.map((row) => [
      row.name,
      milliseconds(row.medianMs),
      milliseconds(row.minMs),
      milliseconds(row.cpuMs),
      factor(row.ratio?.median),
      factor(row.ratio?.min),
      factor(row.ratio?.cpu),
      row.ratio?.to ?? '',
    ]),
  ];
  const last = cells[0].length - 1;
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) =>
    row.map((cell, column) =>
      column === 0 || column === last ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    );
  return [head, ...cells.map((row) => `  ${line(row).join('  ').trimEnd()}`), ...notes.map((note) => `  ${note}`)].join(
    '\n',
  );
}

function milliseconds(value) {
  if (value === null) return '–';
  return value < 100 ? value.toFixed(1) : value.toFixed(0);
}

function factor(value) {
  return value === undefined || value === null ? '' : `×${value.toFixed(2)}`;
}
