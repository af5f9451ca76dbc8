import { htmlPage } from '@topicmill/text/html';
import { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { type ChunkingExplanation, sharedStarts } from '../index.js';
import { PAGE_SCRIPT } from './page-script.js';
import { escapeVisibly, formatCount, formatCounted, PanePainter, TextPainter } from './paint-pane.js';

/** A document as it was explained. */
export interface ExplainedDocument {
  readonly text: string;
  /** Name of its file. */
  readonly name: string;
  readonly title: string;
}

/**
 * An HTML page that paints the chunks of one or two strategies over the text of a document. It loads nothing and sends
 * nothing; without script it still shows every chunk with its rule and size.
 */
export function explainPage(
  document: ExplainedDocument,
  first: ChunkingExplanation,
  second?: ChunkingExplanation,
): string {
  const { text, name, title } = document;
  const explanations = second === undefined ? [first] : [first, second];
  const scan = scanLines(text, splitFrontMatter(text).bodyOffset);
  const panes = explanations.map((explanation, i) =>
    new PanePainter('ab'[i]!, text.length, explanation, new TextPainter(text, scan, explanation.leftOut)).paint(),
  );
  const tabs = explanations.map(
    ({ strategy }, i) =>
      `<button type="button" aria-controls="${'ab'[i]}" aria-pressed="${i === 0}">${strategy}</button>`,
  );
  const shown = title === '' ? name : title;
  const body = [
    '<header class="top">',
    `<div><h1>${escapeVisibly(shown)}</h1><p>${escapeVisibly(name)}, ${formatCount(text.length)} characters${sharedNote(text, first, second)}</p></div>`,
    second === undefined ? '' : `<div class="tabs" role="group" aria-label="Strategy">${tabs.join('')}</div>`,
    '</header>',
    `<main class="panes${second === undefined ? ' one' : ''}">${panes.join('')}</main>`,
    '<aside class="why" aria-label="The chunk and its reasons">',
    '<button type="button" class="close" aria-label="Close">×</button>',
    `<div class="why-body"><p class="hint">Point at a chunk, or press <kbd>↓</kbd>, to see why it begins and ends where it does.</p></div>`,
    `<p class="keys"><kbd>↑</kbd> <kbd>↓</kbd> chunk${second === undefined ? '' : ' <kbd>←</kbd> <kbd>→</kbd> strategy'} <kbd>Home</kbd> <kbd>End</kbd> <kbd>Esc</kbd></p>`,
    '</aside>',
    `<script>${PAGE_SCRIPT}</script>`,
  ];
  return htmlPage({
    language: 'en',
    title: `Chunks of ${escapeVisibly(name)}`,
    policy: "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
    style: PAGE_STYLE,
    body,
  });
}

function sharedNote(text: string, first: ChunkingExplanation, second: ChunkingExplanation | undefined): string {
  if (second === undefined) return '';
  const { sharedCount, counts } = sharedStarts(text, first, second);
  return `; of ${formatCount(counts[0])} and ${formatCounted(counts[1], 'chunk')}, ${formatCount(sharedCount)} ${sharedCount === 1 ? 'begins' : 'begin'} at the same place`;
}

/** Styles of the page: light and dark, two panes side by side, one at a time where there is no room for two. */
const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --ink: #1b1f27; --soft: #596273; --line: #dde1e8; --focus: #1f5fd6;
  --c0: #2560c8; --c0-bg: #eaf1fd; --c1: #8f5c0c; --c1-bg: #fdf4e3; --c2: #16713f; --c2-bg: #e6f6ee; --c3: #a3366f; --c3-bg: #fceaf4;
  --over: #c02b2b; --shade: #0f172a14;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151b; --card: #191d25; --ink: #e4e8ef; --soft: #98a2b3; --line: #2c323d; --focus: #7fb0ff;
    --c0: #6ea4ff; --c0-bg: #18243a; --c1: #e0ab55; --c1-bg: #2b2416; --c2: #57c794; --c2-bg: #14291f; --c3: #ea8dbd; --c3-bg: #2d1a26;
    --over: #ff8080; --shade: #0006;
  }
}
* { box-sizing: border-box; margin: 0; }
html, body { height: 100%; }
body {
  display: grid; grid-template-rows: auto minmax(0, 1fr) auto; height: 100dvh;
  background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; -webkit-text-size-adjust: 100%;
}
h1 { font-size: 1.15rem; line-height: 1.3; overflow-wrap: anywhere; }
h2 { font-size: 1rem; }
code, kbd, .src, .key { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 .35em; font-size: .8em; background: var(--card); }
.top { display: flex; gap: 1rem; align-items: center; justify-content: space-between; padding: .7rem 1rem; }
.top p { color: var(--soft); font-size: .85rem; }
.tabs { display: none; }
.panes { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .75rem; padding: 0 1rem; min-height: 0; }
.panes.one { grid-template-columns: minmax(0, 1fr); }
.panes.one .pane { max-width: 60rem; width: 100%; margin-inline: auto; }
.pane {
  display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0;
  background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden;
}
.pane-head { padding: .6rem .9rem; border-bottom: 1px solid var(--line); }
.pane-head p { font-size: .85rem; }
.pane-head span, .key { color: var(--soft); }
.pane-head .key { font-size: .75rem; overflow-wrap: anywhere; }
.map { display: flex; gap: 1px; height: 10px; margin-top: .45rem; border-radius: 3px; overflow: hidden; background: var(--line); }
.map a { background: var(--c); opacity: .55; min-width: 0; }
.map a:hover, .map a.on { opacity: 1; }
.c0 { --c: var(--c0); --bg: var(--c0-bg); } .c1 { --c: var(--c1); --bg: var(--c1-bg); }
.c2 { --c: var(--c2); --bg: var(--c2-bg); } .c3 { --c: var(--c3); --bg: var(--c3-bg); }
.scroll { overflow: auto; padding: .75rem; scrollbar-gutter: stable; position: relative; }
.chunk { border-left: 4px solid var(--c); background: var(--bg); border-radius: 6px; margin-bottom: .6rem; scroll-margin: 1.5rem; cursor: pointer; }
.item:focus { outline: none; }
.item.on { box-shadow: 0 0 0 2px var(--focus); }
.item:focus-visible { box-shadow: 0 0 0 3px var(--focus); }
.chunk.near { box-shadow: 0 0 0 2px var(--c); }
.chunk.is-left { opacity: .6; }
.label {
  display: flex; flex-wrap: wrap; gap: .25rem .6rem; align-items: center; padding: .35rem .7rem;
  font-size: .8rem; font-weight: 500; line-height: 1.4;
}
.chunk .label { border-bottom: 1px dashed color-mix(in srgb, var(--c) 45%, transparent); }
.n { font-weight: 700; color: var(--c, var(--ink)); font-variant-numeric: tabular-nums; }
.rule { color: var(--ink); }
.flag { border: 1px solid currentColor; border-radius: 99px; padding: 0 .5em; font-size: .92em; color: var(--soft); }
.size { margin-left: auto; display: inline-flex; gap: .5em; align-items: center; color: var(--soft); font-variant-numeric: tabular-nums; white-space: nowrap; }
.size .unit { margin-left: -.25em; }
.gauge { width: 3.5rem; height: 5px; border-radius: 3px; background: color-mix(in srgb, var(--soft) 25%, transparent); overflow: hidden; }
.gauge i { display: block; height: 100%; background: var(--c, var(--soft)); }
.over { color: var(--over); font-weight: 600; } .over .gauge i { background: var(--over); }
.src { padding: .5rem .7rem .6rem; font-size: .82rem; line-height: 1.55; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
.src .h { font-weight: 700; }
.src .f { color: color-mix(in srgb, var(--ink) 78%, var(--c, var(--ink))); }
.src .left { text-decoration: line-through; opacity: .5; }
.gap { border-left: 4px solid var(--line); margin-bottom: .6rem; color: var(--soft); }
.gap .src .left, .gap .src { text-decoration: none; opacity: 1; }
.gap .rule { color: var(--soft); }
.sec { border: 1px solid var(--line); border-radius: 8px; padding: .5rem .5rem 0; margin-bottom: .75rem; }
.sec-label { cursor: pointer; border-radius: 6px; margin-bottom: .5rem; background: var(--page); scroll-margin: 1.5rem; }
.empty { color: var(--soft); }
.why { position: relative; margin: .75rem 1rem 1rem; padding: .7rem .9rem; height: 12rem; overflow: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.close { display: none; }
.hint, .keys, .none { color: var(--soft); }
.keys { position: absolute; top: .7rem; right: .9rem; font-size: .8rem; }
.d-head { font-size: .95rem; padding-right: 18rem; } .d-head span { color: var(--soft); }
.d-path { font-size: .85rem; color: var(--soft); overflow-wrap: anywhere; }
.d-path i { margin: 0 .4em; font-style: normal; }
.d-grid { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: .5rem 1.5rem; margin-top: .5rem; }
.d-grid h4 { font-size: .8rem; } .d-grid h4 code { color: var(--focus); font-weight: 600; } .d-grid h4 span { color: var(--soft); font-weight: 400; }
.d-grid p { font-size: .85rem; }
.bar { display: flex; height: 8px; border-radius: 4px; overflow: hidden; background: var(--line); margin: .3rem 0; }
.parts { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .1rem .9rem; font-size: .8rem; color: var(--soft); }
.parts i { display: inline-block; width: .7em; height: .7em; border-radius: 2px; margin-right: .4em; }
.p-own-text { background: var(--c0); } .p-overlap { background: var(--c1); } .p-breadcrumb { background: var(--c2); } .p-repeated-markers { background: var(--c3); }
.d-flags { list-style: none; padding: 0; margin-top: .4rem; font-size: .85rem; color: var(--soft); } .d-flags b { color: var(--ink); }
@media (max-width: 760px) {
  .top { flex-wrap: wrap; gap: .4rem 1rem; padding: .6rem .75rem; }
  .tabs { display: flex; width: 100%; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
  .tabs button { flex: 1; padding: .5rem; border: 0; background: var(--card); color: inherit; font: inherit; min-height: 44px; }
  .tabs button[aria-pressed=true] { background: var(--focus); color: var(--card); font-weight: 600; }
  .panes { grid-template-columns: minmax(0, 1fr); padding: 0; gap: 0; }
  .pane { border-radius: 0; border-inline: 0; }
  .pane.off { display: none; }
  .pane-head { padding: .45rem .75rem; } .pane-head .key, .panes:not(.one) .pane-head h2 { display: none; }
  .scroll { padding: .6rem .5rem; }
  .why { position: fixed; inset: auto 0 0; margin: 0; height: auto; max-height: 55dvh; border-radius: 14px 14px 0 0; box-shadow: 0 -6px 24px var(--shade); padding: .8rem 3rem calc(.9rem + env(safe-area-inset-bottom)) .9rem; transform: translateY(105%); visibility: hidden; transition: transform .18s, visibility .18s; }
  .why.open { transform: none; visibility: visible; }
  body:has(.why.open) .scroll { padding-bottom: 55dvh; }
  .close { display: grid; place-items: center; position: absolute; top: .3rem; right: .3rem; width: 44px; height: 44px; border: 0; background: none; color: var(--soft); font-size: 1.5rem; }
  .keys { display: none; }
  .d-head { padding-right: 0; }
  .d-grid { grid-template-columns: 1fr; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media print { body { display: block; height: auto; } .scroll { overflow: visible; } .why, .tabs { display: none; } }
`;
