export type HookifySubject = 'bash' | 'file' | 'stop' | 'prompt';

/** What hookify calls a field, and the fact that says the same. */
export interface HookifyField {
  /** The condition, where the field exists. */
  on: Partial<Record<HookifySubject, string>>;
  /** Where the two differ. */
  note?: string;
  /** It always has this text. */
  constant?: string;
  /** Nothing says the same, and why. */
  missing?: string;
}

const WRITTEN: HookifyField = {
  on: { file: 'content' },
  note: 'stricter: looks at what Write puts into a file, too, where some versions of hookify only look at edits',
};

export const FIELDS: Readonly<Record<string, HookifyField>> = {
  command: { on: { bash: 'command' } },
  file_path: { on: { file: 'input.file_path' } },
  new_text: WRITTEN,
  new_string: WRITTEN,
  content: WRITTEN,
  old_text: { on: { file: 'input.old_string' } },
  old_string: { on: { file: 'input.old_string' } },
  user_prompt: { on: { prompt: 'prompt' } },
  prompt: { on: { prompt: 'prompt' } },
  reason: { on: { stop: '' }, constant: '', note: 'fires at every stop: the client sends no reason to compare with' },
  transcript: {
    on: {},
    missing:
      'searches the transcript, which is text that anybody can put there. For "tests must have run" use `unchecked` (docs/policy.md) or `extends: [pack:quality-gates]`',
  },
};
