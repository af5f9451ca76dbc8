import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { findHiddenText } from '@topicmill/text/hidden-text';
import { HIDDEN_TEXT_VERSION } from '@topicmill/text/hidden-text/hidden-text-version';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

/** What each version of the rules finds in the labelled texts. */
const FOUND: Readonly<Record<number, string>> = {
  1: '141026e139a2899c86e5948a50999b30aabeb99103575f3639d292ed4a6942cc',
  3: '667d0e78a8589504552481e694267ac79554b955f883be6f7348f56d77f5cf15',
  4: '9334a826cafc37fef9dfb2987e584465058b310e6799fcb0ce6cd98474fde1ae',
  5: '36f2ba7e1519993d85fab8732ec55023f728c17a3ba8d762f4b4c0f800237c57',
  6: '36f2ba7e1519993d85fab8732ec55023f728c17a3ba8d762f4b4c0f800237c57',
  7: 'f7da22510056d9b724eb74668e36d97f31873d288672fd3aab8eafc4e26bb24d',
  8: 'f7da22510056d9b724eb74668e36d97f31873d288672fd3aab8eafc4e26bb24d',
  9: 'ca8e8d3f6cbea73464fefca345f3597f5e7ebd79ab41c5f6bb47be6e5971d7a3',
  10: 'ca8e8d3f6cbea73464fefca345f3597f5e7ebd79ab41c5f6bb47be6e5971d7a3',
  11: '17d0570ac63224170417e618b043777739bde6d9297e5aa118787d0baf478b1b',
};

it('rules that find something else have another version', () => {
  const folder = new URL('../hidden-text/', import.meta.url);
  const texts = readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const { positives, negatives } = parse(readFileSync(new URL(name, folder), 'utf8'));
      return [...positives, ...negatives] as string[];
    });
  const found = texts.map((text) => findHiddenText(text, 0).map(({ kind, start, end }) => `${kind} ${start}-${end}`));
  expect(createHash('sha256').update(JSON.stringify(found)).digest('hex')).toBe(FOUND[HIDDEN_TEXT_VERSION]);
});
