import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildSearchIndex,
  type DocsLoader,
  type InstantOptions,
  memoryLoader,
  openInstantSearch,
  openSearchIndex,
} from '../../src/retrieval/index.js';
import { keptWords, WordTable, writeWordTable } from '../../src/retrieval/search-index/word-table.js';
import { chunkOf, loaderOf, publishedFiles, topicOf } from './sample-docs.js';

const topics = [
  topicOf(
    'guides/configuration',
    'Configuration',
    chunkOf('# Configuration\nSettings are in a file.', { url: '/guides/configuration' }),
    chunkOf('# Configuration\n## Environment variables\nThey overrule the file.', {
      title: 'Environment variables',
      url: '/guides/configuration#environment-variables',
    }),
    chunkOf('# Configuration\n## Größe\nHow large.', { title: 'Größe', url: '/guides/configuration#groesse' }),
  ),
  topicOf('guides/containers', 'Containers', '# Containers\nA container is configured by its image.'),
  {
    ...topicOf('reference/queries', 'Queries', '# Queries\nA query names fields, with their conditions.'),
    edition: { root: 'reference', version: '2' },
  },
  {
    ...topicOf('reference/old', 'Old queries', '# Old queries\nA query of long ago.'),
    edition: { root: 'reference', version: '1' },
  },
];

async function pages(query: string, options: InstantOptions = {}): Promise<string[]> {
  const { pages: found } = await (await openInstantSearch(loaderOf(topics))).search(query, options);
  return found.map(({ id }) => id);
}

