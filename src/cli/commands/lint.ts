import { nodeSystem } from '../../system/node/system.ts';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { stateDirectory } from '../../hook/policy-files/locations.ts';
import { Refusal } from '../../install/refusal.ts';
import { type FixedFile, lintAndFix } from '../../lint/fix/fix.ts';
import { type LintRequest, UnreadableInput } from '../../lint/read/gather.ts';
import { lint, type LintResult } from '../../lint/lint.ts';
import { toSarif } from '../../lint/report/sarif.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { renderFixed, renderLint } from '../render/lint.ts';
import { pageOf } from '../render/text/style.ts';
import { jsonText, print, printVerbatim } from '../output.ts';

const OPTIONS = {
  project: {
    type: 'string',
    value: 'DIR',
    help: 'The project whose settings are checked (default: the current directory).',
  },
  home: { type: 'string', value: 'DIR', help: 'The home whose .claude/settings.json is read, in place of yours.' },
  settings: {
    type: 'string',
    value: 'FILE',
    multiple: true,
    help: 'Further settings, as the agent takes with --settings.',
  },
  managed: {
    type: 'string',
    value: 'FILE|DIR',
    help: "Managed settings (default: the system's, unless --home is given).",
  },
  fix: {
    type: 'boolean',
    help: 'Apply the safe fixes, show them as a diff, and list what is left. The old files are kept.',
  },
  'dry-run': { type: 'boolean', help: 'With --fix: show the diff, write nothing.' },
  format: { type: 'string', value: 'text|json|sarif', help: 'How the findings are printed (default: text).' },
  json: { type: 'boolean', help: 'The same as --format json: { findings, files }.' },
  sarif: { type: 'boolean', help: 'The same as --format sarif: SARIF 2.1.0, for code-scanning pages.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const lintCommand = defineCommand({
  name: 'lint',
  group: 'install',
  summary: 'Find traps in hook settings and hook scripts without running them.',
  usage: '[FILE…] [--project DIR] [--home DIR] [--settings FILE]… [--fix [--dry-run]] [--json | --sarif]',
  about:
    'Without a FILE: the settings in force in this project, and the scripts they name. A FILE is a settings file, the hooks.json of a plugin, or a script. Exit code 1 with errors or warnings; notes do not fail.',
  options: OPTIONS,
  maxPositionals: Infinity,
  examples: [
    {
      run: 'hookctl lint',
      shows: 'the hooks in force here: user, project, local, plugins, and their scripts',
      harmless: true,
    },
    { run: 'hookctl lint .claude/hooks/guard.sh', shows: 'one script' },
    { run: 'hookctl lint --fix --dry-run', shows: 'what could be fixed safely, as a diff', harmless: true },
    { run: 'hookctl lint --sarif > lint.sarif', shows: 'for a code-scanning page', harmless: true },
  ],
  changes: ({ values }) => (values.fix === true && values['dry-run'] !== true ? "the agent's settings" : null),
  run: async (input) => runLint(input),
});

function runLint({ values, positionals }: Input): number {
  const format = formatOf(values);
  const request: LintRequest = {
    files: positionals,
    project: values.project,
    home: values.home,
    settings: values.settings ?? [],
    managed: values.managed,
    cwd: process.cwd(),
    env: process.env,
  };
  if (values['dry-run'] === true && values.fix !== true) throw new UsageError('--dry-run needs --fix');
  const { result, fixed } = lintOrRefuse(request, { fix: values.fix === true, dryRun: values['dry-run'] === true });
  if (format === 'text') print(rendered(result, fixed));
  else printVerbatim(machineText(result, fixed, format));
  return result.findings.some(({ severity }) => severity !== 'info') ? 1 : 0;
}

type Format = 'text' | 'json' | 'sarif';

function formatOf({ format, json, sarif }: Input['values']): Format {
  const named = [format, json === true ? 'json' : undefined, sarif === true ? 'sarif' : undefined].filter(
    (one) => one !== undefined,
  );
  if (new Set(named).size > 1) throw new UsageError(`choose one of ${named.join(' and ')}`);
  const chosen = named[0] ?? 'text';
  if (chosen !== 'text' && chosen !== 'json' && chosen !== 'sarif')
    throw new UsageError(`--format: "${chosen}" is not text, json or sarif`);
  return chosen;
}

interface Looked {
  result: LintResult;
  fixed: FixedFile[];
}

function lintOrRefuse(request: LintRequest, { fix, dryRun }: { fix: boolean; dryRun: boolean }): Looked {
  try {
    if (!fix) return { result: lint(request), fixed: [] };
    return lintAndFix({ ...request, stateDirectory: stateDirectory(nodeSystem, request.env), now: new Date(), dryRun });
  } catch (error) {
    if (error instanceof UnreadableInput || error instanceof Refusal) throw new InputError(error.message);
    throw error;
  }
}

function machineText({ findings, files }: LintResult, fixed: readonly FixedFile[], format: 'json' | 'sarif'): string {
  if (format === 'json') {
    const done = fixed.map(({ file, done, backup }) => ({ file, done, backup }));
    return `${jsonText({ findings, files: files.length, ...(done.length > 0 ? { fixed: done } : {}) }, 2)}\n`;
  }
  return `${jsonText(toSarif(findings, packageJson.version), 2)}\n`;
}

function rendered({ findings, files }: LintResult, fixed: readonly FixedFile[]): string {
  const page = pageOf(process.stdout);
  return renderFixed(fixed, page.paint) + renderLint({ findings, files }, page);
}
