import type { ExportedChunk, ExportedDocs } from '../../src/export/index.js';

/** Addresses as a docs root at the root of a server has them. */
export const hrefOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** A chunk with a vector of three components. */
export function chunk(index: number, text: string, more: Partial<ExportedChunk> = {}): ExportedChunk {
  return {
    index,
    title: `Part ${index}`,
    path: `drinks/tea/_chunks/golden-reference-${index}.md`,
    text,
    isCode: false,
    tokenCount: 12,
    startByte: 10 * index,
    endByte: 10 * index + 10,
    lines: [index + 1, index + 2],
    keywords: ['green leaves', 'tea'],
    questions: [],
    similarityConceptual: index === 0 ? 1 : 0.25,
    similarityTechnical: undefined,
    vector: Float32Array.from([0.1, -1 / 3, index]),
    ...more,
  };
}

/** Two topics of a category, one of them without chunks, and one next to it. */
export function sampleDocs(more: Partial<ExportedDocs> = {}): ExportedDocs {
  return {
    title: 'Kitchen',
    description: 'What there is to drink and eat.',
    model: 'builtin:1',
    topics: [
      {
        id: 'bread',
        title: 'Bread [sour]',
        description: undefined,
        referencePath: 'bread/golden-reference.md',
        text: '# Bread\n\nSee [tea](../drinks/tea/golden-reference.md#making) and ![oven](oven.png).\n',
        questionsPath: undefined,
        chunks: [chunk(0, '# Bread\n\nSays "so", they say.\n', { path: 'bread/_chunks/golden-reference-0.md' })],
      },
      {
        id: 'drinks/tea',
        title: 'Tea',
        description: 'Leaves in water.',
        referencePath: 'drinks/tea/golden-reference.md',
        text: '---\ntitle: Tea\n---\n# Tea\n\nIn [water](#making).\n',
        questionsPath: 'drinks/tea/qa-pairs.md',
        chunks: [
          chunk(0, '# Tea\n\nIn water.\n', {
            questions: [{ question: 'Is it "hot", too?' }, { question: 'Which leaves?', origin: 'model' }],
          }),
          chunk(1, '# Tea\n\nLine\r\nend, tab\t; — 茶\n', { similarityTechnical: 1, isCode: true, keywords: [] }),
        ],
      },
    ],
    ...more,
  };
}
