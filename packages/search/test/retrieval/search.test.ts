import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSearchIndex, memoryLoader, openSearchIndex, type SearchOptions } from '../../src/retrieval/index.js';
import { chunkOf, loaderOf, publishedFiles, questionOf, topicOf } from './sample-docs.js';

const cooking = topicOf(
  'home/cooking',
  'Cooking',
  chunkOf('# Cooking\nHeat changes food. Knives are sharp.', {
    sourceLines: [1, 9],
    path: 'home/cooking/_chunks/0.md',
  }),
  chunkOf('# Cooking\n## Soup\nBoil water with salt and leeks.', { title: 'Soup' }),
  chunkOf('# Cooking\n```\nboil(water)\n```\n', { isCode: true, title: 'Robots' }),
);
const water = topicOf('science/water', 'Water', '# Water\nIt boils at 100 degrees.', '# Water\n## Ice\nIt melts.');
const sea = topicOf('science/sea', 'The Sea', '# The Sea\nSalt, fish, water everywhere and ships.');
const topics = [cooking, water, sea];

async function search(query: string, options: SearchOptions = {}) {
  const { mode, results } = await (await openSearchIndex(loaderOf(topics))).search(query, options);
  return { mode, results, found: results.map(({ topic, index }) => `${topic} ${index}`) };
}

