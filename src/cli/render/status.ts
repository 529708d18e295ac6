import type { StatusReport } from '../../doctor/status.ts';
import { localTime } from './text/local-time.ts';
import { nearPath } from './text/near-path.ts';
import { oneLine, shorten } from './text/plain-text.ts';
import type { Page } from './text/style.ts';
import { hang } from './text/wrap.ts';

/** Five lines. */
export function renderStatus(
  status: StatusReport & { version: string; node: string },
  home: string,
  { paint, width }: Page,
): string {
  const { armed, where, mode, rules, refusals } = status;
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
    [
      'Mode',
      mode === 'enforce'
        ? mode
        : paint('yellow', mode === 'warn' ? 'warn: nothing is refused' : 'observe: rules only watch'),
    ],
    ['Rules', wordRules(rules, short)],
    ['Refused', wordRefusals(refusals, width)],
    ['Version', `hookctl ${status.version} on Node ${status.node}`],
  ];
  return lines.flatMap(([name, text]) => hang(`${paint('bold', name.padEnd(8))} `, text, width)).join('\n') + '\n';
}

function wordRules(
  { total, warn, observe, files, errors }: StatusReport['rules'],
  short: (path: string) => string,
): string {
  const milder = [...(warn > 0 ? [`${warn} only warn`] : []), ...(observe > 0 ? [`${observe} only watch`] : [])];
  const broken = errors === 0 ? '' : `, ${errors} ${errors === 1 ? 'error' : 'errors'} (\`hookctl check\`)`;
  return `${total}${milder.length === 0 ? '' : ` (${milder.join(', ')})`} from ${files.map(short).join(', ')}${broken}`;
}

function wordRefusals({ days, count, last }: StatusReport['refusals'], width: number): string {
  if (last === null) return `nothing in the last ${days} days`;
  const what = `${localTime(Date.parse(last.time), 'short')} ${oneLine(last.what)}`;
  return `${count} in the last ${days} days; last ${shorten(what, Math.max(30, width - 40))} by ${last.rule}`;
}
