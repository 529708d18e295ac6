import type { StatusReport } from '../../doctor/status.ts';
import { count } from './problems.ts';
import { localTime } from './text/local-time.ts';
import { nearPath } from './text/near-path.ts';
import { oneLine, shorten } from './text/plain-text.ts';
import type { Page, Paint } from './text/style.ts';
import { hang } from './text/wrap.ts';

/** Five lines. */
export function renderStatus(
  status: StatusReport & { version: string; node: string },
  home: string,
  { paint, width }: Page,
): string {
  const { armed, where, rules, refusals } = status;
  const short = (path: string) => {
    const near = nearPath(path, status.project);
    return near.startsWith(`${home}/`) ? `~${near.slice(home.length)}` : near;
  };
  const places = where.map(({ source, file }) => `${source} settings (${short(file)})`).join(', ');
  const lines: [string, string][] = [
    [
      'Armed',
      armed
        ? `${paint('green', 'yes')}, in ${places}`
        : `${paint('red', 'no')}: \`hookctl install\` registers the hook`,
    ],
    ['Mode', wordMode(status, paint)],
    ['Rules', wordRules(rules, short)],
    ['Refused', wordRefusals(refusals, width)],
    ['Version', `hookctl ${status.version} on Node ${status.node}`],
  ];
  return lines.flatMap(([name, text]) => hang(`${paint('bold', name.padEnd(8))} `, text, width)).join('\n') + '\n';
}

function wordMode({ mode, unknownMode }: StatusReport, paint: Paint): string {
  const words = { enforce: 'enforce', warn: 'warn: nothing is refused', observe: 'observe: rules only watch' }[mode];
  const ignored =
    unknownMode === null
      ? ''
      : `  (HOOKCTL_MODE="${oneLine(unknownMode)}" is not enforce, warn or observe, and is ignored)`;
  return `${mode === 'enforce' ? words : paint('yellow', words)}${paint('yellow', ignored)}`;
}

function wordRules(
  { total, warn, observe, files, errors, impaired, trusted }: StatusReport['rules'],
  short: (path: string) => string,
): string {
  const milder = [...(warn > 0 ? [`${warn} only warn`] : []), ...(observe > 0 ? [`${observe} only watch`] : [])];
  const rules = `${total}${milder.length === 0 ? '' : ` (${milder.join(', ')})`}`;
  const from = files.map(short).join(', ');
  if (errors > 0) {
    const broken = `${from}, which ${files.length === 1 ? 'has' : 'have'} ${count(errors, 'error')}: \`hookctl check\``;
    return impaired ? `${rules}, without ${broken}` : `${rules} of the last good version of ${broken}`;
  }
  return `${rules} from ${from}${trusted ? '' : ', not trusted as it is now: `hookctl trust`'}`;
}

function wordRefusals({ days, count: number, last }: StatusReport['refusals'], width: number): string {
  if (last === null) return `nothing in the last ${days} days`;
  const what = shorten(oneLine(last.what).replace(/^run /, ''), Math.max(30, width - 60));
  return `${number} in the last ${days} days; last: ${what} (${last.rule}), ${localTime(Date.parse(last.time), 'short')}`;
}
