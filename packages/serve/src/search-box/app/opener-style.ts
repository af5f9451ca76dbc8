import { styleSheet } from './element.js';

/**
 * The sheet of the button and the empty dialog: the button looks as its place in the page does, the dialog as the page.
 * Custom properties whose names begin with `--topicmill-` are the page's to set.
 */
export const OPENER_SHEET = styleSheet(`
:host { display: inline-block; }
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
* { box-sizing: border-box; }
.opener, dialog {
  --border: var(--topicmill-border, color-mix(in srgb, currentColor 22%, transparent));
  --radius: var(--topicmill-radius, 8px);
  border: 1px solid var(--border);
  border-radius: var(--radius);
  color: var(--topicmill-text, CanvasText);
  background: var(--topicmill-background, Canvas);
  font: var(--topicmill-font, inherit);
}
.opener { display: inline-flex; align-items: center; gap: .6rem; min-width: 11rem; min-height: 2.25rem; padding: 0 .6rem 0 .75rem; cursor: pointer; }
:host(:not([theme])) .opener { color: var(--topicmill-text, inherit); background: var(--topicmill-background, none); }
dialog { width: min(var(--topicmill-width, 42rem), calc(100vw - 2rem)); max-height: min(40rem, calc(100dvh - 8rem)); margin: 4rem auto auto; padding: 0; overflow: hidden; }
.head { display: flex; flex-wrap: wrap; gap: .5rem; padding: .75rem; }
input { flex: 1 1 12rem; min-width: 0; min-height: 2.5rem; padding: 0 .6rem; font: inherit; color: inherit; border: 1px solid var(--border); border-radius: var(--radius); background: none; }
kbd { margin-inline-start: auto; padding: 0 .35rem; border: 1px solid var(--border); border-radius: 4px; font: .75rem / 1.5 monospace; }
@media (width < 600px) {
  .opener { min-width: 2.75rem; min-height: 2.75rem; }
  .opener kbd { display: none; }
  dialog { width: 100vw; max-width: none; height: 100dvh; max-height: none; margin: 0; border: 0; border-radius: 0; }
}
`);
