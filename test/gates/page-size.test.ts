import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ROOT } from '../support/hookctl.ts';

const MOST_BYTES = 150_000;
const PAGE = join(ROOT, 'dist/page');

const files = readdirSync(PAGE, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));

it('the page is at most 150 KB, gzipped', () => {
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(PAGE, name))).length, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(files.some((name) => name.endsWith('.js'))).toBe(true);
});

it('the page holds no script, style or address that its content security policy would refuse', () => {
  const html = readFileSync(join(PAGE, 'index.html'), 'utf8');
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  const foreign = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].filter(
    ([, address]) => !address?.startsWith('/assets/'),
  );
  expect(foreign).toEqual([]);
});
