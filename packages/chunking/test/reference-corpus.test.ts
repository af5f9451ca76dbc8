import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { semanticStrategy, trimBlankLines } from '../src/index.js';
import { wordsCounter } from './words-counter.js';

const CORPORA = process.env['TOPICMILL_CORPORA'];
const TOPICS = CORPORA === undefined ? undefined : join(CORPORA, 'topics');
const PARENT_LINES = /^(?:#{1,6} .*\n)*\n?$/;

/** Topic folders that contain the chunks of another tool with the same rules. */
function topicFolders(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return entries
    .filter((entry) => entry.endsWith('golden-reference.md'))
    .map((entry) => entry.slice(0, -'golden-reference.md'.length));
}

describe('semantic strategy next to the tool it follows', () => {
  if (TOPICS === undefined || !existsSync(TOPICS)) {
    it('gives the same chunks', (context) => context.skip('set TOPICMILL_CORPORA to a folder with topics/ to compare'));
    return;
  }
  const strategy = semanticStrategy({ minTokens: 250, maxTokens: 750, tail: 'drop', tokenCounter: wordsCounter });
  for (const folder of topicFolders(TOPICS)) {
    it(folder, () => {
      const text = readFileSync(join(TOPICS, folder, 'golden-reference.md'), 'utf8');
      const { chunks } = strategy.chunk({ text, file: folder, fileTitle: folder });
      expect(chunks.length).toBe(readdirSync(join(TOPICS, folder, 'expected', 'chunks')).length);
      for (const { index, startOffset, endOffset } of chunks) {
        const theirs = trimBlankLines(
          readFileSync(join(TOPICS, folder, 'expected', 'chunks', `golden-reference-${index}.md`), 'utf8'),
        );
        const ours = trimBlankLines(text.slice(startOffset, endOffset));
        expect(theirs.slice(-ours.length)).toBe(ours);
        expect(theirs.slice(0, theirs.length - ours.length)).toMatch(PARENT_LINES);
      }
    });
  }
});
