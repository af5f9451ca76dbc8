import { useEffect, useRef } from 'preact/hooks';
import { copyText } from './controls.js';

/** Sorts the rows of a table by the column of one of its heads, and the other way round when it is sorted by it already. */
function sortRowsBy(head: HTMLTableCellElement): void {
  const isDescending = head.getAttribute('aria-sort') === 'ascending';
  for (const other of head.parentElement!.children) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
  const body = head.closest('table')!.tBodies[0];
  if (body === undefined) return;
  const direction = isDescending ? -1 : 1;
  const keys = new Map([...body.rows].map((row) => [row, row.cells[head.cellIndex]?.textContent?.trim() ?? '']));
  const rows = [...body.rows].sort((a, b) => direction * compareCells(keys.get(a)!, keys.get(b)!));
  body.append(...rows);
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

function compareCells(one: string, other: string): number {
  const [a, b] = [numberIn(one), numberIn(other)];
  return a !== undefined && b !== undefined ? a - b : COLLATOR.compare(one, other);
}

/** `1,700` and `−.5` are numbers, `1.2.3` is not. */
function numberIn(text: string): number | undefined {
  const digits = text.replace(/^[−-]/, '-').replaceAll(',', '');
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(digits) ? Number(digits) : undefined;
}

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
