import { choosePolicy } from '../../hook/policy-files/chosen-policy.ts';
import { writtenRules } from '../../policy/compile/engine-rules.ts';
import type { PolicyTemplate } from '../policy-text/starter-policies.ts';
import type { StarterRule } from './starter-rules.ts';

/** `watch`: everything is only recorded, until `hookctl promote`. */
export type Start = 'enforce' | 'watch';

const PACK = 'recommended';

/** The recommended pack and one rule. */
export function starterPolicy(rule: StarterRule, start: Start): PolicyTemplate {
  return {
    about: `pack:${PACK}, and one rule of your own: ${rule.id} ${rule.about}.`,
    text: `${start === 'watch' ? WATCHED : ENFORCED}
# Rules of your own. \`hookctl help policy\` explains the language, \`hookctl test\` runs the tests below a rule.
rules:
${rule.text}`,
  };
}

const ENFORCED = `policy: 1
extends: [pack:${PACK}]
`;

const WATCHED = `policy: 1
# Watch first: calls are only recorded. \`hookctl stats\` shows what enforcing would have changed, \`hookctl promote\` enforces.
mode: observe
extends: [pack:${PACK}]
`;

/** What a person should know before they say yes to it. */
export function aboutPack(): string {
  const { artefact } = choosePolicy({ pack: PACK, env: {}, cwd: '/' });
  const rules = writtenRules(artefact?.rules ?? []);
  const refusing = rules.filter(({ verb }) => verb === 'deny').length;
  return `${rules.length} rules. ${refusing} refuse what cannot be undone: deleting the project or a home, a force push to main, reading private keys. ${rules.length - refusing} ask or warn: .env files, system files, a dropped database. Everyday work passes in silence.`;
}
