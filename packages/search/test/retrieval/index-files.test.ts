import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter } from '../../src/retrieval/bytes.js';
import {
  buildSearchIndex,
  type DocsLoader,
  MANIFEST_FILE,
  memoryLoader,
  openSearchIndex,
} from '../../src/retrieval/index.js';
import { IndexReader } from '../../src/retrieval/search-index/index-reader.js';
import { includesDocument, OpenPostings, readPostings } from '../../src/retrieval/search-index/postings.js';
import { chunkOf, loaderOf, publishedFiles, topicOf } from './sample-docs.js';

const topics = [
  topicOf(
    'b',
    'Bees',
    chunkOf('Honey.', {
      vector: Float32Array.of(1, 2),
      questions: [{ text: 'Why?', answer: '', hash: 0xffff_ffff_ffff_ffffn }],
    }),
  ),
  topicOf(
    'a/x',
    'Ants',
    chunkOf('Hills.', {
      vector: Float32Array.of(-1, 0),
      questions: [2n ** 53n + 1n, 0n].map((hash) => ({ text: 'What?', answer: '', hash })),
    }),
  ),
];

/** Topics with words of their own and words in common. */
function manyTopics(count: number) {
  return Array.from({ length: count }, (_, topic) =>
    topicOf(
      `t/${topic}`,
      `Title ${topic}`,
      ...Array.from({ length: 10 }, (_, chunk) => {
        const words = Array.from({ length: 80 }, (_, at) => `w${(topic * 7919 + chunk * 104_729 + at * at) % 9001}`);
        return chunkOf(`Title ${topic}\n${words.join(' ')}`, {
          vector: Float32Array.from(words, (word) => word.length),
        });
      }),
    ),
  );
}

describe('the files of an index', () => {
  it('are the same for the same topics in any order', () => {
    expect(buildSearchIndex([...topics].reverse(), { model: 'm' })).toEqual(buildSearchIndex(topics, { model: 'm' }));
  });

  it('are named by their content, but for the manifest, which comes last', () => {
    const names = [...buildSearchIndex(topics, { model: 'm' })].map(([name, bytes]) => {
      const digits = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
      return name.startsWith(digits) ? 'by content' : name;
    });
    expect(names.at(-1)).toBe(MANIFEST_FILE);
    expect(new Set(names.slice(0, -1))).toEqual(new Set(['by content']));
  });

  it('keep 64-bit hashes whole', async () => {
    const reader = await IndexReader.open(loaderOf(topics));
    expect([...(await reader.promptHashes(0, 2))]).toEqual([2n ** 53n + 1n, 0n, 0xffff_ffff_ffff_ffffn]);
  });

  it('hold no vectors unless every chunk has one and the model is named', async () => {
    const withoutOne = [...topics, topicOf('c', 'Cats', 'Purr.')];
    expect((await openSearchIndex(loaderOf(withoutOne, 'm'))).model).toBeUndefined();
    expect((await openSearchIndex(loaderOf(topics))).model).toBeUndefined();
    expect((await openSearchIndex(loaderOf(topics, 'm'))).model).toBe('m');
  });

  it('take vectors of one length only', () => {
    const other = topicOf('c', 'Cats', chunkOf('Purr.', { vector: Float32Array.of(1, 2, 3) }));
    expect(() => buildSearchIndex([...topics, other], { model: 'm' })).toThrow(
      expect.objectContaining({ code: 'EMBEDDER_BAD_VECTOR' }),
    );
  });

  it('may be of no topic at all', async () => {
    const index = await openSearchIndex(loaderOf([], 'm'), async () => Float32Array.of(1));
    expect((await index.search('anything')).results).toEqual([]);
  });

  it('have no table of topics next to texts, and say so to a search that needs it', async () => {
    const reader = await IndexReader.open(memoryLoader(publishedFiles(buildSearchIndex(topics, { withTexts: true }))));
    await expect(reader.topic(0)).rejects.toMatchObject({ code: 'SEARCH_INDEX_INVALID' });
    expect(await reader.chunkText(1, 1)).toBe('Honey.');
  });

  it.each(['{"files":"0123456789abcdef","first":[]}', '{"files":"../../secret","first":["a"]}', '[]'])(
    'are not looked for where a manifest names %s',
    async (terms) => {
      const files = publishedFiles(buildSearchIndex(topics));
      const path = [...files.keys()].find((name) => name.endsWith(MANIFEST_FILE))!;
      const manifest = JSON.parse(new TextDecoder().decode(files.get(path)));
      files.set(path, new TextEncoder().encode(JSON.stringify({ ...manifest, terms: JSON.parse(terms) })));
      await expect(openSearchIndex(memoryLoader(files))).rejects.toMatchObject({ code: 'SEARCH_INDEX_INVALID' });
    },
  );

  it.each(['cut short', 'altered'])('are not believed when %s', async (damage) => {
    const files = publishedFiles(buildSearchIndex(topics));
    for (const [path, bytes] of files) {
      if (path.endsWith(MANIFEST_FILE)) continue;
      files.set(path, damage === 'altered' ? bytes.map((byte) => byte ^ 1) : bytes.subarray(1));
    }
    const search = async () => (await openSearchIndex(memoryLoader(files))).search('honey');
    await expect(search()).rejects.toMatchObject({ code: 'SEARCH_INDEX_INVALID' });
  });

  it.each(['', '{}', '{"format": 1}', 'not JSON'])('need a manifest: %j', async (text) => {
    const loader: DocsLoader = { read: async () => new TextEncoder().encode(text) };
    await expect(openSearchIndex(loader)).rejects.toMatchObject({ code: 'SEARCH_INDEX_INVALID' });
  });
});

