import { referencesOf } from '../read/gather.ts';
import { type HandlerEntry, spanOf } from '../read/settings-document.ts';
import { displaces, type LintWorld, overlappingPairs } from '../read/world.ts';
import { defineTrap } from '../trap.ts';

export const runsTwice = defineTrap({
  id: 'runs-twice',
  title: 'The same hook in the settings and in a plugin',
  severity: 'warning',
  looksAt: 'world',
  happens: 'Copies in settings files run once, but a plugin keeps its own copy: the hook runs twice for each event.',
  remedy: 'Keep one of the two.',
  evidence: { cases: ['o10-plug-dup'], protocol: 'Copies' },
  *check(world) {
    for (const [earlier, later] of overlappingPairs(world)) {
      const plugins = [earlier, later].filter(({ document }) => document.source.origin.source === 'plugin');
      if (plugins.length !== 1 || displaces(earlier, later) || !isSame(earlier, later, world)) continue;
      const [plugin] = plugins;
      const own = plugin === earlier ? later : earlier;
      const name = plugin?.document.source.origin.plugin?.name ?? '';
      yield { at: spanOf(own.document, own.path), message: `the plugin "${name}" runs the same hook` };
    }
  },
});

function isSame(a: HandlerEntry, b: HandlerEntry, world: LintWorld): boolean {
  if (a.handler.type !== b.handler.type || (a.handler.if ?? '') !== (b.handler.if ?? '')) return false;
  if (a.handler.type === 'http' && b.handler.type === 'http') return a.handler.url === b.handler.url;
  const [first, second] = [a, b].map((entry) => referencesOf(entry, world).map(({ path }) => path));
  return (
    first !== undefined &&
    second !== undefined &&
    first.length > 0 &&
    first.every((path) => path !== null && second.includes(path))
  );
}
