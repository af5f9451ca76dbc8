import {
  buildTopicIndex,
  type ChunkEntry,
  formatIndexJson,
  readTopicSpec,
  type TopicSpec,
} from '@topicmill/topics/formats';
import { buildSearchIndex } from '../../src/retrieval/index.js';
import { publishedFiles, topicOf } from './sample-docs.js';

/** Where the docs of a test are served, if hrefs are absolute. */
export interface PublishOptions {
  readonly baseHref?: string;
}

export const SOURCE = '# Tëa\n\nGreen and black.\n\n## Brewing\n\n```\nboil()\n```\n';
const TOPIC = 'drinks & more/tea';

/** Similarities to the baseline fall from chunk to chunk; odd chunks are code and contain the keyword `cup`. */
function entry(index: number): ChunkEntry {
  const isFirst = index === 0;
  return {
    file: `_chunks/golden-reference-${index}.md`,
    title: `Part ${index}`,
    isCode: index % 2 === 1,
    tokenCount: 100 * index,
    byteCount: 10,
    startByte: isFirst ? 0 : 26,
    endByte: isFirst ? 26 : 53,
    similarityConceptual: 1 - index / 100,
    similarityTechnical: index === 1 ? 1 : index / 100,
    keywords: index % 2 === 1 ? ['cup'] : [],
    prompts: isFirst ? [{ question: 'Why?', similarity: 0.9, hash: 2n ** 64n - 1n }] : [],
  };
}

/** The files of a docs root with one topic of nine chunks in a category, by path. */
export function publishedDocs({ baseHref }: PublishOptions = {}): Map<string, Uint8Array> {
  const items = Array.from({ length: 9 }, (_, index) => entry(index));
  const spec: TopicSpec = {
    ...readTopicSpec('# Tea\n', 'topic-spec.md'),
    sections: {
      source: 'golden-reference.md',
      hasQuestions: false,
      keywords: [{ name: 'cup', score: 3, count: 2 }],
      chunks: { strategy: 's', model: 'm', baselineConceptual: 0, baselineTechnical: 1, items },
    },
  };
  const common = { stripeRounding: 'up', baseHref } as const;
  const tea = buildTopicIndex({ ...common, id: TOPIC, spec, children: [] });
  const drinks = buildTopicIndex({ ...common, id: 'drinks & more', children: [tea] });
  const root = buildTopicIndex({ ...common, id: '', children: [drinks] });
  const encoder = new TextEncoder();
  const files = publishedFiles(buildSearchIndex([topicOf(TOPIC, 'Tea', 'Green and black.')]));
  files.set('index.json', encoder.encode(formatIndexJson(root)));
  files.set('drinks & more/index.json', encoder.encode(formatIndexJson(drinks)));
  files.set(`${TOPIC}/index.json`, encoder.encode(formatIndexJson(tea)));
  files.set(`${TOPIC}/golden-reference.md`, encoder.encode(SOURCE));
  for (const { file, title } of items) files.set(`${TOPIC}/${file}`, encoder.encode(`${title}\n`));
  return files;
}
