/** bash text → invocations → effects. Pure: no host, no clock; the only foreign import is the parser, in parse.ts. */
export type {
  Analysis,
  Assignment,
  Context,
  DeleteVia,
  Effect,
  GitEffect,
  Invocation,
  ScriptPlace,
  ScriptText,
  Mark,
  MarkKind,
  Pipe,
  Place,
  Reach,
  ReadVia,
  Span,
  Word,
  WriteVia,
} from './analysis.ts';
export { analyse, withAssumed } from './analyse.ts';
export { programKind } from './programs/support/program-kind.ts';
export { paths, resolve as resolvePath } from './files/paths.ts';
export { analysePowerShell } from './powershell/analyse-powershell.ts';
export { type SimpleCommand, splitCommands } from './parse/split-commands.ts';