describe('search as people type', () => {
  it.each(['بحث', 'بح', 'البحث', 'البح', 'للبحث'])(
    'finds Arabic words with and without their article: %s',
    async (query) => {
      const arabic = [
        topicOf('one', 'الأول', '# الأول\nنتائج البحث هنا.'),
        topicOf('two', 'الثاني', '# الثاني\nكل بحث جديد.'),
      ];
      const { pages: found } = await (await openInstantSearch(loaderOf(arabic))).search(query);
      expect(found.map(({ id }) => id).sort()).toEqual(['one', 'two']);
    },
  );

  it('says which pages a page is below, by its folders', async () => {
    const nested = [
      topicOf('', 'Home', '# Home'),
      topicOf('python', 'Python', '# Python\nA language.'),
      topicOf('python/api/metrics', 'Metrics', '# Metrics\nHistograms are kept.'),
    ];
    const { pages: found } = await (await openInstantSearch(loaderOf(nested))).search('histograms');
    expect(found.map(({ title, parents }) => [...parents, title])).toEqual([['Python', 'Metrics']]);
  });

  it.each(['conf', 'config', 'configu', 'configurati', 'configuration', 'Configuration'])(
    'has the page first that %s is going to be',
    async (query) => {
      expect((await pages(query))[0]).toBe('guides/configuration');
    },
  );

  it.each(['cnofiguration', 'confguration', 'configuratiom', 'confgi', 'confiiguratoin'])(
    'finds what %s is meant to be',
    async (query) => {
      expect((await pages(query))[0]).toBe('guides/configuration');
    },
  );

  it('takes no stem of a misspelt word for the beginning of another', async () => {
    const index = await openInstantSearch(loaderOf(topics));
    expect((await index.search('containerrs')).correctedQuery).toBe('containers');
    expect((await index.search('queries')).correctedQuery).toBe(undefined);
  });

  describe('by titles only', () => {
    async function counted() {
      const memory = memoryLoader(publishedFiles(buildSearchIndex(topics, { withTexts: true })));
      const reads: string[] = [];
      const index = await openInstantSearch({
        read(path, range) {
          reads.push(path);
          return memory.read(path, range);
        },
      });
      await index.search('', { titlesOnly: true });
      return { index, reads };
    }

    it('answers without a request, as far as titles go, and says so', async () => {
      const { index, reads } = await counted();
      for (const query of ['conf', 'configur', 'environment var', 'confguration', 'enviroment var']) {
        const { pages, isPreliminary } = await index.search(query, { titlesOnly: true });
        expect([pages[0]!.id, isPreliminary]).toEqual(['guides/configuration', true]);
        const shown = [pages[0]!, ...pages[0]!.sections].flatMap(({ titlePieces }) => titlePieces);
        expect([query, shown.some(({ isHit }) => isHit)]).toEqual([query, true]);
      }
      // The manifest and the titles.
      expect(reads).toHaveLength(2);
      const whole = await index.search('configur');
      expect([whole.pages[0]!.id, whole.isPreliminary]).toEqual(['guides/configuration', false]);
      expect(reads.length).toBeGreaterThan(2);
    });

    it('marks a passage with one more request, as much as is known before the texts are searched', async () => {
      const { index, reads } = await counted();
      const passageOf = async (query: string) => {
        const { pages } = await index.search(query, { titlesOnly: true });
        const passage = await index.passage(pages[0]!.sections[0]!, query);
        return passage.flatMap(({ text, isHit }) => (isHit ? [text.toLowerCase()] : []));
      };
      const [typed, mistyped] = [await passageOf('containers'), await passageOf('contianers')];
      expect(typed).toEqual(['container']);
      expect(mistyped).toEqual(typed);
      expect(reads.filter((path) => path.endsWith('.bin'))).toEqual([]);
    });

    it.each([
      ['overule', {}],
      ['environment', { section: 'reference' }],
    ] as const)('has nothing for %s, and says that the texts have not been searched', async (query, options) => {
      const { index, reads } = await counted();
      const first = await index.search(query, { ...options, titlesOnly: true });
      expect([first.pages, first.isPreliminary, reads.length]).toEqual([[], true, 2]);
    });
  });

  it('says what it searched for instead, and what nothing is found for', async () => {
    const index = await openInstantSearch(loaderOf(topics));
    expect((await index.search('enviroment variables')).correctedQuery).toBe('environment variables');
    expect(await index.search('zzqxv')).toEqual({
      query: 'zzqxv',
      pages: [],
      sectionCount: 0,
      correctedQuery: undefined,
      missingWords: ['zzqxv'],
      relatedWords: [],
      isPreliminary: false,
    });
    expect((await index.search(' ')).pages).toEqual([]);
  });

  it('finds by its letters what its stem has not', async () => {
    expect(await pages('queri')).toContain('reference/queries');
    expect(await pages('querie')).toContain('reference/queries');
  });

  it('names the page, the section, its address and the passage', async () => {
    const files = publishedFiles(buildSearchIndex(topics, { withTexts: true }));
    const index = await openInstantSearch(memoryLoader(files));
    const query = 'environment vari';
    const [page] = (await index.search(query)).pages;
    const [section] = page!.sections;
    expect(page).toMatchObject({ title: 'Configuration', url: '/guides/configuration' });
    expect(section).toMatchObject({
      title: 'Environment variables',
      url: '/guides/configuration#environment-variables',
      index: 1,
    });
    expect(section!.titlePieces).toEqual([
      { text: 'Environment', isHit: true },
      { text: ' ', isHit: false },
      { text: 'variables', isHit: true },
    ]);
    const passage = await index.passage(section!, query);
    expect(passage.map(({ text }) => text).join('')).toBe('They overrule the file.');
    const [size] = (await index.search('größe')).pages[0]!.sections;
    expect(size!.url).toBe('/guides/configuration#groesse');
  });

  it('is restricted to a folder and to a version', async () => {
    expect(await pages('query')).toEqual(['reference/queries', 'reference/old']);
    expect(await pages('query', { version: '1' })).toEqual(['reference/old']);
    expect(await pages('query', { section: 'guides' })).toEqual([]);
  });

  it('has the folders below the one that all pages are in as sections', async () => {
    const site = ['docs', 'docs/guide/first', 'docs/guide/second', 'docs/api/first'].map((id) =>
      topicOf(id, `Page ${id}`, `# Page ${id}\nA text.`),
    );
    const index = await openInstantSearch(loaderOf(site));
    expect((await index.filters()).sections).toEqual(['api', 'guide']);
    const found = async (section: string) => (await index.search('page', { section })).pages.map(({ id }) => id).sort();
    expect(await found('guide')).toEqual(['docs/guide/first', 'docs/guide/second']);
    expect(await found('docs/api')).toEqual(['docs/api/first']);
    const flat = await openInstantSearch(loaderOf(site.filter(({ id }) => id.startsWith('docs/guide/'))));
    expect((await flat.filters()).sections).toEqual(['guide']);
  });

  it('goes through JSON', async () => {
    const response = await (await openInstantSearch(loaderOf(topics))).search('config', {});
    expect(JSON.parse(JSON.stringify(response))).toMatchObject({
      query: 'config',
      pages: response.pages.map(({ id }) => ({ id })),
    });
  });

  it('has texts of its own where there are no chunk files', async () => {
    const files = publishedFiles(buildSearchIndex(topics, { withTexts: true }));
    const index = await openInstantSearch(memoryLoader(files));
    const [page] = (await index.search('overrule')).pages;
    const passage = await index.passage(page!.sections[0]!, 'overrule');
    expect(passage).toContainEqual({ text: 'overrule', isHit: true });
  });
});

