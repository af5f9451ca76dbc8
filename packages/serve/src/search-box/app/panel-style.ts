import { styleSheet } from './element.js';

/** The sheet of what the panel puts into the dialog; its colours are those of the dialog. */
export const PANEL_SHEET = styleSheet(`
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
