import { useRef, useState } from 'preact/hooks';

interface CopyButtonProps {
  readonly text: string | (() => Promise<string>);
  /** What is copied, in full. */
  readonly label?: string;
  /** Said where the browser refuses. */
  readonly refusal: string;
}

/** Copies a text, and says so. */
export function CopyButton({ text, label, refusal }: CopyButtonProps) {
  const [said, setSaid] = useState<{ readonly about: unknown; readonly words: string }>();
  const button = useRef<HTMLButtonElement>(null);
  const copy = async (): Promise<void> => {
    const words = await copyText(text).then(
      () => 'Copied.',
      () => refusal,
    );
    setSaid({ about: text, words });
    button.current?.focus();
  };
  const isSaid = said !== undefined && (typeof text !== 'string' || said.about === text);
  return (
    <>
      <button type="button" class="copy" aria-label={label} ref={button} onClick={() => void copy()}>
        Copy
      </button>
      <span role="status">{isSaid && said.words}</span>
    </>
  );
}

/** Browsers have no clipboard for pages that came over plain HTTP from elsewhere. */
export async function copyText(text: string | (() => Promise<string>)): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text);
  // A click's permission may not last until the text is there, unless the clipboard itself waits for it.
  const blob = text().then((loaded) => new Blob([loaded], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
