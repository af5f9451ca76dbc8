import { createHash } from 'node:crypto';
import { loadTokenCounter } from '@topicmill/text/tokens';
import {
  type PageLimits,
  type PageReading,
  type PageSet,
  readPage,
  type SplitInput,
  splitDocument,
} from '../../src/pagination/index.js';

export const counter = await loadTokenCounter('cl100k_base');

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Splits a text into pages of 300 tokens, unless told otherwise. */
export function split(
  text: string,
  limits: Partial<PageLimits> = {},
  input: Partial<SplitInput> = {},
): Promise<PageSet> {
  return splitDocument({
    text,
    file: 'guide.md',
    baseUrl: 'https://example.com/guide',
    limits: { maxTokens: 300, overlapTokens: 0, allowsOversize: true, ...limits },
    counter,
    sha256,
    ...input,
  });
}

export function readPages(set: PageSet): PageReading[] {
  return set.pages.map(({ text }) => readPage(text)!);
}