describe('search by words', () => {
  it.each(['', ' \n'])('finds nothing for an empty query (%j)', async (query) => {
    const index = await openSearchIndex(loaderOf(topics), async () => new Float32Array([1]));
    expect(await index.search(query)).toEqual({
      mode: 'hybrid',
      results: [],
      byMeaningOnly: false,
      lowConfidence: false,
      missingWords: [],
      corrections: [],
    });
  });

  it('puts the topic first whose title names the subject', async () => {
    expect((await search('water')).found[0]).toBe('science/water 0');
  });

  it('puts the chunk first that contains all the words', async () => {
    expect((await search('boil leeks with salt')).found[0]).toBe('home/cooking 1');
  });

  it('names the words that the docs do not have, and no function word among them', async () => {
    const index = await openSearchIndex(loaderOf(topics));
    const { missingWords } = await index.search(
      "Why doesn't the lid, as it should've, keep what he's done to the salt?",
    );
    expect(missingWords).toEqual(['lid', 'keep']);
  });

  it('counts a word as often as the query contains it', async () => {
    const docs = await openSearchIndex(
      loaderOf([topicOf('a', 'Metals', 'Iron rusts.'), topicOf('b', 'Woods', 'Oak rots.')]),
    );
    const first = async (query: string) => (await docs.search(query, { mode: 'bm25' })).results[0]!.topic;
    expect([await first('iron oak oak'), await first('iron iron oak')]).toEqual(['b', 'a']);
  });

  it('says where a chunk is and why it was found', async () => {
    const [first] = (await search('How sharp is a knife when cooking?')).results;
    expect(first).toMatchObject({
      topic: 'home/cooking',
      topicTitle: 'Cooking',
      index: 0,
      path: 'home/cooking/_chunks/0.md',
      sourceLines: [1, 9],
      match: { words: ['sharp', 'cooking'], titleWords: ['cooking'] },
    });
  });

  it('finds a topic by its title alone', async () => {
    const plain = await openSearchIndex(loaderOf([topicOf('a', 'Zebras', 'Stripes.', 'More stripes.')]));
    expect((await plain.search('zebra')).results.map(({ index }) => index)).toEqual([0]);
  });

  it('does not take an everyday word for rare because few titles have it', async () => {
    const fill = topicOf('fill', 'Fill', '# Fill\nPaint an area.');
    const menus = topicOf('menus', 'Menus', '# Menus\nEntries of the bar at the top are links. Fill in the settings.');
    const others = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) =>
      topicOf(id, `Page ${id}`, `# Page ${id}\nFill in a form.`),
    );
    const index = await openSearchIndex(loaderOf([fill, menus, ...others]));
    expect((await index.search('fill the bar with links')).results[0]!.topic).toBe('menus');
  });

  it('prefers the page that speaks of the subject throughout', async () => {
    const each = (names: readonly string[], text: string) => names.map((name) => `# ${name}\n${text}`);
    const throughout = each(['Quays', 'Cranes', 'Pilots', 'Tides', 'Fees', 'Nights'], 'The harbour quays are old.');
    const once = each(['Bridges', 'Fields', 'Woods', 'Hills', 'Farms'], 'The fields are new.');
    const road = '# Roads\nThe harbour road.';
    const others = ['a', 'b', 'c'].map((id) => topicOf(id, `Page ${id}`, `# Page ${id}\nNothing.`, '# More\nNothing.'));
    const pages = [topicOf('east', 'East', road, ...once), topicOf('north', 'North', ...throughout), ...others];
    const index = await openSearchIndex(loaderOf(pages));
    expect((await index.search('harbour')).results[0]!.topic).toBe('north');
  });

  it('counts no chunk of a page that it does not look at', async () => {
    const code = (text: string) => chunkOf(`# Code\n\`\`\`\n${text}\n\`\`\`\n`, { isCode: true });
    const prose = ['Locks', 'More locks', 'Old locks'].map((name) => chunkOf(`# ${name}\nA lock has a lock.`));
    const pages = (own: readonly ReturnType<typeof chunkOf>[]) => [
      topicOf('a', 'A', code('lock(door)'), ...prose.map(() => chunkOf('# Other\nNothing at all.'))),
      topicOf('b', 'B', code('lock(door)'), ...own),
    ];
    const scores = async (own: readonly ReturnType<typeof chunkOf>[]) => {
      const { results } = await (await openSearchIndex(loaderOf(pages(own)))).search('lock', { kind: 'code' });
      return results.map(({ topic, score }) => [topic, score.toFixed(3)]);
    };
    expect(await scores(prose)).toEqual([
      ['a', '1.000'],
      ['b', '1.000'],
    ]);
  });

  it('finds a topic by its description', async () => {
    const after = { ...topicOf('after', 'After', '# After\n`after 2 list`'), description: 'Drops the first elements.' };
    const index = await openSearchIndex(loaderOf([after, topicOf('first', 'First', '# First\n`first 2 list`')]));
    const [found] = (await index.search('how to drop elements')).results;
    expect(found).toMatchObject({ topic: 'after', match: { descriptionWords: ['drop', 'elements'] } });
  });

  it('finds what a team calls by another name, and does not call the name missing', async () => {
    const pages = [
      topicOf('auth', 'Signing in', '# Signing in\nSign in with a password.'),
      topicOf('logs', 'Logs', '# Logs\nA log has lines.'),
      topicOf('images', 'Images', '# Images\nAn image has a format.'),
    ];
    const synonyms = [
      ['log in', 'sign in'],
      ['picture', 'photo', 'image'],
    ];
    const index = await openSearchIndex(memoryLoader(publishedFiles(buildSearchIndex(pages, { synonyms }))));
    const { results, missingWords } = await index.search('Pictures');
    expect(results[0]).toMatchObject({ topic: 'images', match: { words: ['Pictures'] } });
    expect(missingWords).toEqual([]);
    const found = async (query: string) => (await index.search(query)).results.map(({ topic }) => topic);
    expect(await found('where to log in')).toContain('auth');
    expect(await found('lines of a log')).toEqual(['logs']);
    expect((await (await openSearchIndex(loaderOf(pages))).search('pictures')).results).toEqual([]);
  });

  it('looks for twenty thousand synonyms of one word in time that grows with them', async () => {
    const pages = [topicOf('images', 'Images', '# Images\nAn image has a format.')];
    const synonyms = [['image', ...Array.from({ length: 20_000 }, (_, at) => `picture${at}`)]];
    const index = await openSearchIndex(memoryLoader(publishedFiles(buildSearchIndex(pages, { synonyms }))));
    expect((await index.search('picture7')).results.map(({ topic }) => topic)).toEqual(['images']);
  });

  it('begins with the same results, whatever the limit is, and compares no more topics by vector', async () => {
    const word = fc.constantFrom('kiln', 'glaze', 'plate', 'bowl', 'clay');
    const text = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => `# A\n${words.join(' ')}`);
    const chunk = fc.record({
      text,
      vector: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -9, max: 9 })),
    });
    const page = fc.array(chunk, { minLength: 1, maxLength: 3 });
    const limits = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }));
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 12 }), limits, async (pages, [one, other]) => {
        const topics = pages.map((chunks, at) =>
          topicOf(
            `t${at}`,
            'Pots',
            ...chunks.map(({ text, vector }) => chunkOf(text, { vector: Float32Array.from(vector) })),
          ),
        );
        const index = await openSearchIndex(loaderOf(topics, 'm'), async () => Float32Array.of(1, 0));
        const find = async (limit: number) => (await index.search('glaze for a kiln', { limit })).results;
        const [fewer, more] = [Math.min(one, other), Math.max(one, other)];
        expect((await find(more)).slice(0, fewer)).toEqual(await find(fewer));
      }),
    );
  });

  it('takes time that grows with the query, whatever words it repeats or has that the docs lack', async () => {
    const pages = [topicOf('auth', 'Signing in', '# Signing in\nSign in with a password.')];
    const synonyms = [['log in', 'sign in']];
    const index = await openSearchIndex(memoryLoader(publishedFiles(buildSearchIndex(pages, { synonyms }))));
    const found = async (query: string) => (await index.search(query)).results.map(({ topic }) => topic);
    expect(await found('log in '.repeat(3000))).toEqual(['auth']);
    expect(await found(`sign ${Array.from({ length: 8000 }, (_, at) => `xq${at}`).join(' ')}`)).toEqual(['auth']);
    expect(await found(`sign ${'x'.repeat(100_000)}`)).toEqual(['auth']);
  });

  it('prefers words side by side to words apart, where a heading names them so', async () => {
    const apart = topicOf('a', 'A', '# A\nBrew it when it is cold outside, then wait.');
    const together = topicOf('b', 'B', '# B\nWith cold brew you wait until it is outside.');
    const named = topicOf('c', 'C', '# C\n## Cold brew\nNothing.');
    const bestOf = async (...topics: (typeof apart)[]) =>
      (await (await openSearchIndex(loaderOf(topics))).search('cold brew outside')).results[0]!.topic;
    expect(await bestOf(apart, together)).toBe('a');
    expect(await bestOf(apart, together, named)).toBe('b');
  });

  it('answers a question about the whole topic with its first chunk', async () => {
    const sea = topicOf('sea', 'The sea', '# The sea\nWaves roll.', '# The sea\n## Reasons\nWhy sea is salty: rain.');
    const index = await openSearchIndex(loaderOf([sea, cooking]));
    expect((await index.search('sea')).results[0]!.index).toBe(0);
    expect((await index.search('salty sea')).results[0]!.index).toBe(1);
  });

  it.each([
    ['How do I boil water?', true],
    ['how to boil water', true],
    ['boil water', false],
    ['Why boil water?', false],
  ])('answers %j by an example: %s', async (question, expected) => {
    const tea = topicOf(
      'tea',
      'Tea',
      'Leaves and time.',
      'To boil water, heat the water slowly.',
      chunkOf('```\nlet tea = kettle.fill(leaves); boil(water)\n```', { isCode: true }),
    );
    const [first] = (await (await openSearchIndex(loaderOf([tea]))).search(question)).results;
    expect(first!.isCode).toBe(expected);
  });

  it('prefers many chunks on the subject to one', async () => {
    const twice = [topicOf('a', 'A', 'tide', 'tide'), topicOf('b', 'B', 'tide', 'wind')];
    const index = await openSearchIndex(loaderOf([...twice].reverse()));
    expect((await index.search('tide')).results[0]!.topic).toBe('a');
  });

  it.each([
    ['code', ['home/cooking 2']],
    ['prose', ['science/water 0', 'home/cooking 1']],
  ] as const)('keeps to %s', async (kind, expected) => {
    expect((await search('boil', { kind })).found).toEqual(expected);
  });

  it('is restricted to one topic', async () => {
    const { found } = await search('water', { topic: 'home/cooking' });
    expect(new Set(found)).toEqual(new Set(['home/cooking 1', 'home/cooking 2']));
  });

  it('refuses a topic that is not there', async () => {
    await expect(search('water', { topic: 'home' })).rejects.toMatchObject({ code: 'TOPIC_UNKNOWN' });
  });

  it('gives as many results as asked for, and none for words that nobody uses', async () => {
    expect((await search('water', { limit: 2 })).found).toHaveLength(2);
    expect((await search('xylophone')).found).toEqual([]);
    expect((await search('')).found).toEqual([]);
  });
});

