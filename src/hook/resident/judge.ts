import { serialise } from '../../policy/index.ts';
import { type LoadedPolicy, openPolicy } from '../../policy/hook.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { createCallJudge, type Judged } from '../judge-call.ts';
import { choosePolicy } from '../policy-files/chosen-policy.ts';
import type { CompiledLayers } from '../policy-files/compile-layers.ts';
import { homeOf, projectRootOf } from '../policy-files/locations.ts';
import { compileGiven, givenPolicy, managedFile, PolicyError, type PolicyInput } from './given-policy.ts';

export interface JudgeOptions {
  /** The path of a policy, `pack:NAME`, a policy as text or as an object. Default: what is in force in the project. */
  policy?: PolicyInput;
  /** What paths in rules are relative to, and whose policy applies. Default: the current directory, or the repository around it. */
  projectDir?: string;
  /** Where the call happens. Default: the project. */
  cwd?: string;
  /** Where `HOME` and `env.NAME` of rules are looked up. Default: the process's own. */
  env?: Readonly<Record<string, string | undefined>>;
}

/** A tool call as agents describe it; a whole payload of a hook is one as well. */
export interface ToolCall {
  tool_name: string;
  tool_input: object;
  /** Default: PreToolUse. */
  hook_event_name?: string;
  cwd?: string;
  [field: string]: unknown;
}

/**
 * What a policy says of a shell command or a tool call: `judge('rm -rf /').verdict === 'deny'`. It remembers nothing, runs nothing and leaves no record.
 * Each call compiles the policy; a program that asks often keeps `createJudge(options)`.
 */
export function judge(call: string | ToolCall, options: JudgeOptions = {}): Judged {
  return createJudge(options)(call);
}

/** The same with the policy compiled once. Throws a PolicyError when it has errors. */
export function createJudge(options: JudgeOptions = {}): (call: string | ToolCall) => Judged {
  const { env = process.env, projectDir } = options;
  const { compiled, projectRoot } = choose(options, projectDir ?? process.cwd(), env);
  const judgeCall = createCallJudge(loadedPolicy(compiled), env);
  const cwd = options.cwd ?? projectDir ?? process.cwd();
  return (call) =>
    judgeCall({
      call: typeof call === 'string' ? call : { hook_event_name: 'PreToolUse', ...call },
      cwd,
      home: homeOf(nodeSystem, env),
      projectRoot: projectDir ?? projectRoot,
    });
}

function choose(
  { policy, projectDir }: JudgeOptions,
  directory: string,
  env: NonNullable<JudgeOptions['env']>,
): { compiled: CompiledLayers; projectRoot: string } {
  if (policy !== undefined) {
    const compiled = compileGiven(givenPolicy(policy, directory), [managedFile()]);
    return { compiled, projectRoot: projectRootOf(nodeSystem, env, directory) };
  }
  const inForce = choosePolicy({ project: projectDir, env, cwd: directory });
  const errors = inForce.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new PolicyError(errors);
  return { compiled: inForce, projectRoot: inForce.projectRoot };
}

/** In the form the hook uses, whose index is looked up and not walked. */
function loadedPolicy({ artefact }: CompiledLayers): LoadedPolicy {
  if (artefact === null) throw new PolicyError([]);
  const loaded = openPolicy(serialise(artefact));
  if (!loaded.ok) throw new Error(loaded.problem);
  return loaded.policy;
}
