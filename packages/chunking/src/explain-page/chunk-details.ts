import type { Boundary, ExplainedChunk, SizePart } from '../explain/explanation.js';
import { ruleName } from '../explain/rule-name.js';
import { escapeVisibly } from './escape-visibly.js';
import { formatCount } from './format-count.js';

/** All that is known of a chunk, for the panel that shows one of them. */
export function chunkDetails(chunk: ExplainedChunk, strategy: string, tokenCounter: string): string {
  const { tier, index, startLine, endLine, headingPath, start, end, flags } = chunk;
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  const path =
    headingPath.length === 0
      ? '<span class="none">no heading above</span>'
      : headingPath.map((heading) => `<span>${escapeVisibly(heading)}</span>`).join('<i aria-hidden="true">›</i>');
  const marks = flags.map(({ name, meaning }) => `<li><b>${escapeVisibly(name)}</b> ${escapeVisibly(meaning)}</li>`);
  return [
    `<p class="d-head"><strong>${capitalised(tier)} ${index}</strong> <span>${strategy}, ${lines}</span></p>`,
    `<p class="d-path">${path}</p>`,
    '<div class="d-grid">',
    boundary('Begins', start),
    sizes(chunk, tokenCounter),
    boundary('Ends', end),
    '</div>',
    marks.length === 0 ? '' : `<ul class="d-flags">${marks.join('')}</ul>`,
  ].join('');
}

function boundary(title: string, place: Boundary): string {
  return `<div><h4>${title} <code>${ruleName(place)}</code></h4><p>${escapeVisibly(place.reason)}</p></div>`;
}

function sizes({ tokenCount, maxTokens, sizes: parts }: ExplainedChunk, tokenCounter: string): string {
  const scale = Math.max(tokenCount, maxTokens);
  const bars = parts.map(({ part, tokenCount: size }) => `<i class="${partClass(part)}" style="flex:${size}"></i>`);
  const rest = scale > tokenCount ? `<i style="flex:${scale - tokenCount}"></i>` : '';
  const list = parts.map(
    ({ part, tokenCount: size }) =>
      `<li><i class="${partClass(part)}" aria-hidden="true"></i>${part} <b>${formatCount(size)}</b></li>`,
  );
  return [
    `<div><h4>Size <span>tokens by ${escapeVisibly(tokenCounter)}</span></h4>`,
    `<p><b>${formatCount(tokenCount)}</b> of at most ${formatCount(maxTokens)}</p>`,
    `<div class="bar" aria-hidden="true">${bars.join('')}${rest}</div>`,
    `<ul class="parts">${list.join('')}</ul></div>`,
  ].join('');
}

function partClass(part: SizePart['part']): string {
  return `p-${part.replace(' ', '-')}`;
}

function capitalised(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
