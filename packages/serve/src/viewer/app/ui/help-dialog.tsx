import { useEffect, useRef } from 'preact/hooks';

const KEYS: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [['/'], 'search'],
  [['↓', '↑'], 'go through the results, Enter opens one'],
  [['j', 'k'], 'next and previous chunk'],
  [['1', '2', '3', '4', '5'], 'reference, chunks, stripes, questions, explain'],
  [['['], 'previous topic'],
  [[']'], 'next topic'],
  [['h'], 'all topics'],
  [['Esc'], 'leave the search, let go of the chunk'],
  [['?'], 'these keys'],
];

export function HelpDialog({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl>
        {KEYS.map(([keys, effect]) => (
          <div key={effect}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </dialog>
  );
}
