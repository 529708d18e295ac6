import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageDirectory } from '../../hook/resident/product.ts';
import { outsideFences } from './fences.ts';

/** A page of `docs/`, which comes with the package. */
export interface DocPage {
  /** `policy` for `docs/policy.md`. */
  name: string;
  title: string;
  text: string;
}

export interface Section {
  /** As an address spells it: `what-is-written`. */
  name: string;
  title: string;
  level: number;
  /** With its heading and what is below it. */
  text: string;
}

export function docPages(folder: string = join(packageDirectory(), 'docs')): DocPage[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => readPage(file.slice(0, -'.md'.length), readFileSync(join(folder, file), 'utf8')));
}

/** @internal */
export function readPage(name: string, source: string): DocPage {
  const text = source.replace(/^<!--.*?-->\s*/s, '');
  return { name, title: /^# (.*)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? name, text };
}

/** Every heading below the title. */
export function sectionsOf(text: string): Section[] {
  const lines = text.split('\n');
  const isCode = outsideFences(lines).map((outside) => !outside);
  const heads = lines.flatMap((line, at) => {
    const found = isCode[at] === true ? null : /^(#{2,4}) (.*)$/.exec(line);
    return found === null ? [] : [{ at, level: found[1]?.length ?? 2, title: found[2] ?? '' }];
  });
  return heads.map(({ at, level, title }, i) => {
    const next = heads.slice(i + 1).find((other) => other.level <= level);
    return { name: slug(title), title, level, text: lines.slice(at, next?.at).join('\n') };
  });
}

/** The text before the first section. */
export function introductionOf(text: string): string {
  const lines = text.split('\n');
  const outside = outsideFences(lines);
  const first = lines.findIndex((line, at) => outside[at] === true && line.startsWith('## '));
  return lines.slice(0, first === -1 ? undefined : first).join('\n');
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
