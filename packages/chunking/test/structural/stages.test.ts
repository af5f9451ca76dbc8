import * as stages from '@topicmill/chunking/stages';
import { loadTokenCounter, textTokens } from '@topicmill/text/tokens';
import { expect, test } from 'vitest';
import { chunkSync } from '../../src/index.js';

test('the stages one after the other make the records that chunk makes', async () => {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const text = `# Tea\n\n${'Tea is brewed with hot water. '.repeat(90)}\n\n## Green\n\nIt is green.\n`;
  const options = stages.structuralOptions({ tokenCounter });
  const expected = chunkSync(text, { fileTitle: 'Guide', tokenCounter, docName: 'tea' });

  const parsed = stages.parseMarkdown(text);
  const tokens = textTokens(text, tokenCounter);
  const flat = stages.flattenBlocks(parsed, tokens);
  const sizes = { limitOf: () => 256, fullTokens: 508 };
  const { nodes } = stages.splitOversized(flat, { parsed, tokens, ...sizes });
  const breadcrumbs = new stages.Breadcrumbs('Guide', text, tokens, options);
  const limits: stages.PackingLimits = {
    reservedTokens: (section) => breadcrumbs.reservedTokens(section),
    mostReservedTokens: breadcrumbs.limit,
    slackTokens: 4,
  };
  const packed = stages.packNodes(nodes, options, limits);
  const overlaps = stages.addOverlap(packed, { text, tokens, options, limits });
  const normalized = stages.normalizeChunks(packed, overlaps, text);
  const identity = {
    contentType: 'doc',
    docName: 'tea',
    fileTitle: 'Guide',
    filePath: undefined,
    metadata: undefined,
  };
  const drafts = stages.attachMetadata(normalized, { parsed, tokens, identity, breadcrumbs, options });
  const { drafts: kept } = stages.assertOrFilterInvalid(drafts, { mode: 'throw', identity, options });
  expect(kept.length).toBeGreaterThan(1);
  expect(kept.map(({ record: { headerPath } }) => headerPath[0])).toEqual(kept.map(() => 'Tea'));
  expect(Object.keys(kept[0]!.record)).toEqual(Object.keys(expected.chunks[0]!).filter((key) => key !== 'metadata'));
});
