import { loadTokenCounter } from '@topicmill/text/tokens';
import { expect, test } from 'vitest';
import { chunkSync, migrateRecord } from '../../src/index.js';

const legacy = {
  id: 'doc:skeleton::ch4',
  parentId: 'doc:skeleton',
  chunkNumber: 4,
  contentType: 'doc',
  embedText: 'Title: skeleton.txt\n\n### Base\n\nControls the style.',
  displayMarkdown: '### Base\n\nControls the style.',
  heading: 'Base',
  headerHierarchy: 'Theming > Base',
  charOffsets: { charStart: 10, charEnd: 38, sourceLength: 200 },
  tokenCount: 9,
  prevId: 'doc:skeleton::ch3',
  nextId: null,
  nodeTypes: ['heading', 'paragraph'],
};

test('old names become new ones, and what follows from others is made', () => {
  const { record, faults } = migrateRecord(legacy, { fileTitle: 'Skeleton' });
  expect(faults).toEqual([]);
  expect(record).toEqual({
    id: 'doc:skeleton::ch4',
    parentId: 'doc:skeleton',
    chunkNumber: 4,
    contentType: 'doc',
    embedText: legacy.embedText,
    originalText: legacy.displayMarkdown,
    fileTitle: 'Skeleton',
    sectionTitle: 'Base',
    headerPath: ['Theming', 'Base'],
    headerBreadcrumb: 'Theming > Base',
    headerDepths: [1, 2],
    headerSlugs: ['theming', 'base'],
    sectionSlug: 'base',
    sourcePosition: { charStart: 10, charEnd: 38, totalChars: 200 },
    tokenStats: { tokens: 9, estimatedTokens: 8 },
    prevId: 'doc:skeleton::ch3',
    nextId: null,
    nodeTypes: ['heading', 'paragraph'],
  });
});

test.each([
  ['Title: skeleton.txt\n\n### Base', 'skeleton.txt'],
  ['Skeleton > Theming > Base\n\n### Base', 'Skeleton'],
  ['### Base\n\nControls the style.', undefined],
])('a title that is not given is taken from the start of %j', (embedText, fileTitle) => {
  const { record, unfilled } = migrateRecord({ ...legacy, embedText });
  expect(record.fileTitle).toBe(fileTitle);
  expect(unfilled.find(({ field }) => field === 'fileTitle')?.how).toBe(
    fileTitle === undefined ? 'missing' : 'guessed',
  );
});

test('says what was guessed and what is missing', () => {
  const { unfilled, faults } = migrateRecord({ ...legacy, tokenCount: undefined });
  expect(unfilled.map(({ field, how }) => [field, how])).toEqual([
    ['headerPath', 'guessed'],
    ['headerDepths', 'guessed'],
    ['headerSlugs', 'guessed'],
    ['fileTitle', 'guessed'],
    ['tokenStats.tokens', 'missing'],
  ]);
  expect(faults.length).toBe(1);
});

test('headingTrail is the path', () => {
  const { headerHierarchy: _, ...other } = legacy;
  const { record } = migrateRecord({ ...other, headingTrail: ['A > B', 'Base'] }, { fileTitle: 'S' });
  expect(record).toMatchObject({ headerPath: ['A > B', 'Base'], headerBreadcrumb: 'A > B > Base' });
});

test('unknown fields are kept in metadata', () => {
  const { record } = migrateRecord({ ...legacy, author: 'x', metadata: { date: '2024' } }, { fileTitle: 'S' });
  expect(record.metadata).toEqual({ date: '2024', author: 'x' });
});

test('a record of the present format comes out as it went in', async () => {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const { chunks } = chunkSync('# A\n\ntext', { fileTitle: 'A', filePath: 'a.md', tokenCounter });
  expect(migrateRecord({ ...chunks[0] })).toEqual({ record: chunks[0], unfilled: [], faults: [] });
});
