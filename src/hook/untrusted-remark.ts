import type { IgnoredVariable } from './trust/repository-variables.ts';

const MOST = 5;

/** Two sentences for the person, and what was ignored; null: nothing was. */
export function untrustedRemark(loosenings: readonly string[], variables: readonly IgnoredVariable[]): string | null {
  const ignored = [
    ...loosenings,
    ...variables.map(({ name, value, file }) => `${file} (settings): sets ${name}=${value.slice(0, 80)}`),
  ];
  if (ignored.length === 0) return null;
  const more = ignored.length > MOST ? [`  and ${ignored.length - MOST} more`] : [];
  return [
    "hookctl: you have not trusted this project's policy as it is now, so it can only tighten; what would loosen other rules is ignored.",
    'Read it and run `hookctl trust` in your own terminal to put it fully into force. Ignored:',
    ...ignored.slice(0, MOST).map((line) => `  ${line}`),
    ...more,
  ].join('\n');
}
