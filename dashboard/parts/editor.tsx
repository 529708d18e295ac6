import { useRef } from 'preact/hooks';

/** Source text with line numbers, which problems name. */
export function Editor({ text, onInput, label }: { text: string; onInput: (text: string) => void; label: string }) {
  const numbers = useRef<HTMLPreElement>(null);
  const lines = text.split('\n').length;
  return (
    <div class="editor">
      <pre ref={numbers} aria-hidden="true">
        {Array.from({ length: lines }, (_, place) => place + 1).join('\n')}
      </pre>
      <textarea
        class="code"
        aria-label={label}
        spellcheck={false}
        wrap="off"
        value={text}
        onInput={(event) => onInput(event.currentTarget.value)}
        onScroll={(event) => {
          if (numbers.current !== null) numbers.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}
