import { htmlPage } from '@topicmill/text/html';
import { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { type ChunkingExplanation, sharedStarts } from '../index.js';
import { escapeVisibly } from './escape-visibly.js';
import { counted, formatCount } from './format-count.js';
import { PAGE_SCRIPT } from './page-script.js';
import { PAGE_STYLE } from './page-style.js';
import { PanePainter } from './paint-pane.js';
import { TextPainter } from './paint-text.js';

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
  return `; of ${formatCount(counts[0])} and ${counted(counts[1], 'chunk')}, ${formatCount(sharedCount)} ${sharedCount === 1 ? 'begins' : 'begin'} at the same place`;
}
