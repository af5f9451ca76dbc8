import { styleSheet } from './element.js';

/** The sheet of the dialog once the panel is in it, in the page's colours. */
export const PANEL_SHEET = styleSheet(`
dialog {
  --accent: var(--topicmill-accent, var(--page-accent, LinkText));
  --background: var(--topicmill-background, var(--page-background, Canvas));
  --text: var(--topicmill-text, var(--page-text, CanvasText));
  --muted: var(--topicmill-muted, color-mix(in srgb, var(--text) 82%, var(--background)));
  --border: var(--topicmill-border, color-mix(in srgb, var(--text) 22%, var(--background)));
  --mark: var(--topicmill-mark, light-dark(#ffe596, #5f4e12));
  --selected: var(--topicmill-selected, color-mix(in srgb, var(--text) 8%, var(--background)));
  background: var(--background);
  color: var(--text);
  font: var(--topicmill-font, 400 1rem / 1.45 var(--page-font, system-ui, sans-serif));
  box-shadow: 0 12px 48px rgb(0 0 0 / 30%);
  /* What pages set for the bar that the element is in is inherited by the dialog, too. */
  letter-spacing: normal;
  text-align: start;
  text-transform: none;
  white-space: normal;
}
[data-scheme='light'] { color-scheme: light; }
[data-scheme='dark'] { color-scheme: dark; }
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: rgb(0 0 0 / 45%); }
button, select { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.head { border-bottom: 1px solid var(--border); }
input::-webkit-search-cancel-button { display: none; }
.close { min-width: 2.5rem; min-height: 2.5rem; border: 0; border-radius: var(--radius); background: none; color: var(--muted); cursor: pointer; }
.head select { max-width: 45%; min-height: 2.5rem; padding: 0 0.4rem; border: 1px solid var(--border); border-radius: var(--radius); background: var(--background); }
[aria-busy='true'] > * { opacity: 0.6; }
.status { margin: 0; padding: 0.6rem 1rem; color: var(--muted); font-size: 0.875rem; }
.status:empty { display: none; }
.status mark { background: none; color: var(--text); font-weight: 600; }
.list { flex: 1; overflow-y: auto; padding: 0 0.5rem 0.5rem; overscroll-behavior: contain; }
.list:empty { padding: 0; }
.page { padding: 0.6rem 0.5rem 0.2rem; color: var(--muted); font-size: 0.8125rem; font-weight: 600; overflow-wrap: anywhere; }
.parent { font-weight: 400; }
.option { display: block; min-height: 2.25rem; padding: 0.4rem 0.5rem; border-radius: var(--radius); color: inherit; text-decoration: none; overflow-wrap: anywhere; }
.option[aria-selected='true'], .option:hover { background: var(--selected); }
.option { border-inline-start: 3px solid transparent; }
.option[aria-selected='true'] { border-inline-start-color: var(--accent); }
.title { display: block; color: var(--accent); font-weight: 600; }
.title code, .page code, .passage code { font-family: ui-monospace, monospace; font-size: 0.94em; }
.passage code { display: block; padding-inline-start: 0.6rem; border-inline-start: 2px solid var(--border); white-space: pre-wrap; }
.passage { display: block; color: var(--text); font-size: 0.875rem; white-space: pre-line; }
.address { display: block; color: var(--muted); font-size: 0.75rem; text-align: match-parent; }
.skeleton { height: 2.75rem; margin: 0.6rem 0.5rem; border-radius: var(--radius); background: var(--selected); }
.more, .recents button { min-height: 2.25rem; border: 1px solid var(--border); border-radius: var(--radius); background: none; cursor: pointer; }
.more { margin: 0 0.75rem 0.75rem; }
.recents { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; padding: 0.6rem 1rem; color: var(--muted); font-size: 0.875rem; }
.recents:empty { display: none; }
.hints { margin: 0; padding: 0.4rem 1rem; border-top: 1px solid var(--border); color: var(--muted); font-size: 0.75rem; }
.option mark, .page mark { border-radius: 2px; background: var(--mark); color: inherit; }
@media (width < 600px) { .hints { display: none; } }
@media (forced-colors: active) { .option[aria-selected='true'] { outline: 2px solid Highlight; } }
`);
