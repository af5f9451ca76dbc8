import { oneLine, singleSpaces } from '@topicmill/text/white-space';

/** Inline markdown, leftmost construct first; what is not matched is kept. */
const INLINE = new RegExp(
  [
    String.raw`\\(?<escaped>[!-/:-@[-\x60{-~])`,
    String.raw`(?<!\x60)(?<ticks>\x60+)(?!\x60)(?<code>.+?)(?<!\x60)\k<ticks>(?!\x60)`,
    String.raw`\[\^[^\]]*\]`,
    String.raw`(?<image>!?)\[(?<label>(?:[^[\]]|\[[^[\]]*\])*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])`,
    String.raw`<(?<address>(?:https?|mailto):[^>\s]*)>`,
    String.raw`(?<break><br\b[^>]*>)`,
    String.raw`</?(?:a|b|code|div|em|i|img|kbd|p|s|small|span|strong|sub|sup|u)\b[^>]*>`,
    String.raw`<[A-Z][\w.]*(?:\s[^<>]*)?/>`,
    '<!--.*?-->',
    String.raw`(?:\*+|~~)(?=\S)|(?<=\S)(?:\*+|~~)`,
    String.raw`(?<![\p{L}\p{N}_])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}_])`,
    '&(?<entity>amp|lt|gt|quot|apos|nbsp|#39);',
  ].join('|'),
  'gu',
);
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};
const MAX_LENGTH = 4000;

/**
 * Inline markdown as a reader sees it, on one line: links become their text, code loses its backticks; emphasis, images,
 * HTML tags, closed components and footnote marks go. Of a longer text only the first 4,000 UTF-16 units are read.
 */
export function plainText(markdown: string): string {
  return oneLine(reduce(singleSpaces(markdown.slice(0, MAX_LENGTH))));
}

function reduce(markdown: string): string {
  return markdown.replace(INLINE, (...match) => {
    const groups = match.at(-1) as Record<string, string | undefined>;
    if (groups['label'] !== undefined) return groups['image'] === '!' ? '' : reduce(groups['label']);
    if (groups['break'] !== undefined) return ' ';
    if (groups['entity'] !== undefined) return ENTITIES[groups['entity']]!;
    return groups['escaped'] ?? groups['code'] ?? groups['address'] ?? '';
  });
}
