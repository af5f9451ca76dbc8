import { decodeIfValid } from '@topicmill/base/paths';
import { useRef, useState } from 'preact/hooks';

const PATHS = {
  menu: 'M3 5h14M3 10h14M3 15h14',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12Zm4.5-1.5L18 18',
  system: 'M3 4h14v9H3zM7 17h6M10 13v4',
  light:
    'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 1.5v2m0 13v2m8.5-8.5h-2m-13 0h-2m14.5-6-1.4 1.4M5.4 14.6 4 16m12 0-1.4-1.4M5.4 5.4 4 4',
  dark: 'M16.5 12A7 7 0 0 1 8 3.5a7 7 0 1 0 8.5 8.5Z',
  keys: 'M2.5 5h15v10h-15zM6 8h.5M9.8 8h.5M13.6 8h.5M6.5 12h7',
  close: 'M5 5l10 10M15 5 5 15',
  open: 'M8 5h7v7M15 5 6 14',
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/**
 * A link to the page of the site where people read a chunk or topic, with the anchor of its heading; the text alone where
 * the docs do not say which site that is. Docs may be anybody's: no other address becomes a link.
 */
export function SiteLink({ url }: { readonly url: string | undefined }) {
  if (url === undefined) return null;
  if (!/^https?:\/\//i.test(url)) return <span class="site-link">{url}</span>;
  const { pathname, hash } = new URL(url);
  return (
    <a class="site-link" href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {`${decodeIfValid(pathname)}${decodeIfValid(hash)}`} <Icon name="open" />
    </a>
  );
}

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

interface SegmentsProps<Value> {
  readonly legend: string;
  /** Differs from that of all other choices of the page. */
  readonly name: string;
  readonly values: readonly Value[];
  readonly chosen: Value;
  nameOf(value: Value): string;
  onChoose(value: Value): void;
}

/** A choice of one of a few values, side by side. */
export function Segments<Value extends string | boolean | undefined>({
  legend,
  name,
  values,
  chosen,
  nameOf,
  onChoose,
}: SegmentsProps<Value>) {
  return (
    <fieldset class="segments">
      <legend>{legend}</legend>
      {values.map((each) => (
        <label key={String(each)}>
          <input type="radio" name={name} checked={each === chosen} onChange={() => onChoose(each)} />
          <span>{nameOf(each)}</span>
        </label>
      ))}
    </fieldset>
  );
}
