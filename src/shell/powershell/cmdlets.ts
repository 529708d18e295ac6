/** Aliases of PowerShell, and the names themselves: all names are matched without regard to case. */
const ALIASES: Record<string, string> = {
  __proto__: null as never,
  ri: 'Remove-Item',
  rm: 'Remove-Item',
  del: 'Remove-Item',
  erase: 'Remove-Item',
  rd: 'Remove-Item',
  rmdir: 'Remove-Item',
  gc: 'Get-Content',
  cat: 'Get-Content',
  type: 'Get-Content',
  sc: 'Set-Content',
  ac: 'Add-Content',
  clc: 'Clear-Content',
  tee: 'Tee-Object',
  ni: 'New-Item',
  cpi: 'Copy-Item',
  cp: 'Copy-Item',
  copy: 'Copy-Item',
  mi: 'Move-Item',
  mv: 'Move-Item',
  move: 'Move-Item',
  rni: 'Rename-Item',
  ren: 'Rename-Item',
  gci: 'Get-ChildItem',
  ls: 'Get-ChildItem',
  dir: 'Get-ChildItem',
  gi: 'Get-Item',
  iwr: 'Invoke-WebRequest',
  curl: 'Invoke-WebRequest',
  wget: 'Invoke-WebRequest',
  irm: 'Invoke-RestMethod',
  iex: 'Invoke-Expression',
  saps: 'Start-Process',
  start: 'Start-Process',
  icm: 'Invoke-Command',
  sls: 'Select-String',
  cd: 'Set-Location',
  chdir: 'Set-Location',
  sl: 'Set-Location',
  pushd: 'Push-Location',
  sp: 'Set-ItemProperty',
  echo: 'Write-Output',
  write: 'Write-Output',
};

const NAMES =
  'Remove-Item Get-Content Set-Content Add-Content Clear-Content Clear-Item Out-File Tee-Object New-Item Copy-Item Move-Item Rename-Item Get-ChildItem Get-Item Invoke-WebRequest Invoke-RestMethod Start-BitsTransfer Invoke-Expression Start-Process Start-Job Invoke-Command Select-String Import-Csv Set-Location Push-Location Set-ItemProperty New-ItemProperty Remove-ItemProperty Write-Output Stop-Computer Restart-Computer Format-Volume Clear-Disk Initialize-Disk Remove-Partition Register-ScheduledTask New-ScheduledTask New-Service Set-Service Stop-Service Set-ExecutionPolicy Set-MpPreference Add-MpPreference Set-NetFirewallProfile Disable-NetFirewallRule New-LocalUser Add-LocalGroupMember Compress-Archive Expand-Archive Export-Csv Set-Acl Unblock-File Disable-ComputerRestore Stop-Process'.split(
    ' ',
  );

/** The cmdlet's name as it is written in its documentation; null: another program. */
export function cmdletOf(word: string): string | null {
  const name = word.toLowerCase();
  return ALIASES[name] ?? NAMES.find((known) => known.toLowerCase() === name) ?? null;
}

/** Programs of Unix that have the name of an alias: on Unix they are run, on Windows the cmdlet. */
export function isUnixName(word: string): boolean {
  return /^(?:rm|rmdir|cat|type|cp|mv|ls|curl|wget|echo|tee|cd|pushd|sc|ac)$/i.test(word);
}

const SWITCHES =
  'recurse force confirm whatif verbose debug append nonewline noclobber passthru raw wait asbytestream usebasicparsing hidden directory file nonewwindow container simplematch quiet list allmatches casesensitive notypeinformation'.split(
    ' ',
  );

export interface Arguments {
  /** Values by parameter, in lower case; lists are split at their commas. */
  named: Record<string, string[]>;
  operands: string[];
  has: (flag: string) => boolean;
}

/** Parameters may be cut short as long as they can be told apart: `-Rec`, `-fo`. */
export function readArguments(words: readonly string[]): Arguments {
  const named: Record<string, string[]> = {};
  const operands: string[] = [];
  const flags: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [, name = '', inline] = /^[-\u2013\u2014/]([A-Za-z]\w*)(?::(.*))?$/.exec(word) ?? [];
    if (name === '' || (word.startsWith('/') && name.length > 1)) operands.push(...listOf(word));
    else if (SWITCHES.some((known) => known.startsWith(name.toLowerCase()))) flags.push(name.toLowerCase());
    else {
      const values = inline === undefined || inline === '' ? [words[++at] ?? ''] : [inline];
      // `a, b` is one list in several words.
      while (values.at(-1)?.endsWith(',') === true && at + 1 < words.length) values.push(words[++at] ?? '');
      named[name.toLowerCase()] = values.flatMap(listOf);
    }
  }
  return { named, operands, has: (flag) => flags.some((given) => flag.startsWith(given)) };
}

function listOf(word: string): string[] {
  return word.split(',').filter((part) => part !== '');
}
