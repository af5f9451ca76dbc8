/** Custom properties whose names begin with `--topicmill-` are the page's to set. */
const CSS = `
:host {
  --accent: var(--topicmill-accent, light-dark(#1b6b69, #6fc7c1));
  --background: var(--topicmill-background, light-dark(#ffffff, #16191c));
  --text: var(--topicmill-text, light-dark(#1b1e21, #e4e2dd));
  --muted: var(--topicmill-muted, light-dark(#5a6064, #a0a7ac));
  --border: var(--topicmill-border, light-dark(#d9d6cf, #353c42));
  --mark: var(--topicmill-mark, light-dark(#ffe596, #5f4e12));
  --selected: var(--topicmill-selected, light-dark(#eef4f3, #20282b));
  --radius: var(--topicmill-radius, 8px);
  display: inline-block;
  font: var(--topicmill-font, 400 1rem / 1.45 system-ui, sans-serif);
  /* What pages set for the bar that the element is in is inherited by the dialog, too. */
  letter-spacing: normal;
  text-align: start;
  text-transform: none;
  white-space: normal;
}
[data-scheme='light'] { color-scheme: light; }
[data-scheme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; }
[aria-busy='true'] > * { opacity: 0.6; }
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
.opener kbd {
  margin-left: auto;
  padding: 0 0.35rem;
  border: 1px solid var(--border);
  border-radius: 4px;
  font: 0.75rem / 1.5 ui-monospace, monospace;
}
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
.head select { max-width: 45%; min-height: 2.5rem; padding: 0 0.4rem; border: 1px solid var(--border); border-radius: var(--radius); background: var(--background); }
.close { min-width: 2.5rem; min-height: 2.5rem; border: 0; border-radius: var(--radius); background: none; color: var(--muted); cursor: pointer; }
.status { margin: 0; padding: 0.6rem 1rem; color: var(--muted); font-size: 0.875rem; }
.status:empty { display: none; }
.status mark { background: none; color: var(--text); font-weight: 600; }
.list { flex: 1; overflow-y: auto; padding: 0 0.5rem 0.5rem; overscroll-behavior: contain; }
.list:empty { padding: 0; }
.page { padding: 0.6rem 0.5rem 0.2rem; color: var(--muted); font-size: 0.8125rem; font-weight: 600; overflow-wrap: anywhere; }
.option { display: block; min-height: 2.25rem; padding: 0.4rem 0.5rem; border-radius: var(--radius); color: inherit; text-decoration: none; overflow-wrap: anywhere; }
.option[aria-selected='true'], .option:hover { background: var(--selected); }
.option[aria-selected='true'] { box-shadow: inset 3px 0 0 var(--accent); }
.title { display: block; color: var(--accent); font-weight: 600; }
.passage { display: block; color: var(--text); font-size: 0.875rem; }
.address { display: block; color: var(--muted); font-size: 0.75rem; }
.option mark, .page mark { border-radius: 2px; background: var(--mark); color: inherit; }
@media (width < 600px) {
  .opener { min-width: 2.75rem; min-height: 2.75rem; }
  .opener kbd { display: none; }
  dialog { width: 100vw; max-width: none; height: 100dvh; max-height: none; margin: 0; border: 0; border-radius: 0; }
  .head input { font-size: 1rem; }
}
@media (forced-colors: active) { .option[aria-selected='true'] { outline: 2px solid Highlight; } }
`;

/** One sheet for all elements. Made by script, it is allowed where a policy forbids inline styles. */
export function styleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  return sheet;
}

/**
 * Whether the page around the box is light or dark: as it declares itself, else by its background. A page that does not follow
 * the system, or follows a switch of its own, is not what `prefers-color-scheme` says.
 */
export function pageScheme(): 'light' | 'dark' {
  const { documentElement: root, body } = document;
  const declared = getComputedStyle(root).colorScheme;
  if (declared === 'light' || declared === 'dark') return declared;
  for (const painted of [body, root]) {
    const luminance = painted && luminanceOf(getComputedStyle(painted).backgroundColor);
    if (typeof luminance === 'number') return luminance < 0.5 ? 'dark' : 'light';
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

/** From 0 to 1; `undefined` for what is transparent or not in RGB. */
function luminanceOf(colour: string): number | undefined {
  const [red, green, blue, alpha = 1] = /^rgba?\((.+)\)$/.exec(colour)?.[1]?.split(',').map(Number) ?? [];
  if (red === undefined || green === undefined || blue === undefined || alpha < 0.5) return undefined;
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}
