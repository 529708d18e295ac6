import { defineProgram } from './support/define-program.ts';

/** fzf runs what its options name: the preview, and `execute(…)`, `reload(…)` and the like of a key. */
export const fzf = defineProgram({
  names: 'fzf sk',
  options:
    'preview= bind= q,query= f,filter= d,delimiter= n,nth= with-nth= height= layout= border? prompt= header= history= preview-window= color= expect= tiebreak= m,multi? e,exact i 0 1 print0 read0 ansi with-shell= listen?',
  effects: (call, machine, { all, value }) => {
    const history = value('history');
    if (history !== undefined) machine.write(call, history, 'output', { append: true });
    const bound = all('bind').flatMap((text) =>
      [
        ...text.matchAll(
          /\b(?:execute|execute-silent|reload|reload-sync|become|preview|transform\w*)(?:\((.*?)\)(?=\+|,|$)|:(.*)$|~(.*?)~|\[(.*?)\])/gs,
        ),
      ].map((match) => match.slice(1).find((group) => group !== undefined) ?? ''),
    );
    for (const text of [...all('preview'), ...bound])
      machine.script(call, text, { wrapper: call.program, via: 'option', stdin: null, capture: false });
  },
});