describe('search by prompts', () => {
  const asked = 'Which pan is best for pancakes?';
  const withPrompt = topicOf(
    'pans',
    'Pans',
    'Iron.',
    chunkOf('Steel.', { questions: [questionOf('x'), questionOf(asked)] }),
  );

  it('finds the chunk that a question in nearly the same words belongs to', async () => {
    const index = await openSearchIndex(loaderOf([...topics, withPrompt]));
    const { mode, results } = await index.search('which pan is best for pancakes', { mode: 'prompts' });
    expect(mode).toBe('prompts');
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ topic: 'pans', index: 1, match: { promptDistance: 0 } });
    expect((await index.search(asked, { mode: 'prompts' })).byMeaningOnly).toBe(false);
  });

  it('falls back to words when none is near', async () => {
    const index = await openSearchIndex(loaderOf([...topics, withPrompt]));
    const { mode, results } = await index.search('water', { mode: 'prompts' });
    expect(mode).toBe('hybrid');
    expect(results[0]!.topic).toBe('science/water');
  });

  it('puts an answered question above what words find', async () => {
    const other = topicOf(
      'other',
      'Best pan for pancakes',
      'The best pan for pancakes: which pan is best for pancakes.',
    );
    const pans = topicOf('pans', 'Pans', chunkOf('Steel is a pan.', { questions: [questionOf(asked)] }));
    const index = await openSearchIndex(loaderOf([other, pans]));
    expect((await index.search(asked)).results[0]!.topic).toBe('pans');
    expect((await index.search(asked, { maxPromptDistance: -1 })).results[0]!.topic).toBe('other');
  });
});

