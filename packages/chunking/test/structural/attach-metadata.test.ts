import { describe, expect, test } from 'vitest';
import { drafted, words } from './staged.js';

const record = (texts: readonly string[], index = 0) => drafted(texts)[index]!.record;

test('fills every field', () => {
  const texts = ['# Guide\n\n## Set *up*\n\nOne is. Two is.', 'Three is.\n\n```\nx\n```\n\nFour is.'];
  const source = texts.join('\n\n');
  expect(record(texts, 1)).toEqual({
    id: 'doc:guide::ch1',
    parentId: 'doc:guide',
    chunkNumber: 1,
    contentType: 'doc',
    embedText: 'Guide > Set up\n\nOne is. Two is.\n\nThree is.\n\n```\nx\n```\n\nFour is.',
    originalText: 'One is. Two is.\n\nThree is.\n\n```\nx\n```\n\nFour is.',
    fileTitle: 'Guide',
    sectionTitle: 'Set up',
    headerPath: ['Guide', 'Set up'],
    headerBreadcrumb: 'Guide > Set up',
    headerDepths: [1, 2],
    headerSlugs: ['guide', 'set-up'],
    sectionSlug: 'set-up',
    sourcePosition: { charStart: source.indexOf('Three'), charEnd: source.length, totalChars: source.length },
    tokenStats: { tokens: 18, estimatedTokens: 12 },
    prevId: 'doc:guide::ch0',
    nextId: null,
    nodeTypes: ['paragraph', 'code'],
    source: { filePath: 'docs/guide.md', startLine: 7, endLine: 13 },
  });
});

test('before the first heading path and section are empty', () => {
  expect(record(['text'])).toMatchObject({
    sectionTitle: '',
    headerPath: [],
    headerBreadcrumb: '',
    headerDepths: [],
    headerSlugs: [],
    sectionSlug: '',
    prevId: null,
    nextId: null,
  });
});

describe('breadcrumb', () => {
  const long = words(120);
  const prefix = (texts: readonly string[], index: number, changes = {}, fileTitle = 'Guide') => {
    const { embedText, originalText } = drafted(texts, changes, fileTitle)[index]!.record;
    expect(embedText.endsWith(originalText)).toBe(true);
    return embedText.slice(0, embedText.length - originalText.length);
  };

  test('conditional: nothing when the chunk starts with a heading that says the same', () => {
    expect(prefix([`# Guide\n\n${long}`], 0)).toBe('');
    expect(prefix([`# Start\n\n${long}`], 0, {}, '')).toBe('');
  });

  test('conditional: all of it when the chunk contains a heading', () => {
    expect(prefix([`# Start\n\n${long}`], 0)).toBe('Guide > Start\n\n');
    expect(prefix([`# Guide\n\n## Start\n\n${long}`], 0)).toBe('Guide > Start\n\n');
    expect(prefix([`# Start\n\n${long}`, `${long}\n\n## More\n\n${long}`], 1)).toBe('Guide > Start\n\n');
  });

  test('conditional: all of it for nothing but code, tables and lists', () => {
    const code = `\`\`\`\n${'call();\n'.repeat(60)}\`\`\``;
    expect(prefix([`# Start\n\n${long}`, `${code}\n\n- a\n\n| a |\n|---|`], 1)).toBe('Guide > Start\n\n');
  });

  test('conditional: all of it for a chunk under the minimum with its overlap', () => {
    expect(prefix([`# Start\n\n${words(20)}`, words(62)], 1)).toBe('Guide > Start\n\n');
    expect(prefix([`# Start\n\n${words(20)}`, words(66)], 1)).toBe('Guide\n\n');
  });

  test('conditional: the title alone in the middle of a section, nothing when it is the first heading', () => {
    expect(prefix([`# Start\n\n${long}`, long], 1)).toBe('Guide\n\n');
    expect(prefix([`# Guide\n\n${long}`, long], 1)).toBe('');
  });

  test('always: all of it, the title only when it is not the first heading', () => {
    const always = { breadcrumbMode: 'always' } as const;
    expect(prefix([`# Start\n\n${long}`, long], 1, always)).toBe('Guide > Start\n\n');
    expect(prefix([`# Guide\n\n${long}`, long], 1, always)).toBe('Guide\n\n');
    expect(prefix([long], 0, always)).toBe('Guide\n\n');
  });

  test('none: nothing', () => {
    expect(prefix([`# Start\n\n${long}`, 'x'], 1, { breadcrumbMode: 'none' })).toBe('');
  });

  test('gives way from the left when it would take more than half of the maximum', () => {
    const [draft] = drafted([`# ${words(200)}\n\n## Start\n\ntext`], { breadcrumbMode: 'always' }, words(100));
    expect(draft!.breadcrumb).toMatchObject({ text: `${words(200)} > Start`, isCut: true });
  });
});
