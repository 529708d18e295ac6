import { HOME, ROOT } from '../../policy/tests/simulated-world.ts';
import { fileRuleMatches } from '../../runtime/if-rule/file.ts';
import type { DraftCondition, Draft } from '../importer.ts';
import { escapeRegex, regex } from '../regex-text.ts';
import { type Base, type EntryVerb, exact, no, type Translated } from './translated.ts';

/** A denial covers every tool that reads or writes, the shell included; a permission covers only the tools the client means. */
const MOMENTS = {
  read: { stop: 'read', allow: 'Read' },
  write: { stop: 'write', allow: 'Edit|Write|MultiEdit|NotebookEdit' },
};

export function fileEntry(base: Base, tool: string, content: string | undefined): Translated {
  const kind = tool === 'Read' ? 'read' : 'write';
  const before = MOMENTS[kind][base.verb === 'allow' ? 'allow' : 'stop'];
  const notes = [
    ...(base.verb === 'allow'
      ? []
      : [`stricter: ${kind === 'read' ? 'reading' : 'writing'} it from the shell counts, too`]),
    ...(content !== undefined && tool !== 'Read' && tool !== 'Edit'
      ? [`the client looks at Edit(…) only; ${tool}(…) is taken for it`]
      : []),
  ];
  const call = (path: string) => ({ [kind === 'read' ? 'Read' : 'Edit']: path });
  if (content === undefined) {
    const draft: Draft = {
      ...base,
      moment: { before },
      fires: [call('a.txt')],
      passes: [kind === 'read' ? { Edit: 'a.txt' } : { Read: 'a.txt' }],
    };
    return { ...exact(draft), notes };
  }
  if (/^[#!]/.test(content)) return no('a comment or a negation, which the client ignores');
  const paths = samplesOf(content);
  const matches = (path: string) =>
    fileRuleMatches(content, absolute(path), { cwd: ROOT, projectDir: ROOT, home: HOME });
  const draft: Draft = {
    ...base,
    moment: { before },
    when: whenOf(content, base.verb),
    fires: paths.filter(matches).map(call),
    passes: paths.filter((path) => !matches(path)).map(call),
  };
  if (!/^(?:\/|~\/)/.test(content))
    notes.push("counts from the project's root; the client counts from its working directory");
  return { fidelity: notes.length > 0 ? 'approximate' : 'exact', notes, drafts: [draft] };
}

function whenOf(content: string, verb: EntryVerb): DraftCondition {
  const globs = globsOf(content, verb);
  const path = (list: string[]) => ({ path: list.length === 1 ? list[0] : list });
  // Our `**/x` is found outside of the project, too, which is right for stopping only.
  if (verb === 'allow') return { ...path(globs), ...(globs[0]?.startsWith('**') === true ? { place: 'project' } : {}) };
  // `/etc/passwd` is a path of the project, but the client takes it for the absolute one as well.
  if (/^\/[^/*?[][^*?[]*$/.test(content)) return path([...globs, content]);
  return /^\*.*\//.test(content) ? [path(globs), { 'input.file_path': wholePath(content) }] : path(globs);
}

/** The client also compares a pattern with the absolute path, where every star spans slashes; that matters for patterns that begin with one. */
function wholePath(content: string): string {
  const parts = content
    .split(/(\*\*\/|\*+)/)
    .map((part) => (part === '**/' ? '(?:.*/)?' : part.startsWith('*') ? '.*' : escapeRegex(part)));
  return regex(`^${parts.join('')}$`);
}

/** A gitignore pattern below its anchor, as globs of ours. What it finds may be a folder, so all below is meant, too. */
function globsOf(content: string, verb: EntryVerb): string[] {
  const [anchor, rest] = anchored(content.replaceAll(/(?<!^)\/{2,}/g, '/').replaceAll(/(?:\*\*\/)+(?=\*\*)/g, ''));
  const folder = rest.endsWith('/**') ? rest.slice(0, -3) : rest.replace(/\/$/, '');
  if (folder === '' || folder === '**')
    return [verb === 'allow' && rest.endsWith('/') ? `${anchor}*/*/**` : `${anchor}**`];
  if (verb === 'allow' && content.endsWith('/**/**')) return [`${anchor}${folder}/*/**`];
  // Without a slash a gitignore pattern holds at any depth, unless it has an anchor or `/**` made it a folder of the root.
  const deep = !/^[/~]/.test(content) && !/\/|^\*\*/.test(folder) && !rest.endsWith('/**');
  const glob = `${anchor}${deep ? '**/' : ''}${folder}`;
  // `dir/` is the content of the folder; our `dir/**` is the folder, too.
  if (rest.endsWith('/')) return [verb === 'allow' ? `${glob}/*/**` : `${glob}/**`];
  if (rest.endsWith('/**')) return [`${glob}/**`];
  return glob.endsWith('**') ? [glob] : [glob, `${glob}/**`];
}

function anchored(content: string): [anchor: string, rest: string] {
  if (content.startsWith('//')) return ['/', content.slice(2)];
  if (content.startsWith('~/')) return ['~/', content.slice(2)];
  return ['', content.replace(/^(?:\.\/|\/)/, '')];
}

function samplesOf(content: string): string[] {
  const [anchor, rest] = anchored(content);
  const plain = rest.replaceAll('**', 'a/b').replaceAll('*', 'x').replaceAll('?', 'q').replace(/\/$/, '/f');
  return [
    ...new Set([
      anchor + plain,
      `${anchor}${plain}/below`,
      anchor === '' ? `deep/er/${plain}` : '/elsewhere/x',
      'other.txt',
    ]),
  ];
}

function absolute(path: string): string {
  if (path.startsWith('~/')) return `${HOME}/${path.slice(2)}`;
  return path.startsWith('/') ? path : `${ROOT}/${path}`;
}