describe('a large index', () => {
  const large = Array.from({ length: 300 }, (_, topic) =>
    topicOf(
      `t/${topic}`,
      `Page ${topic}`,
      ...Array.from({ length: 5 }, (_, chunk) => {
        const words = Array.from(
          { length: 60 },
          (_, at) => `con${'abcdefghij'[(topic + at) % 10]}w${(topic * 131 + chunk * 17 + at * at) % 4001}`,
        );
        return chunkOf(`Page ${topic}\n${words.join(' ')}`, {});
      }),
    ),
  );

  it('takes few requests, for a word, for half a word and for the next letters', async () => {
    const memory = loaderOf(large);
    const reads: string[] = [];
    const counting: DocsLoader = {
      read(path, range) {
        reads.push(path);
        return memory.read(path, range);
      },
    };
    const index = await openInstantSearch(counting);
    const [word] = /cona\w+/.exec(large[0]!.chunks[0]!.text)!;
    expect((await index.search('con')).pages.length).toBeGreaterThan(3);
    expect(reads.length).toBeLessThanOrEqual(4);
    for (let length = 4; length <= word.length; length++) {
      const before = reads.length;
      const { pages: found } = await index.search(word.slice(0, length));
      expect(found.length).toBeGreaterThan(0);
      expect(reads.length - before).toBeLessThanOrEqual(2);
    }
  });

  it('completes every word from any of its beginnings', async () => {
    const index = await openInstantSearch(loaderOf(large));
    const words = [...new Set(large.slice(0, 3).flatMap(({ chunks }) => chunks[0]!.text.match(/con\w+/g)!))];
    for (const word of words.filter((_, at) => at % 20 === 0)) {
      for (let length = 3; length <= word.length; length++) {
        expect([word, length, (await index.search(word.slice(0, length))).pages.length]).not.toContain(0);
      }
    }
  });
});

