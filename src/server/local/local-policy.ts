import { existsSync } from 'node:fs';
import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { type AskedCall, AskedWrongly, readAskedCall } from '../../explain/asked-call.ts';
import { type Explained, explainCall, type ExplainPlace, wordExplained } from '../../explain/explain-call.ts';
import { readSetTeam } from '../../hook/policy-files/administrators-file.ts';
import { keyOfArtefact } from '../../hook/policy-files/artefact-text.ts';
import { chosenFiles } from '../../hook/policy-files/chosen-files.ts';
import { type ChosenPolicy, choosePolicy, errorsOf } from '../../hook/policy-files/chosen-policy.ts';
import { compileLayers } from '../../hook/policy-files/compile-layers.ts';
import { type Env, type LayerFile, managedPolicy, projectPolicy } from '../../hook/policy-files/locations.ts';
import { runExamples } from '../../policy/index.ts';
import { writtenRules } from '../../policy/compile/engine-rules.ts';
import { findProduct } from '../../hook/resident/product.ts';
import { readPrivate } from '../../system/files/private-files.ts';
import { readInstalled } from '../../team/bundle/installed.ts';
import { isBundle, membershipBeside } from '../../team/bundle/place.ts';
import { nodeSystem } from '../../system/node/system.ts';
import type { EditedAnswer, ExplainAnswer, ExplainQuestion, PolicyAnswer, TestsAnswer } from '../api.ts';
import type { TrailRow } from './trail-rows.ts';

export interface PolicyQuery {
  env: Env;
  cwd: string;
}

/** Text instead of a file. */
export interface Edited {
  file: string;
  text: string;
}

export function policyInForce({ env, cwd }: PolicyQuery): ChosenPolicy {
  return choosePolicy({ env, cwd });
}

/** The policy as it would be after the edit was saved and trusted: the person who edits it is its author. */
export function editedPolicy(edited: Edited, { env, cwd }: PolicyQuery): ChosenPolicy | { problem: string } {
  const { chosen, projectRoot } = chosenFiles({ env: { ...env, HOOKCTL_TRUST: 'project' }, cwd });
  const isOne = chosen.some(({ path }) => path === edited.file);
  if (!isOne && edited.file !== projectPolicy(projectRoot))
    return { problem: `${edited.file} is not a file of the policy in force here` };
  const added: LayerFile[] = isOne ? [] : [{ layer: 'project', path: edited.file, wanted: true }];
  const layers = [...chosen, ...added];
  const compiled = compileLayers(layers, { instead: new Map([[edited.file, edited.text]]) });
  return { ...compiled, chosen: layers, projectRoot, fallback: false };
}

/** What `hookctl test` would say; null: there is nothing to test. */
function testsOf(policy: ChosenPolicy): TestsAnswer | null {
  // What comes with hookctl has been tested where it is written.
  if (policy.artefact === null || policy.fallback) return null;
  const own = new Set(policy.chosen.map(({ path }) => path));
  const only = (file: string) => own.has(file) || policy.extended.has(file);
  const results = runExamples(policy, { adapter: DEFAULT_ADAPTER, only });
  return { passed: results.filter(({ ok }) => ok).length, failed: results.filter(({ ok }) => !ok) };
}

export function explainAnswer(question: ExplainQuestion, place: PolicyQuery): ExplainAnswer {
  const nothing = { now: null, edited: null, hint: null };
  let asked: AskedCall;
  try {
    asked = readAskedCall({ words: question.text.trim() === '' ? [] : [question.text], cwd: place.cwd });
  } catch (error) {
    if (error instanceof AskedWrongly) return { ...nothing, problem: error.message };
    throw error;
  }
  const policy = policyInForce(place);
  const supposed = { ...place, branch: question.branch };
  const now = explainedBy(asked, policy, supposed);
  const edited = question.edited === undefined ? null : editedAnswer(asked, question.edited, supposed);
  if ('problem' in now) return { ...nothing, edited, problem: now.problem };
  return { now, problem: null, edited, hint: asked.hint };
}

function editedAnswer(asked: AskedCall, edited: Edited, place: ExplainPlace): EditedAnswer {
  const policy = editedPolicy(edited, place);
  if ('problem' in policy) return { explained: null, problems: [policy.problem], tests: null };
  const explained = explainedBy(asked, policy, place);
  return {
    explained: 'problem' in explained ? null : explained,
    problems: errorsOf(policy),
    tests: testsOf(policy),
  };
}

function explainedBy(
  { payload }: AskedCall,
  policy: ChosenPolicy,
  place: ExplainPlace,
): Explained | { problem: string } {
  if (policy.artefact === null) return { problem: `the policy has errors:\n${errorsOf(policy).join('\n')}` };
  const explained = explainCall(payload, policy, place);
  return 'problem' in explained ? explained : wordExplained(explained, policy.loosenings);
}

const FIRST_POLICY = 'policy: 1\nextends: [pack:recommended]\nrules: {}\n';

export function policyAnswer(rows: readonly TrailRow[], place: PolicyQuery): PolicyAnswer {
  const policy = policyInForce(place);
  const written = policy.artefact === null ? [] : writtenRules(policy.artefact.rules);
  const untrusted = new Set(policy.files.flatMap(({ source }) => source.untrusted ?? []));
  const editable =
    policy.chosen.find(({ layer, path }) => layer === 'project' && existsSync(path))?.path ??
    projectPolicy(policy.projectRoot);
  return {
    projectRoot: policy.projectRoot,
    fallback: policy.fallback,
    files: policy.files.map(({ source }) => ({
      path: source.file,
      layer: source.layer,
      rules: written.filter(({ position }) => position.file === source.file).length,
      text: source.text,
      untrusted: untrusted.has(source.file),
    })),
    problems: errorsOf(policy),
    tests: testsOf(policy),
    rules: written.length,
    loosenings: policy.loosenings.map(({ file, line, what, name, inForce }) => ({
      file,
      line,
      what: name === null ? what : `${name}: ${what}`,
      inForce,
    })),
    versions: versionsOf(rows, policy),
    rollout: null,
    membership: membershipIn(policy),
    editable: { file: editable, text: policy.texts.get(editable) ?? FIRST_POLICY },
  };
}

/** What a team has published, as this machine has it. */
function membershipIn({ chosen }: ChosenPolicy): PolicyAnswer['membership'] {
  const path = chosen.find((file) => isBundle(file.path))?.path;
  const envelope = path === undefined ? null : readPrivate(nodeSystem, path);
  if (path === undefined || envelope === null) return null;
  const read = readInstalled(path, envelope, {
    membership: readPrivate(nodeSystem, membershipBeside(path)),
    set: readSetTeam(managedPolicy(nodeSystem)),
    hookctl: findProduct().version,
  });
  return 'problem' in read ? null : read.about;
}

function versionsOf(rows: readonly TrailRow[], { artefact, projectRoot }: ChosenPolicy): PolicyAnswer['versions'] {
  const current = artefact === null ? null : keyOfArtefact(nodeSystem, artefact);
  const versions = new Map<string, PolicyAnswer['versions'][number]>();
  for (const { policy: key, at, project } of rows) {
    if (key === null || project !== projectRoot) continue;
    const version = versions.get(key) ?? { key, first: at, last: at, decisions: 0, current: key === current };
    versions.set(key, version);
    version.last = at;
    version.decisions++;
  }
  return [...versions.values()].sort((a, b) => b.last - a.last);
}
