import type { Tag } from './jsx-tag.js';
import type { VainReads } from './vain-reads.js';

const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const LESS_THAN = 60;
const GREATER_THAN = 62;

const TAG_START = /<(\/?)([a-z][\w.:-]*)(?=[\s/>])/iy;
const ATTRIBUTE = /(?<=\s)(?:title|label|summary|alt)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;
const VOID_NAMES = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Reads the HTML tag, or that of a Vue component, that starts at the `<` at `start`, over as many lines as it takes. */
export function htmlTag(text: string, start: number, limit: number, vainReads: VainReads): Tag | undefined {
  TAG_START.lastIndex = start;
  const found = TAG_START.exec(text);
  if (found === null) return undefined;
  const name = found[2]!;
  const end = tagEnd(text, TAG_START.lastIndex, limit);
  if (end === -1) {
    vainReads.add(start, limit);
    return undefined;
  }
  if (found[1] === '/') return { name, kind: 'close', end, texts: [] };
  const attributes = text.slice(TAG_START.lastIndex, end - 1);
  const texts = attributes.includes('=')
    ? [...attributes.matchAll(ATTRIBUTE)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
    : [];
  const isVoid = attributes.endsWith('/') || VOID_NAMES.has(name.toLowerCase());
  return { name, kind: isVoid ? 'void' : 'open', end, texts };
}

function tagEnd(text: string, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === GREATER_THAN) return at + 1;
    if (code === LESS_THAN) return -1;
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
      const length = text.slice(at + 1, limit).indexOf(String.fromCharCode(code));
      if (length === -1) return -1;
      at += 1 + length;
    }
  }
  return -1;
}
