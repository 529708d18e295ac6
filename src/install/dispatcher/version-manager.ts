const MANAGERS: readonly [name: string, directory: RegExp][] = [
  ['nvm', /[\\/]\.?nvm[\\/](?:versions[\\/]|v?\d)/],
  ['fnm', /[\\/]\.?fnm(?:_multishells[\\/]|[\\/](?:node-versions|aliases)[\\/])/],
  ['Volta', /[\\/]\.?volta[\\/]tools[\\/]/i],
  ['asdf', /[\\/]\.?asdf[\\/]installs[\\/]/],
  ['mise', /[\\/]mise[\\/]installs[\\/]/],
  ['nodenv', /[\\/]\.?nodenv[\\/]versions[\\/]/],
  ['n', /[\\/]n[\\/]versions[\\/]node[\\/]/],
];

/** The version manager in whose directory of one Node version a file is; null: none. Such a file goes with that version. */
export function versionManagerOf(path: string): string | null {
  return MANAGERS.find(([, directory]) => directory.test(path))?.[0] ?? null;
}
