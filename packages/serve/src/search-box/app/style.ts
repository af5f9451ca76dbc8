import { styleSheet } from './element.js';

/** Custom properties whose names begin with `--topicmill-` are the page's to set. */
const CSS = `
:host { display: inline-block; }
.opener, dialog {
  --accent: var(--topicmill-accent, var(--page-accent, LinkText));
  --background: var(--topicmill-background, var(--page-background, Canvas));
  --text: var(--topicmill-text, var(--page-text, CanvasText));
  --muted: var(--topicmill-muted, color-mix(in srgb, var(--text) 82%, var(--background)));
  --border: var(--topicmill-border, color-mix(in srgb, var(--text) 22%, var(--background)));
  --mark: var(--topicmill-mark, light-dark(#ffe596, #5f4e12));
  --selected: var(--topicmill-selected, color-mix(in srgb, var(--text) 8%, var(--background)));
  --radius: var(--topicmill-radius, 8px);
  font: var(--topicmill-font, 400 1rem / 1.45 var(--page-font, system-ui, sans-serif));
  /* What pages set for the bar that the element is in is inherited by the dialog, too. */
  letter-spacing: normal;
  text-align: start;
  text-transform: none;
  white-space: normal;
}
[data-scheme='light'] { color-scheme: light; }
[data-scheme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; }
button, input, select { font: inherit; color: inherit; }
.opener {
  display: inline-flex;
  align-items: center;
  gap: 0.6rem;
  min-width: 11rem;
  min-height: 2.25rem;
  padding: 0 0.6rem 0 0.75rem;
  border: 1px solid var(--border);
  border-radius: var(--radius);
  background: var(--background);
  color: var(--muted);
  cursor: pointer;
}
.opener kbd { margin-inline-start: auto; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
dialog {
  width: min(var(--topicmill-width, 42rem), calc(100vw - 2rem));
  max-height: min(40rem, calc(100dvh - 8rem));
  margin: 4rem auto auto;
  padding: 0;
  border: 1px solid var(--border);
  border-radius: calc(1.5 * var(--radius));
  background: var(--background);
  color: var(--text);
  box-shadow: 0 12px 48px rgb(0 0 0 / 30%);
  overflow: hidden;
}
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: rgb(0 0 0 / 45%); }
.head { display: flex; flex-wrap: wrap; gap: 0.5rem; padding: 0.75rem; border-bottom: 1px solid var(--border); }
.head input { flex: 1 1 12rem; min-width: 0; min-height: 2.5rem; padding: 0 0.6rem; border: 1px solid var(--border); border-radius: var(--radius); background: transparent; font-size: 1.0625rem; }
.head input::-webkit-search-cancel-button { display: none; }
.close { min-width: 2.5rem; min-height: 2.5rem; border: 0; border-radius: var(--radius); background: none; color: var(--muted); cursor: pointer; }
kbd { padding: 0 0.35rem; border: 1px solid var(--border); border-radius: 4px; font: 0.75rem / 1.5 ui-monospace, monospace; }
@media (width < 600px) {
  .opener { min-width: 2.75rem; min-height: 2.75rem; }
  .opener kbd { display: none; }
  dialog { width: 100vw; max-width: none; height: 100dvh; max-height: none; margin: 0; border: 0; border-radius: 0; }
  .head input { font-size: 1rem; }
}
`;

/** The sheet of the button and the empty dialog. */
export const OPENER_SHEET = styleSheet(CSS);

/** Luminance between black and white, as people see it. */
const MIDDLE_GREY = 0.18;
/** Least contrast of text with its background: level AA of WCAG 2.2. */
const MIN_CONTRAST = 4.5;

/**
 * Gives parts of the box the page's scheme, font and colours.
 *
 * @param theme `light` or `dark` for that one, whatever the page is; its colours are then the browser's
 */
export function paintAsPage(parts: readonly HTMLElement[], theme: string | null): void {
  const isSet = theme === 'light' || theme === 'dark';
  const scheme = isSet ? theme : pageScheme();
  const page = getComputedStyle(document.body);
  const background = paintedBackground();
  const isReadable = !isSet && background !== undefined && contrast(page.color, background) >= MIN_CONTRAST;
  const link = document.querySelector(':is(main, article, body) a[href]');
  const accent = link === null ? page.color : getComputedStyle(link).color;
  const values: Record<string, string | undefined> = {
    '--page-font': page.fontFamily,
    '--page-background': isReadable ? background : undefined,
    '--page-text': isReadable ? page.color : undefined,
    '--page-accent': isReadable ? (contrast(accent, background) >= MIN_CONTRAST ? accent : page.color) : undefined,
  };
  for (const part of parts) {
    part.dataset['scheme'] = scheme;
    for (const [name, value] of Object.entries(values)) part.style.setProperty(name, value ?? '');
  }
}

/** The colour below the page's text, where one is painted. */
function paintedBackground(): string | undefined {
  return [document.body, document.documentElement]
    .map((painted) => getComputedStyle(painted).backgroundColor)
    .find((colour) => luminanceOf(colour) !== undefined);
}

/** Contrast by WCAG 2.2, from 1 to 21; 1 for colours that are not in RGB. */
function contrast(first: string, second: string): number {
  const [low, high] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => (a ?? 0) - (b ?? 0));
  return low === undefined || high === undefined ? 1 : (high + 0.05) / (low + 0.05);
}

/**
 * Whether the page around the box is light or dark: as it declares itself, else by its background. A page that does not follow
 * the system, or follows a switch of its own, is not what `prefers-color-scheme` says.
 */
function pageScheme(): 'light' | 'dark' {
  const { documentElement: root, body } = document;
  const declared = getComputedStyle(root).colorScheme;
  if (declared === 'light' || declared === 'dark') return declared;
  for (const painted of [body, root]) {
    const luminance = painted && luminanceOf(getComputedStyle(painted).backgroundColor);
    if (typeof luminance === 'number') return luminance < MIDDLE_GREY ? 'dark' : 'light';
  }
  // Nothing is painted below it: then the browser's own background is.
  return declared.includes('dark') && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Calls back when the page may have become light or dark; returns what ends it. */
export function onPageScheme(change: () => void): () => void {
  const observer = new MutationObserver(change);
  for (const element of [document.documentElement, document.body]) {
    if (element !== null) observer.observe(element, { attributes: true });
  }
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', change);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', change);
  };
}

/** Relative luminance by WCAG 2.2, from 0 to 1; `undefined` for what is transparent or not in RGB. */
function luminanceOf(colour: string): number | undefined {
  const [red, green, blue, alpha = 1] = /^rgba?\((.+)\)$/.exec(colour)?.[1]?.split(',').map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined || alpha < 0.5) return undefined;
  const [r, g, b] = [red, green, blue].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
