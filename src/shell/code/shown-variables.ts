import { isSecretName, showVariables, withLoaded } from '../files/loaded-files.ts';
import type { Call, Machine } from '../run/machine.ts';

const PRINTS = String.raw`(?:console\.\w+|print|puts|pp?|echo|print_r|var_dump|(?:stdout|stderr)\.write|writeln|fmt\.Println)`;
/** What keeps the values: `JSON.stringify(process.env)`, `dict(os.environ)`. */
const WRAPPED = String.raw`(?:[\s(]*\b(?:JSON\.stringify|(?:util\.)?inspect|Object\.(?:entries|values|assign)|json\.dumps|json_encode|dict|str|repr)\(\s*(?:\{\}\s*,)?)*[\s(]*`;
const ALL = [
  String.raw`process\.env(?!\s*(?:\?\.|[.\w[]))`,
  String.raw`\{\s*\.\.\.process\.env`,
  String.raw`Deno\.env\.toObject\(`,
  String.raw`(?:Bun\.env|import\.meta\.env)(?!\s*(?:\?\.|[.\w[]))`,
  String.raw`os\.environ(?!\s*(?:\.(?:get|keys|setdefault|pop)\b|[\w[]))`,
  String.raw`(?:\w+\.)?dotenv_values\(`,
  String.raw`ENV(?:\.(?:to_h|to_a|inspect|map|sort))?(?![.\w[])`,
  String.raw`Dotenv\.(?:load|parse)`,
  String.raw`\$_ENV(?!\s*\[)`,
  String.raw`getenv\(\)`,
].join('|');
const ONE = [
  String.raw`process\.env(?:\??\.(\w+)|\[\s*["'](\w+))`,
  String.raw`os\.environ(?:\.get\(\s*["'](\w+)|\[\s*["'](\w+))`,
  String.raw`(?:os\.)?getenv\(\s*["'](\w+)`,
  String.raw`ENV(?:\.fetch\(\s*["'](\w+)|\[\s*["'](\w+))`,
  String.raw`Deno\.env\.get\(\s*["'](\w+)`,
].join('|');

const PRINTS_ALL = new RegExp(String.raw`\b${PRINTS}\b${WRAPPED}(?:${ALL})`);
/** One after the other: `for k, v in os.environ.items(): print(k, v)`. */
const PRINTS_EACH = new RegExp(
  String.raw`\b(?:os\.environ\.items\(\)|Object\.entries\(\s*process\.env\s*\)|ENV\.each)[\s\S]*\b${PRINTS}\b`,
);
const PRINTS_ONE = new RegExp(String.raw`\b${PRINTS}\b[\s(]*(?:${ONE})`, 'g');

/** The shell has put the value into the code: `python3 -c "print('$TOKEN')"`. */
const PRINTS_WRITTEN = new RegExp(String.raw`\b${PRINTS}\b[\s(]*[fr]?["'\`][^"'\`\n]*?\$\{?(\w+)`, 'g');

/** Code that loads a file of settings itself, and the file if it names another one than `.env`. */
const LOADS = /\bdotenv\b/i;
const NAMED = /\b(?:load_dotenv|dotenv_values)\(\s*(?:dotenv_path\s*=\s*)?["']([^"']+)|\bpath\s*:\s*["']([^"']+)/;

/** Code prints variables that a file of settings was loaded into: `node --env-file .env -p process.env`. */
export function runShownVariables(machine: Machine, call: Call, text: string): void {
  const named = NAMED.exec(text);
  const own = LOADS.test(text) ? [named?.[1] ?? named?.[2] ?? '.env'] : [];
  const scope = withLoaded(machine, call, own);
  if (scope.loaded.length === 0) return;
  const names = [...text.matchAll(PRINTS_ONE)].flatMap((match) => match.slice(1).filter((name) => name !== undefined));
  const written = [...machine.render(text).matchAll(PRINTS_WRITTEN)].map(([, name = '']) => name);
  if (written.some(isSecretName)) showVariables({ ...call, scope }, machine);
  else if (PRINTS_ALL.test(text) || PRINTS_EACH.test(text) || names.some(isSecretName))
    showVariables({ ...call, scope }, machine);
}