describe('questions of chunks', () => {
  const asked = 'Why does my drink taste of metal?';
  const tea = topicOf(
    'tea',
    'Tea',
    'Leaves steep.',
    chunkOf('Keep leaves dry.', { questions: [questionOf(asked, 'The tin.')] }),
  );

  it('are text: their words and those of their answers find the chunk, which says by which question', async () => {
    const index = await openSearchIndex(loaderOf([...topics, tea]));
    const { results, missingWords } = await index.search('a metal drink');
    expect(results[0]).toMatchObject({ topic: 'tea', index: 1, match: { words: [], question: asked } });
    expect(missingWords).toEqual([]);
    expect((await index.search('tin')).results[0]).toMatchObject({ topic: 'tea', index: 1 });
    expect((await index.search('leaves')).results[0]!.match.question).toBeUndefined();
  });

  it('do not count while they are masked, whatever else is like them', async () => {
    const index = await openSearchIndex(loaderOf([...topics, tea]));
    expect((await index.search('drink metal', { maskedQuestion: asked })).results).toEqual([]);
    expect((await index.search('drink metal', { maskedQuestion: 'Why tea?' })).results).toHaveLength(1);
  });
});

describe('search by vectors', () => {
  const compass = [
    topicOf(
      'east',
      'East',
      chunkOf('Sunrise.', { vector: Float32Array.of(1, 0.1, 0) }),
      chunkOf('Noon.', { vector: Float32Array.of(0.5, 0.5, 0) }),
    ),
    topicOf('north', 'North', chunkOf('Snow at sunrise.', { vector: Float32Array.of(0, 1, 0) })),
  ];
  const open = (query: number[]) => openSearchIndex(loaderOf(compass, 'compass'), async () => Float32Array.from(query));

  it('orders by cosine, whatever the length of the query', async () => {
    const { results } = await (await open([0, 30, 0])).search('anything', { mode: 'vectors' });
    expect(results.map(({ topic, index }) => `${topic} ${index}`)).toEqual(['north 0', 'east 1', 'east 0']);
    expect(results[0]!.match.similarity).toBeCloseTo(1, 2);
    expect(results[1]!.match.similarity).toBeCloseTo(Math.SQRT1_2, 2);
  });

  it('lets vectors decide between topics that the words make equal', async () => {
    const hybrid = await (await open([0, 1, 0])).search('sunrise');
    expect(hybrid.results[0]!.topic).toBe('north');
  });

  it('goes by vectors alone when no word is known, and says so', async () => {
    const { results, byMeaningOnly, missingWords } = await (await open([1, 0, 0])).search('the Dawn');
    expect(results[0]!.topic).toBe('east');
    expect({ byMeaningOnly, missingWords }).toEqual({ byMeaningOnly: true, missingWords: ['Dawn'] });
  });

  it('says which words nobody uses, and that the results match others', async () => {
    const index = await open([1, 0, 0]);
    const ofText = await index.search('snow in the Himalayas');
    expect(ofText).toMatchObject({ byMeaningOnly: false, missingWords: ['Himalayas'] });
    expect(await index.search('north')).toMatchObject({ byMeaningOnly: false, missingWords: [], corrections: [] });
    expect(await index.search('dawn', { mode: 'bm25' })).toMatchObject({ results: [], byMeaningOnly: false });
  });

  it('has low confidence where no page has much of the query, in words or in meaning', async () => {
    const query = 'penguins migrate across frozen snow';
    const confidence = async (vector: number[], asked: string, options?: SearchOptions) =>
      (await (await open(vector)).search(asked, options)).lowConfidence;
    expect(await confidence([0, 0, 1], query)).toBe(true);
    expect(await confidence([0, 1, 0], query)).toBe(false);
    expect(await confidence([0, 0.4, 1], 'snow at sunrise')).toBe(false);
    expect(await confidence([0, 0, 1], query, { mode: 'bm25' })).toBe(false);
  });

  it('takes words that only another topic uses for no words of this one', async () => {
    const { byMeaningOnly, missingWords } = await (await open([1, 0, 0])).search('snow', { topic: 'east' });
    expect({ byMeaningOnly, missingWords }).toEqual({ byMeaningOnly: true, missingWords: [] });
  });

  it('goes by words where there is no embedder', async () => {
    const index = await openSearchIndex(loaderOf(compass, 'compass'));
    const { mode, results } = await index.search('snow', { mode: 'vectors' });
    expect([mode, results[0]!.topic]).toEqual(['bm25', 'north']);
  });

  it('refuses a query of another model', async () => {
    await expect((await open([1, 0])).search('snow')).rejects.toMatchObject({ code: 'EMBEDDER_BAD_VECTOR' });
  });
});
