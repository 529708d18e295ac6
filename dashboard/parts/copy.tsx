import { useSignal } from '@preact/signals';

/** A button that copies, and says that it has. */
export function Copy({ text, label }: { text: string; label: string }) {
  const said = useSignal<'' | 'copied' | 'not copied'>('');
  const copy = async () => {
    said.value = await navigator.clipboard.writeText(text).then(
      () => 'copied' as const,
      () => 'not copied' as const,
    );
    setTimeout(() => (said.value = ''), 1_600);
  };
  return (
    <button type="button" class="quiet" onClick={() => void copy()}>
      {label}
      <span class="said" role="status">
        {said.value}
      </span>
    </button>
  );
}

/** A command that a person runs: the page shows it and never runs it. */
export function Command({ text }: { text: string }) {
  return (
    <span class="command">
      <code>{text}</code>
      <Copy text={text} label="Copy" />
    </span>
  );
}
