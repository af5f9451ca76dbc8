import { isInsideSurrogatePair } from '@topicmill/text/scripts';
import type { TokenCounter } from './embedding-provider.js';

/** A text, or the part of it that one vector is made from. */
export interface TextWindow {
  /** Index of the text among those of the call. */
  readonly textIndex: number;
  readonly text: string;
  readonly tokenCount: number;
}

/** A window this short, in UTF-16 units, is not cut any more: no model has so small a context. */
const SHORTEST_CUT = 64;

/** No tokenizer makes a token of more than this many UTF-16 units on average; longer texts are cut before they are counted. */
const MAX_MEAN_TOKEN_LENGTH = 8;

/**
 * Cuts a text into windows of at most `limitTokenCount` tokens, by halves, so that they are about equally long.
 * Joined, the windows are the text, but for windows of white space, which are left out.
 */
export function cutIntoWindows(
  text: string,
  textIndex: number,
  limitTokenCount: number,
  countTokens: TokenCounter,
): TextWindow[] {
  if (text.length <= limitTokenCount * MAX_MEAN_TOKEN_LENGTH || text.length <= SHORTEST_CUT) {
    const tokenCount = countTokens(text);
    if (tokenCount <= limitTokenCount || text.length <= SHORTEST_CUT) return [{ textIndex, text, tokenCount }];
  }
  return splitInTwo(text)
    .filter(hasContent)
    .flatMap((half) => cutIntoWindows(half, textIndex, limitTokenCount, countTokens));
}

/** The two halves of a window that a server found too long, or `undefined` when it is too short to be cut. */
export function halveWindow(window: TextWindow, countTokens: TokenCounter): TextWindow[] | undefined {
  if (window.text.length <= SHORTEST_CUT) return undefined;
  return splitInTwo(window.text)
    .filter(hasContent)
    .map((text) => ({ textIndex: window.textIndex, text, tokenCount: countTokens(text) }));
}

/** Whether a text has anything but white space. */
export function hasContent(text: string): boolean {
  return /\S/.test(text);
}

/**
 * Cuts a text of two or more characters near its middle: after a blank line, else a line, else a word, else between
 * two code points.
 */
export function splitInTwo(text: string): [string, string] {
  const middle = text.length >> 1;
  const reach = text.length >> 3;
  const around = text.slice(middle - reach, middle + reach);
  for (const separator of ['\n\n', '\n', ' ']) {
    const at = nearestTo(reach, around, separator);
    if (at !== undefined) return splitAt(text, middle - reach + at + separator.length);
  }
  return splitAt(text, isInsideSurrogatePair(text, middle) ? middle + 1 : middle);
}

function nearestTo(offset: number, text: string, separator: string): number | undefined {
  const before = text.lastIndexOf(separator, offset);
  const after = text.indexOf(separator, offset);
  if (before === -1 || after === -1) return before === after ? undefined : Math.max(before, after);
  return offset - before <= after - offset ? before : after;
}

function splitAt(text: string, offset: number): [string, string] {
  return [text.slice(0, offset), text.slice(offset)];
}
