/** One scenario as lines of text: what it is, a row for each contender, and what was noted on the way. */
export function renderScenario({ name, about, missing, rounds, rows, notes }) {
  const head = `\n${name}: ${about}`;
  if (missing !== undefined) return `${head}\n  not measured: ${missing}`;
  const columns = COLUMNS.filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  const cells = [
    [`${rounds} rounds`, ...columns.map(({ title }) => title)],
    ...rows.map((row) => [row.name, ...columns.map(({ cell }) => cell(row))]),
  ];
  const last = columns.at(-1)?.title === 'ratio to' ? cells[0].length - 1 : -1;
  const widths = cells[0].map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) =>
    row.map((cell, column) =>
      column === 0 || column === last ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
    );
  return [head, ...cells.map((row) => `  ${line(row).join('  ').trimEnd()}`), ...notes.map((note) => `  ${note}`)].join(
    '\n',
  );
}

/** A column that no row fills is left out. */
const COLUMNS = [
  { title: 'median ms', cell: ({ medianMs }) => milliseconds(medianMs) },
  { title: 'min ms', cell: ({ minMs }) => milliseconds(minMs) },
  { title: 'CPU ms', cell: ({ cpuMs }) => milliseconds(cpuMs) },
  { title: 'median µs', cell: ({ medianMicros }) => (medianMicros === undefined ? '' : medianMicros.toFixed(1)) },
  { title: 'min µs', cell: ({ minMicros }) => (minMicros === undefined ? '' : minMicros.toFixed(1)) },
  { title: 'requests/s', cell: ({ perSecond }) => (perSecond === undefined ? '' : String(Math.round(perSecond))) },
  { title: 'MiB', cell: ({ memoryKiB }) => (memoryKiB === undefined ? '' : (memoryKiB / 1024).toFixed(1)) },
  { title: 'median', cell: ({ ratio }) => factor(ratio?.median) },
  { title: 'min', cell: ({ ratio }) => factor(ratio?.min) },
  { title: 'CPU', cell: ({ ratio }) => factor(ratio?.cpu) },
  { title: 'min CPU', cell: ({ ratio }) => factor(ratio?.minCpu) },
  { title: 'ratio', cell: ({ ratio }) => factor(ratio?.perSecond) },
  { title: 'ratio to', cell: ({ ratio }) => ratio?.to ?? '' },
];

function milliseconds(value) {
  if (value === undefined) return '';
  if (value === null) return '–';
  if (value < 10) return value.toFixed(2);
  return value < 100 ? value.toFixed(1) : value.toFixed(0);
}

function factor(value) {
  return value === undefined || value === null ? '' : `×${value.toFixed(2)}`;
}
