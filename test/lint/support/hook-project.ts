import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { lint } from '../../../src/lint/lint.ts';

/** A project with one hook. */
export interface Case {
  event: string;
  matcher?: string;
  command?: string;
  script?: [name: string, text: string];
  handler?: Record<string, unknown>;
}

/** What lint finds in it: `id severity file:line`. */
export function findings({ event, matcher, command, script, handler }: Case): string[] {
  const root = mkdtempSync(join(tmpdir(), 'hookctl-spellings-'));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  const run = command ?? `"$CLAUDE_PROJECT_DIR"/.claude/hooks/${script?.[0] ?? ''}`;
  const group = {
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [{ type: 'command', command: run, ...handler }],
  };
  write('.claude/settings.json', JSON.stringify({ hooks: { [event]: [group] } }, null, 2));
  if (script !== undefined) {
    write(`.claude/hooks/${script[0]}`, script[1]);
    chmodSync(join(root, '.claude/hooks', script[0]), 0o755);
  }
  try {
    const request = { files: [], project: root, home: join(root, 'home'), settings: [], cwd: root, env: process.env };
    return lint(request).findings.map(({ id, severity, file, line }) => `${id} ${severity} ${basename(file)}:${line}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

export const py = (...lines: string[]) => ['#!/usr/bin/env python3', ...lines, ''].join('\n');
export const node = (...lines: string[]) => ['#!/usr/bin/env node', ...lines, ''].join('\n');
export const bash = (...lines: string[]) => ['#!/bin/bash', ...lines, ''].join('\n');
