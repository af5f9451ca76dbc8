import type { ToolSections, TopicDescription } from '../../src/formats/index.js';

export const sampleTopic: TopicDescription = {
  id: 'libraries/streams',
  title: 'Streams',
  description: 'Streams move data piece by piece.',
};

/** Two chunks, a technical baseline, one matched prompt. */
export const sampleSections: ToolSections = {
  source: 'golden-reference.md',
  hasQuestions: true,
  keywords: [
    { name: 'back pressure', score: 27, count: 6 },
    { name: 'pipe', score: 7.425, count: 3 },
  ],
  chunks: {
    strategy: 'semantic-250-750',
    model: 'static-1',
    baselineConceptual: 0,
    baselineTechnical: 1,
    items: [
      {
        file: '_chunks/golden-reference-0.md',
        title: 'What streams are',
        isCode: false,
        tokenCount: 310,
        byteCount: 1900,
        startByte: 0,
        endByte: 1880,
        similarityConceptual: 1,
        similarityTechnical: 0.7176,
        keywords: ['back pressure'],
        prompts: [],
      },
      {
        file: '_chunks/golden-reference-1.md',
        title: 'API Reference: a | b',
        isCode: true,
        tokenCount: 290,
        byteCount: 1700,
        startByte: 1880,
        endByte: 3500,
        similarityConceptual: 0.7176,
        similarityTechnical: 1,
        keywords: ['pipe'],
        prompts: [{ question: 'How do I pipe?', similarity: 0.8125, hash: 18_446_744_073_709_551_615n }],
      },
    ],
  },
};
