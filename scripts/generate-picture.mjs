#!/usr/bin/env node
// Writes docs/first-rule.svg: a recording of real commands of the built hookctl, in a temporary project. `--check` only says whether the text is that of the
// product; numbers (of rules) may differ.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const hookctl = join(root, 'dist/hookctl.mjs');
const picture = join(root, 'docs/first-rule.svg');
const COLUMNS = 90;

/** The rule of the README. */
const POLICY = /```yaml\n(policy: 1\n[^]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1];
const SCENES = [
  { shown: 'cat .hookctl/policy.yaml', output: () => POLICY },
  { shown: 'npx hookctl test', args: ['test'] },
  {
    shown: "npx hookctl explain 'sed -i s/a/b/ db/migrations/001.sql'",
    args: ['explain', 'sed -i s/a/b/ db/migrations/001.sql'],
  },
];

const FONT = 14;
const LINE = 20;
const MARGIN = 20;
const BAR = 36;
const CHARACTER = FONT * 0.602;

const COLOURS = { 31: 'red', 32: 'green', 33: 'yellow', 34: 'blue', 35: 'magenta', 36: 'cyan', 90: 'gray' };
const MARKS = { 1: 'bold', 2: 'dim', 3: 'italic', 4: 'underline' };

main();

function main() {
  if (!existsSync(hookctl)) fail('dist/hookctl.mjs is missing: run `npm run build` first.');
  if (POLICY === undefined) fail('README.md has no policy to show.');
  const made = draw(record());
  if (!process.argv.includes('--check')) return writeFileSync(picture, made);
  const stored = existsSync(picture) ? readFileSync(picture, 'utf8') : '';
  if (withoutNumbers(stored) !== withoutNumbers(made))
    fail('Stale: docs/first-rule.svg\nRun: npm run build && npm run generate');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Numbers of rules and columns move with every pack. */
function withoutNumbers(text) {
  return text.replaceAll(/\d+/g, 'N');
}

/** Each command with what it printed, colours included. */
function record() {
  const place = mkdtempSync(join(tmpdir(), 'hookctl-picture-'));
  try {
    const project = join(place, 'project');
    for (const name of ['.hookctl', 'db/migrations']) mkdirSync(join(project, name), { recursive: true });
    mkdirSync(join(place, 'home'));
    writeFileSync(join(project, '.hookctl/policy.yaml'), POLICY);
    writeFileSync(join(project, 'db/migrations/001.sql'), '');
    return SCENES.map(({ shown, args, output }) => ({ shown, lines: linesOf(output?.() ?? run(args, place)) }));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function run(args, place) {
  const { PATH } = process.env;
  const { stdout, status, stderr } = spawnSync(process.execPath, [hookctl, ...args], {
    cwd: join(place, 'project'),
    env: {
      PATH,
      HOME: join(place, 'home'),
      HOOKCTL_STATE_DIR: join(place, 'state'),
      HOOKCTL_TRUST: 'project',
      LANG: 'C.UTF-8',
      FORCE_COLOR: '1',
      COLUMNS: String(COLUMNS),
    },
    encoding: 'utf8',
  });
  if (status !== 0) fail(`hookctl ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

function linesOf(text) {
  return text.trimEnd().split('\n');
}

function draw(scenes) {
  const rows = scenes.flatMap(({ shown, lines }, scene) => [
    { scene, text: `\u001B[32m$\u001B[39m \u001B[1m${shown}\u001B[22m` },
    ...lines.map((text) => ({ scene, text })),
    { scene, text: '' },
  ]);
  const width = Math.ceil(COLUMNS * CHARACTER) + 2 * MARGIN;
  const height = BAR + rows.length * LINE + MARGIN;
  const groups = scenes.map((_, scene) => {
    const lines = rows.flatMap(({ scene: own, text }, at) => (own === scene && text !== '' ? [textAt(text, at)] : []));
    return `  <g class="scene" style="animation-delay:${scene * 2}s">\n${lines.join('\n')}\n  </g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="A rule, its tests, and what it says about a command">
  <style>
    text { font: ${FONT}px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #d4d8dd; white-space: pre; }
    .bold { font-weight: bold; } .dim { fill: #8b949e; } .italic { font-style: italic; } .underline { text-decoration: underline; }
    .red { fill: #ff7b72; } .green { fill: #7ee787; } .yellow { fill: #e3b341; } .blue { fill: #79c0ff; } .magenta { fill: #d2a8ff; } .cyan { fill: #76e3ea; } .gray { fill: #8b949e; }
    @media (prefers-reduced-motion: no-preference) { .scene { animation: appear 0.4s backwards; } }
    @keyframes appear { from { opacity: 0; } }
  </style>
  <rect width="${width}" height="${height}" rx="8" fill="#14181e"/>
  <circle cx="22" cy="18" r="6" fill="#ff5f57"/><circle cx="42" cy="18" r="6" fill="#febc2e"/><circle cx="62" cy="18" r="6" fill="#28c840"/>
${groups.join('\n')}
</svg>
`;
}

/** Spaces at the beginning are a place: viewers drop them. */
function textAt(text, row) {
  const indent = /^ */.exec(text)[0].length;
  const x = Math.round((MARGIN + indent * CHARACTER) * 10) / 10;
  return `    <text x="${x}" y="${BAR + (row + 1) * LINE}">${spans(text.slice(indent))}</text>`;
}

/** Escape sequences of colours → spans with classes. */
function spans(line) {
  let colour = null;
  let marks = new Set();
  // eslint-disable-next-line no-control-regex -- colour codes are what is looked for
  const parts = line.split(/(\u001B\[[\d;]*m)/);
  return parts
    .map((part, i) => {
      if (i % 2 === 0) return part === '' ? '' : span(part, [...marks, ...(colour === null ? [] : [colour])]);
      for (const code of part.slice(2, -1).split(';').map(Number)) {
        if (code === 0) [colour, marks] = [null, new Set()];
        else if (code === 39) colour = null;
        else if (code === 22) for (const mark of ['bold', 'dim']) marks.delete(mark);
        else if (code === 23) marks.delete('italic');
        else if (code === 24) marks.delete('underline');
        else if (code in COLOURS) colour = COLOURS[code];
        else if (code in MARKS) marks.add(MARKS[code]);
      }
      return '';
    })
    .join('');
}

function span(text, classes) {
  // Viewers join common spaces.
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(' ', '\u00A0');
  return classes.length === 0 ? escaped : `<tspan class="${classes.join(' ')}">${escaped}</tspan>`;
}
