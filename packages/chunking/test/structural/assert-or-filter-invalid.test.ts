import { FaultsError } from '@topicmill/base/diagnostics';
import { expect, test } from 'vitest';
import { chunkSync } from '../../src/index.js';
import { assertOrFilterInvalid } from '../../src/structural/assert-or-filter-invalid.js';
import type { DraftRecord } from '../../src/structural/attach-metadata.js';
import { drafted, identity, options, words } from './staged.js';

const long = words(80);

function changed(draft: DraftRecord, record: Partial<DraftRecord['record']>): DraftRecord {
  return { ...draft, record: { ...draft.record, ...record } };
}

function codesOf(drafts: readonly DraftRecord[]): string[][] {
  return assertOrFilterInvalid(drafts, { mode: 'drop', identity, options }).dropped.map(({ codes }) => [...codes]);
}

test('keeps what is fit as it is', () => {
  const drafts = drafted([long, long]);
  expect(assertOrFilterInvalid(drafts, { mode: 'throw', identity, options })).toEqual({
    drafts,
    dropped: [],
    diagnostics: [],
  });
});

test.each([
  ['EMPTY_CONTENT', (draft: DraftRecord) => changed(draft, { originalText: ' \n ' })],
  ['TOO_SHORT', (draft: DraftRecord) => changed(draft, { tokenStats: { tokens: 63, estimatedTokens: 1 } })],
  ['TOO_LONG', (draft: DraftRecord) => ({ ...draft, embedTokenCount: 513 })],
  ['FORMATTING_ONLY', (draft: DraftRecord) => changed(draft, { originalText: '---\n\n***' })],
  ['ORPHANED_CODE', (draft: DraftRecord) => changed(draft, { originalText: 'text\n\n```\ncode' })],
] as const)('%s', (code, spoil) => {
  const [first, second] = drafted([long, long]);
  expect(codesOf([first!, spoil(second!)])).toEqual([[code]]);
});

test('EMPTY_HEADER: headings with nothing under them', () => {
  expect(codesOf(drafted(['# A\n\n## B']))).toEqual([['EMPTY_HEADER']]);
  expect(codesOf(drafted(['# A\n\n---\n\n***']))).toEqual([['EMPTY_HEADER']]);
  expect(codesOf(drafted(['# A\n\n## B\n\nc']))).toEqual([]);
});

test('lines above a rule are text when they are more than a chunk: nothing of them is left out', () => {
  const lines = [...Array(40).keys()].map((i) => `Line ${i} says ${i} and more of it. It has another sentence.`);
  const text = `${lines.join('\n')}\n=====\nThe end of it.\n`;
  const { chunks, dropped } = chunkSync(text, {
    fileTitle: 'Lines',
    maxTokens: 100,
    overlapSentences: 0,
    tokenCounter: options.tokenCounter,
  });
  expect(dropped).toEqual([]);
  for (const line of lines)
    expect(chunks.some(({ originalText }) => originalText.includes(line.slice(0, 9)))).toBe(true);
});

test('a document that is one chunk may be short', () => {
  expect(codesOf(drafted(['short']))).toEqual([]);
  expect(codesOf(drafted(['short', long]))).toEqual([['TOO_SHORT']]);
});

test('code in a quote or list ends with it and is whole', () => {
  expect(codesOf(drafted([`${long}\n\n- \`\`\`\n  x`]))).toEqual([]);
});

test('drop: numbers and links are those of the chunks that are left', () => {
  const { drafts, dropped, diagnostics } = assertOrFilterInvalid(
    drafted([long, 'short', long], { overlapSentences: 0 }),
    { mode: 'drop', identity, options },
  );
  expect(drafts.map(({ record: { id, prevId, nextId, chunkNumber } }) => [id, prevId, nextId, chunkNumber])).toEqual([
    ['doc:guide::ch0', null, 'doc:guide::ch1', 0],
    ['doc:guide::ch1', 'doc:guide::ch0', null, 1],
  ]);
  expect(dropped).toEqual([{ codes: ['TOO_SHORT'], charStart: long.length + 2, charEnd: long.length + 7 }]);
  expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'TOO_SHORT', file: 'docs/guide.md', line: 3 }]);
});

test('throw: names all', () => {
  const thrown = (() => {
    try {
      return assertOrFilterInvalid(drafted(['short', long, '# A']), { mode: 'throw', identity, options });
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toBeInstanceOf(FaultsError);
  expect((thrown as FaultsError).diagnostics.map(({ code }) => code)).toEqual([
    'TOO_SHORT',
    'EMPTY_HEADER',
    'TOO_SHORT',
  ]);
});