describe('misspelt words of docs with many words', () => {
  const letters = Array.from('bcdfghjklmnprstvw');
  const manyWords = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}u${b}e${c}o${b}i${a}u${c}`)));
  const many = [topicOf('many', 'Many', `# Many\n${manyWords.join(' ')}`), ...topics];

  const loader = loaderOf(many);

  /** What is found first, and the bytes that were loaded for it. */
  async function loadedFor(query: string): Promise<{ first: string | undefined; byteCount: number }> {
    let byteCount = 0;
    const counting: DocsLoader = {
      async read(path, range) {
        const bytes = await loader.read(path, range);
        byteCount += bytes.length;
        return bytes;
      },
    };
    const { pages: found } = await (await openInstantSearch(counting)).search(query);
    return { first: found[0]?.id, byteCount };
  }

  it('cost the words that begin with their first letter, not all of them', async () => {
    const spelt = await loadedFor('configuration');
    const misspelt = await loadedFor('confguration');
    expect(misspelt.first).toBe('guides/configuration');
    expect(misspelt.byteCount - spelt.byteCount).toBeLessThan((manyWords.length * manyWords[0]!.length) / 4);
  });

  it('of a title cost one file more than the title as it is, and are corrected in results and passage', async () => {
    const filesFor = async (query: string) => {
      const loader = memoryLoader(
        publishedFiles(buildSearchIndex(many, { withTexts: true, everydayWords: ['configurations'] })),
      );
      const reads = new Set<string>();
      const index = await openInstantSearch({
        read(path, range) {
          reads.add(path);
          return loader.read(path, range);
        },
      });
      const { pages: found, correctedQuery, missingWords } = await index.search(query);
      const passage = await index.passage(found[0]!.sections[0]!, query);
      return { first: found[0]!.id, correctedQuery, missingWords, passage, fileCount: reads.size };
    };
    const { correctedQuery, missingWords, fileCount, ...clean } = await filesFor('configuration');
    expect([correctedQuery, missingWords]).toEqual([undefined, []]);
    expect(await filesFor('cofniguration')).toEqual({
      ...clean,
      correctedQuery: 'configuration',
      missingWords: ['cofniguration'],
      fileCount: fileCount + 1,
    });
  });

  it('are no mistakes where the docs contain them', async () => {
    const own = topicOf('own', 'Terms', '# Terms\nA confiruration is something else.');
    const index = await openInstantSearch(loaderOf([own, ...many]));
    const { pages: found, correctedQuery } = await index.search('confiruration');
    expect(found.map(({ id }) => id)).toContain('own');
    expect(correctedQuery).toBeUndefined();
  });

  it('are found though their first letter is wrong, or two letters are', async () => {
    expect((await loadedFor('xonfiguration')).first).toBe('guides/configuration');
    expect((await loadedFor('cnofguration')).first).toBe('guides/configuration');
  });
});

describe('near words', () => {
  const alphabet = fc.stringMatching(/^[a-d]{3,9}$/);

  it('are those at the least distance, as the plain algorithm finds them', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(alphabet, { minLength: 1, maxLength: 30 }),
        alphabet,
        fc.boolean(),
        (words, word, isPrefix) => {
          const table = WordTable.read(writeWordTable(keptWords(words.map((spelling) => ({ spelling, count: 1 })))));
          const limit = word.length >= 8 ? 2 : 1;
          const distances = words.map((each) => {
            const ends = isPrefix ? Array.from({ length: each.length + 1 }, (_, end) => each.slice(0, end)) : [each];
            return Math.min(...ends.map((end) => alignmentDistance(end, word)));
          });
          const least = Math.min(...distances);
          const expected = words.filter((_, at) => least <= limit && distances[at] === least).sort();
          expect(table.nearest(word, isPrefix).map(({ spelling }) => spelling)).toEqual(expected);
        },
      ),
    );
  });
});

/** Optimal string alignment, by its recurrence. */
function alignmentDistance(a: string, b: string): number {
  const memo = new Map<string, number>();
  const distance = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    let value = Math.min(
      distance(i - 1, j) + 1,
      distance(i, j - 1) + 1,
      distance(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
    );
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
      value = Math.min(value, distance(i - 2, j - 2) + 1);
    memo.set(key, value);
    return value;
  };
  return distance(a.length, b.length);
}

describe('a whole query', () => {
  it('ranks pages alike whether its last word may go on or not', async () => {
    const words = ['kiln', 'clay'];
    const docs = loaderOf(
      words.map((word) => topicOf(word, 'Work', `# Work\n${`The ${word} is here. `.repeat(5)}It has a name.`)),
    );
    const index = await openInstantSearch(docs);
    for (const query of [words, [...words].reverse()].map((each) => each.join(' '))) {
      for (const isFinished of [false, true]) {
        const { pages: found } = await index.search(query, { isFinished });
        expect([query, isFinished, found.map(({ id }) => id)]).toEqual([query, isFinished, ['clay', 'kiln']]);
      }
    }
  });

  it('is searched for in the spelling of the docs, and says so', async () => {
    const index = await openSearchIndex(loaderOf(topics));
    const { results, corrections, missingWords } = await index.search('Can the enviroment overrule the file?');
    expect(results[0]).toMatchObject({ topic: 'guides/configuration', index: 1 });
    expect(corrections).toEqual([{ word: 'enviroment', spelling: 'environment' }]);
    expect(missingWords).toEqual(['enviroment']);
    expect(results[0]!.match.words).toEqual(['environment', 'overrule', 'file']);
  });
});
