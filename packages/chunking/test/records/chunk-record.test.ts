import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunkRecordJsonSchema, chunkSync, docNameOf, recordFaults, recordFileName } from '../../src/index.js';
import { markdownDocument } from '../structural/generated-documents.js';

const published = readFileSync(join(import.meta.dirname, '../../../../schemas/chunk-record.schema.json'), 'utf8');
const tokenCounter = await loadTokenCounter('cl100k_base');

test('the schema is published as it is generated (`npm run schemas`)', () => {
  expect(published).toBe(chunkRecordJsonSchema());
});

test('every record is valid by the published schema', () => {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(published));
  fc.assert(
    fc.property(markdownDocument, (text) => {
      const { chunks } = chunkSync(text, { fileTitle: 'Guide', filePath: 'docs/guide.md', tokenCounter });
      for (const record of chunks) {
        const parsed: unknown = JSON.parse(JSON.stringify(record));
        expect(validate(parsed), JSON.stringify(validate.errors)).toBe(true);
        expect(recordFaults(parsed)).toEqual([]);
      }
    }),
    { numRuns: 50 },
  );
});

test('faults are named by field', () => {
  const [record] = chunkSync('# A\n\ntext', { fileTitle: 'A', tokenCounter }).chunks;
  expect(recordFaults({ ...record, heading: 'A' })).toEqual(['record: Unrecognized key: "heading"']);
  expect(recordFaults({ ...record, sectionTitle: 'B' })).toEqual(['sectionTitle: must be "A"']);
  expect(recordFaults({ ...record, tokenStats: { tokens: -1, estimatedTokens: 1 } })[0]).toMatch(
    /^tokenStats\.tokens: /,
  );
});

describe('docName', () => {
  test.each(['strategy', 'flatten-blocks', 'chunk-format-documentation', 'v1.2_notes'])('%s stays as it is', (name) => {
    expect(docNameOf(`docs/${name}.md`)).toBe(name);
  });

  test.each([
    ['my guide.md', /^my-guide-[0-9a-f]{8}$/],
    ['a__b.md', /^a-b-[0-9a-f]{8}$/],
    ['Überblick.md', /^Überblick-[0-9a-f]{8}$/],
    ['日本語 ガイド.md', /^日本語-ガイド-[0-9a-f]{8}$/],
    ['?.md', /^document-[0-9a-f]{8}$/],
    ['.md', /^md-[0-9a-f]{8}$/],
  ])('%s becomes readable', (fileName, expected) => {
    expect(docNameOf(fileName)).toMatch(expected);
  });

  test('names that differ stay different', () => {
    const names = ['a b', 'a  b', 'a-b', 'a_b', 'a__b', 'a b ', 'ä', 'a'];
    expect(new Set(names.map(docNameOf)).size).toBe(names.length);
  });

  test('makes the file name', () => {
    expect(recordFileName({ parentId: 'doc:flatten-blocks', chunkNumber: 1 })).toBe('doc_flatten-blocks__ch1.json');
  });
});
