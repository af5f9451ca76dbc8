import { useEffect, useRef } from 'preact/hooks';
import { copyText } from './copy-button.js';
import { sortRowsBy } from './sort-rows.js';

interface ProseProps {
  /** Of `renderParts`. */
  readonly html: string;
  readonly class?: string;
  /** Told that its code has got colours, and text nodes are other ones. */
  onColoured?(): void;
}

/** How long a button says that it has copied. */
const COPIED_MS = 2000;

/** A rendered text, with code in colours, buttons that copy code, and tables that can be sorted. */
export function Prose({ html, class: name = '', onColoured }: ProseProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isCurrent = true;
    colourCode(element.current!, () => isCurrent).then((count) => {
      if (isCurrent && count > 0) onColoured?.();
    }, ignoreMissingGrammar);
    return () => {
      isCurrent = false;
    };
  }, [html]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: what is clicked is a button in it.
    <div ref={element} class={`prose ${name}`} onClick={pressed} dangerouslySetInnerHTML={{ __html: html }} />
  );
}

function pressed({ target }: MouseEvent): void {
  const button = (target as Element).closest('button');
  if (button === null) return;
  if (button.classList.contains('sorter')) sortRowsBy(button.closest('th')!);
  else void copyCode(button);
}

async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.parentElement!.querySelector('code')!.textContent!;
  button.textContent = await copyText(code).then(
    () => 'Copied',
    () => 'Not allowed',
  );
  setTimeout(() => {
    button.textContent = 'Copy';
  }, COPIED_MS);
}

/** Colours the code of an element; returns how many blocks got colours. */
async function colourCode(element: HTMLElement, isCurrent: () => boolean): Promise<number> {
  const blocks = [...element.querySelectorAll<HTMLElement>('pre > code[class^="language-"]')];
  if (blocks.length === 0) return 0;
  const { colouredCode } = await import('../markdown/code-colours.js');
  const coloured = await Promise.all(
    blocks.map(({ textContent, className }) => colouredCode(textContent!, className.slice('language-'.length))),
  );
  if (!isCurrent()) return 0;
  for (const [at, html] of coloured.entries()) if (html !== undefined) blocks[at]!.innerHTML = html;
  return coloured.filter((html) => html !== undefined).length;
}

/** Offline, code stays as it is. */
function ignoreMissingGrammar(): void {}
