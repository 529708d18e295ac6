import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Three tools with the inputs and outputs of their namesakes in Claude Code, so that hooks written for it work here. */
export function createTools(projectDir) {
  return {
    Bash({ command }) {
      const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { cwd: projectDir, encoding: 'utf8' });
      const text = `${stdout}${stderr}`.trim() || '(no output)';
      if (status !== 0) return { ok: false, text: `Exit code ${status}\n${text}` };
      return { ok: true, text, response: { stdout, stderr, interrupted: false, isImage: false } };
    },
    Read({ file_path: path, limit }) {
      const lines = readFileSync(resolve(projectDir, path), 'utf8').trimEnd().split('\n').slice(0, limit);
      return { ok: true, text: lines.join('\n'), response: { type: 'text', file: { filePath: path } } };
    },
    Write({ file_path: path, content }) {
      mkdirSync(dirname(resolve(projectDir, path)), { recursive: true });
      writeFileSync(resolve(projectDir, path), content);
      return { ok: true, text: `wrote ${path}`, response: { type: 'create', filePath: path, content } };
    },
  };
}
