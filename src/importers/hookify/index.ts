import { defineImporter, type SourceFile, type Translation, untranslated } from '../importer.ts';
import { readFrontmatter } from './frontmatter.ts';
import { translateRule } from './rule.ts';

/** Rules of the hookify plugin: one Markdown file each, the message below a frontmatter. */
export const hookify = defineImporter({
  name: 'hookify',
  about: 'rules of the hookify plugin (.claude/hookify.*.local.md)',
  places: [/(?:^|\/)\.claude\/hookify\.[^/]*\.md$/, /^hookify\.[^/]*\.md$/],
  ownNames: /(?:^|\/)hookify\.[^/]*\.local\.md$/,
  recognises: ({ path, text }) => path.endsWith('.md') && /^---\s*\n[^]*?^(?:event|pattern|conditions):/m.test(text),
  translate: (files) => files.map(translateFile),
});

function translateFile({ path, text }: SourceFile): Translation {
  const read = readFrontmatter(text);
  if ('problem' in read) return untranslated(path, read.line, path, read.problem);
  return translateRule(path, read.fields, read.body);
}
