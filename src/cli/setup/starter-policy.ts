import { readPolicyFiles } from '../../policy/index.ts';
import { resolvePack } from '../../policy/packs/index.ts';
import type { PolicyTemplate } from '../policy-text/starter-policies.ts';
import type { StarterRule } from './starter-rules.ts';

/** `watch`: everything is only recorded, until `hookctl promote`. */
export type Start = 'enforce' | 'watch';

const PACK = 'recommended';

/** The recommended pack and one rule. */
export function starterPolicy(rule: StarterRule, start: Start): PolicyTemplate {
  const isWatched = start === 'watch';
  return {
    about: `pack:${PACK}, and one rule of your own, which ${rule.about}.`,
    text: `${isWatched ? WATCHED : ENFORCED}
# Rules of your own. \`hookctl help policy\` explains the language, \`hookctl test\` runs the tests below a rule.
rules:
${isWatched ? rule.text.replace(/^( +)before:/m, '$1mode: observe\n$1before:') : rule.text}`,
  };
}

const ENFORCED = `policy: 1
extends: [pack:${PACK}]
`;

const WATCHED = `policy: 1
# Watch first: what these rules find is only recorded, but for the protection of hookctl itself. \`hookctl stats\` shows what enforcing would
# have changed, \`hookctl promote pack:${PACK}\` enforces the pack.
extends:
  - { pack: ${PACK}, mode: observe }
  - pack:self-protection
`;

/** What a person should know before they say yes to it. */
export function aboutPack(): string {
  const pack = resolvePack(`pack:${PACK}`, '');
  const files = pack === null ? [] : readPolicyFiles([{ ...pack, layer: 'pack' }], resolvePack);
  const rules = files.flatMap(({ value }) => Object.values(value.rules ?? {}));
  const refusing = rules.filter(({ deny }) => deny !== undefined).length;
  return `${rules.length} rules. ${refusing} refuse what cannot be undone: deleting the project or a home, a force push to main, reading private keys. ${rules.length - refusing} ask or warn: .env files, system files, a dropped database. Everyday work passes in silence.`;
}
