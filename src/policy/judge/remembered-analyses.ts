import { type Analysis, analyse, type Context, withAssumed } from '../../shell/index.ts';

const MOST = 256;
/** Long scripts are rarely run twice, and would be kept for nothing. */
const LONGEST = 2_000;

const known = new Map<string, Analysis>();

/** A hook that stays in memory sees the same commands again and again; what they mean hangs on nothing but this. */
export function analyseOnce(command: string, context: Context): Analysis {
  if (command.length > LONGEST) return withAssumed(analyse(command, context));
  const key = `${context.cwd}\0${context.home ?? ''}\0${JSON.stringify(context.env ?? {})}\0${command}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const analysis = withAssumed(analyse(command, context));
  if (known.size >= MOST) known.delete(known.keys().next().value as string);
  known.set(key, analysis);
  return analysis;
}