describe('a query', () => {
  it('loads a small part of a large index, and nothing twice', async () => {
    const files = publishedFiles(buildSearchIndex(manyTopics(200), { model: 'm' }));
    const whole = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    const memory = memoryLoader(files);
    const reads: string[] = [];
    let loaded = 0;
    const counting: DocsLoader = {
      async read(path, range) {
        const bytes = await memory.read(path, range);
        loaded += bytes.length;
        if (range === undefined) reads.push(path);
        return bytes;
      },
    };
    const index = await openSearchIndex(counting, async () => new Float32Array(80).fill(1));
    await index.search('w17 w4711 w88');
    expect(loaded).toBeLessThan(whole / 4);
    await index.search('w17 w4711 w88');
    expect(new Set(reads).size).toBe(reads.length);
  });

  it('loads no more for two words that a heading joins than for the first of them', async () => {
    const memory = loaderOf([
      ...manyTopics(20),
      topicOf('c', 'Coffee', '# Coffee\n## Cold brew', 'A cold brew.', '## Cold pots'),
    ]);
    const reads: string[] = [];
    const reader = await IndexReader.open({
      read(path) {
        reads.push(path);
        return memory.read(path);
      },
    });
    expect((await reader.postings('cold'))!.chunks.documents).toHaveLength(3);
    const readBefore = reads.length;
    expect((await reader.postings('cold brew'))!.chunks.documents).toHaveLength(2);
    expect(await reader.postings('cold pot')).toBeUndefined();
    expect(reads).toHaveLength(readBefore);
  });

  it('tries again what failed to load', async () => {
    const memory = loaderOf(topics);
    let fails = true;
    const flaky: DocsLoader = {
      read: (path, range) =>
        fails && !path.endsWith(MANIFEST_FILE) ? Promise.reject(new Error('offline')) : memory.read(path, range),
    };
    const index = await openSearchIndex(flaky);
    await expect(index.search('honey')).rejects.toThrow('offline');
    fails = false;
    expect((await index.search('honey')).results[0]!.topic).toBe('b');
  });
});

describe('postings', () => {
  const documents = fc.uniqueArray(fc.nat(2 ** 31)).map((numbers) => numbers.sort((a, b) => a - b));

  it('come back as they were written', () => {
    fc.assert(
      fc.property(documents, (numbers) => {
        const impacts = numbers.map((number) => 1 + (number % 255));
        const writer = new ByteWriter();
        const postings = new OpenPostings();
        numbers.forEach((number, at) => {
          postings.add(number, impacts[at]!);
        });
        postings.write(writer);
        const read = readPostings(new ByteReader(writer.finish()));
        expect([[...read.documents], [...read.impacts]]).toEqual([numbers, impacts]);
      }),
    );
  });

  it('know their holders', () => {
    fc.assert(
      fc.property(documents, fc.nat(2 ** 31), (numbers, other) => {
        const postings = { documents: Uint32Array.from(numbers), impacts: new Uint8Array(numbers.length) };
        expect(numbers.every((number) => includesDocument(postings, number))).toBe(true);
        expect(includesDocument(postings, other)).toBe(numbers.includes(other));
      }),
    );
  });
});
