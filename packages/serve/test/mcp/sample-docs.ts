import {
  buildSearchIndex,
  type DocsLoader,
  memoryLoader,
  openDocs,
  readThesaurus,
  SEARCH_DIRECTORY,
  type SearchTopic,
} from '@topicmill/search/retrieval';
import {
  buildTopicIndex,
  type ChunkEntry,
  formatIndexJson,
  readTopicSpec,
  type TopicIndex,
} from '@topicmill/topics/formats';
import { simHash64 } from '@topicmill/topics/similarity';
import type { DocsSource } from '../../src/mcp/index.js';

const encoder = new TextEncoder();

/** Texts of the chunks of a topic; odd ones are code. */
const CHUNKS: Readonly<Record<string, readonly string[]>> = {
  'drinks/green tea': Array.from(
    { length: 12 },
    (_, at) => `# Green tea\n\n## Part ${at}\n\nLeaves steeped for ${at} minutes.\n`,
  ),
  bread: ['# Bread\n\nFlour, water and salt.\n'],
};

/** Written by a model, over two lines as no question should be. */
const BREAD_QUESTION = 'Why does my loaf\nnot rise in winter?';

function entry(text: string, index: number): ChunkEntry {
  return {
    file: `_chunks/golden-reference-${index}.md`,
    title: `Part ${index}`,
    isCode: index % 2 === 1,
    tokenCount: 100,
    byteCount: text.length,
    startByte: 0,
    endByte: 1,
    similarityConceptual: 1 - index / 100,
    keywords: [],
    prompts: [],
  };
}

function indexOf(id: string, texts: readonly string[] | undefined, children: readonly TopicIndex[]): TopicIndex {
  const sections = {
    source: 'golden-reference.md',
    hasQuestions: false,
    keywords: [],
    chunks: texts && {
      strategy: 's',
      model: 'm',
      baselineConceptual: 0,
      items: texts.map((text, at) => ({
        ...entry(text, at),
        url: `https://kitchen.example/docs/${encodeURI(id)}/#part-${at}`,
      })),
    },
  };
  const spec = { ...readTopicSpec(`# ${id}\n\nAll about ${id}.\n`, 'topic-spec.md'), sections };
  return buildTopicIndex({ id, spec, children: [...children], stripeRounding: 'up', baseHref: undefined } as never);
}

/** "Foliage" is near to a word of the docs. */
const words = { thesaurus: readThesaurus('foliage\tleaves') };

/**
 * Docs in memory: a topic in a category, one next to it, and one that is not chunked.
 *
 * @param without paths of files that are missing
 */
export function sampleSource(without: readonly string[] = []): DocsSource & { readonly readPaths: readonly string[] } {
  const files = new Map<string, Uint8Array>();
  const topics: SearchTopic[] = [];
  for (const [id, texts] of Object.entries(CHUNKS)) {
    files.set(`${id}/golden-reference.md`, encoder.encode(texts.join('\n')));
    for (const [at, text] of texts.entries())
      files.set(`${id}/_chunks/golden-reference-${at}.md`, encoder.encode(text));
    const chunks = texts.map((text, at) => ({
      title: `Part ${at}`,
      path: `${id}/_chunks/golden-reference-${at}.md`,
      isCode: at % 2 === 1,
      tokenCount: 100,
      text,
      questions:
        id === 'bread'
          ? [{ text: BREAD_QUESTION, answer: '', hash: simHash64(BREAD_QUESTION), origin: 'model' as const }]
          : [],
      sourceLines: [1, 2] as const,
    }));
    topics.push({ id, title: id, chunks });
  }
  files.set('huge/golden-reference.md', encoder.encode('x'.repeat(500_000)));
  for (const [name, bytes] of buildSearchIndex(topics)) files.set(`${SEARCH_DIRECTORY}/${name}`, bytes);
  const tea = indexOf('drinks/green tea', CHUNKS['drinks/green tea'], []);
  const drinks = buildTopicIndex({ id: 'drinks', children: [tea], stripeRounding: 'up' } as never);
  const bread = indexOf('bread', CHUNKS['bread'], []);
  const huge = indexOf('huge', undefined, []);
  const root = buildTopicIndex({ id: '', children: [bread, drinks, huge], stripeRounding: 'up' } as never);
  for (const index of [tea, drinks, bread, huge, root]) {
    files.set(index.id === '' ? 'index.json' : `${index.id}/index.json`, encoder.encode(formatIndexJson(index)));
  }
  for (const path of without) files.delete(path);
  const memory = memoryLoader(files);
  const readPaths: string[] = [];
  const loader: DocsLoader = {
    read(path, range) {
      readPaths.push(path);
      return memory.read(path, range);
    },
  };
  const docs = openDocs(loader, undefined, words);
  return { readPaths, open: async () => ({ docs }) };
}

/** Topics without chunks. */
export function manyTopics(count: number): DocsSource {
  return sourceOf(Array.from({ length: count }, (_, at) => indexOf(`t${at}`, undefined, [])));
}

/**
 * Topics without chunks in folders below one folder, and single ones next to these.
 *
 * @param sizes topics of each folder; 0 for a single topic
 */
export function manySections(sizes: readonly number[]): DocsSource {
  const entries = sizes.map((size, at) => {
    const id = `docs/s${at}`;
    const topics = Array.from({ length: size }, (_, index) => indexOf(`${id}/t${index}`, undefined, []));
    const own =
      size === 0
        ? indexOf(id, undefined, [])
        : buildTopicIndex({ id, children: topics, stripeRounding: 'up' } as never);
    return { own, topics };
  });
  const children = entries.map(({ own }) => own);
  const docs = buildTopicIndex({ id: 'docs', children, stripeRounding: 'up' } as never);
  return sourceOf([docs], [...children, ...entries.flatMap(({ topics }) => topics)]);
}

/** A topic in a collection of Jekyll's, whose folder begins with `_`. */
export function collectionOfJekyll(): DocsSource {
  const guide = indexOf('_docs/guide', CHUNKS['bread'], []);
  const collection = buildTopicIndex({ id: '_docs', children: [guide], stripeRounding: 'up' } as never);
  return sourceOf([collection], [guide]);
}

function sourceOf(children: readonly TopicIndex[], below: readonly TopicIndex[] = []): DocsSource {
  const root = buildTopicIndex({ id: '', children, stripeRounding: 'up' } as never);
  const files = [root, ...children, ...below].flatMap(({ id, ...index }): [string, Uint8Array][] => [
    [id === '' ? 'index.json' : `${id}/index.json`, encoder.encode(formatIndexJson({ id, ...index }))],
    [`${id}/golden-reference.md`, encoder.encode(`# ${id}\n`)],
    [`${id}/_chunks/golden-reference-0.md`, encoder.encode(CHUNKS['bread']![0]!)],
  ]);
  const docs = openDocs(memoryLoader(new Map(files)));
  return { open: async () => ({ docs }) };
}
