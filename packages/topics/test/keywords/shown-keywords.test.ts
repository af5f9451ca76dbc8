import { ENGLISH_STOP_WORDS } from '@topicmill/text/stop-words';
import { chunkKeywords, generalWordsOf, headingWordsOf, shownKeywords } from '@topicmill/topics/keywords';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const keyword = (term: string, score: number) => ({ term, score, count: Math.round(score / 2) });
type Scored = ReturnType<typeof keyword>;
const termsBelow = (markdown: string, ...keywords: readonly Scored[]): string[] =>
  shownKeywords(keywords, generalWordsOf(['eng']), headingWordsOf(markdown)).map((each) => each.keyword.term);
const termsOf = (...keywords: readonly Scored[]): string[] => termsBelow('', ...keywords);

describe('the keywords that readers see', () => {
  it('leave out those that say nothing, alone or together', () => {
    expect(
      termsOf(
        keyword('see', 30),
        keyword('made', 20),
        keyword('takes', 18),
        keyword('best-known', 9),
        keyword('glaze', 6),
      ),
    ).toEqual(['glaze']);
  });

  it('may be terms that such words are a part of', () => {
    expect(termsOf(keyword('best practice', 9), keyword('use case diagram', 6))).toEqual([
      'best practice',
      'use case diagram',
    ]);
  });

  it.each([
    ['create', 'creates', 'created', 'creating'],
    ['specify', 'specifies', 'specified', 'specifying'],
    ['occur', 'occurs', 'occurred', 'occurring'],
    ['reach', 'reaches', 'reached', 'reaching'],
    ['rely', 'relied', 'lie', 'lying'],
    ['choose', 'chose', 'chosen', 'choosing'],
  ])('leave out verbs that say nothing in all forms: %s, %s, %s, %s', (...forms) => {
    expect(termsOf(...forms.map((form) => keyword(form, 9)), keyword('glaze', 6))).toEqual(['glaze']);
  });

  it('leave out words of order and place', () => {
    expect(termsOf(...['second', 'ahead', 'back', 'others', 'glaze'].map((each) => keyword(each, 6)))).toEqual([
      'glaze',
    ]);
  });

  it.each([
    ['run', '# Kilns\n\n## Run a kiln\n'],
    ['result', '# Results\n'],
    ['values', 'The value\n---\n'],
  ])('are a homonym such as %j where a heading has it in singular or plural: %j', (term, markdown) => {
    expect(termsBelow(markdown, keyword(term, 9))).toEqual([term]);
  });

  it.each([
    ['run', '# A kiln\n\nRun it.\n'],
    ['run', '# A kiln that `run` starts\n'],
    ['run', '---\ntitle: Run\n---\n\n# Runner\n'],
    ['created', '# Created\n'],
  ])('leave out %j below %j', (term, markdown) => {
    expect(termsBelow(markdown, keyword(term, 9))).toEqual([]);
  });

  it('are longer terms with a homonym', () => {
    expect(termsOf(keyword('default values', 9), keyword('run time', 6))).toEqual(['default values', 'run time']);
  });

  it.each([
    [['term', 30], ['terms', 28], 'term'],
    [['queues', 30], ['queue', 28], 'queues'],
    [['dead letter queues', 30], ['dead-letter queue', 28], 'dead letter queues'],
    [['entries', 30], ['entry', 30], 'entries'],
    [['glazes', 30], ['glaze', 28], 'glazes'],
    [['indices', 30], ['index', 28], 'indices'],
    [['child', 30], ['children', 28], 'child'],
    [['analyses', 30], ['analysis', 28], 'analyses'],
    [['child nodes', 30], ['child node', 28], 'child nodes'],
    [['vector-index', 30], ['vector indices', 28], 'vector-index'],
    [['classes', 30], ['class', 28], 'classes'],
  ] as const)('are one of %j and %j', ([one, oneScore], [other, otherScore], shown) => {
    expect(termsOf(keyword(one, oneScore), keyword(other, otherScore))).toEqual([shown]);
  });

  it.each([
    ['plan', 'planes'],
    ['statu', 'status'],
    ['glas', 'glass'],
  ])('are both of %j and %j', (one, other) => {
    expect(termsOf(keyword(one, 9), keyword(other, 8))).toEqual([one, other]);
  });

  it('keep score and count of the spelling that is shown', () => {
    const [shown] = shownKeywords([keyword('terms', 28), keyword('term', 30)], generalWordsOf([]), new Set());
    expect(shown!.keyword).toEqual({ term: 'term', score: 30, count: 15 });
  });

  it('are all there in languages without a list', () => {
    const keywords = [keyword('see', 9), keyword('run', 6)];
    expect(shownKeywords(keywords, generalWordsOf(['deu']), new Set())).toHaveLength(2);
  });

  it('have no word in two lists, of general words, homonyms and stop words of English', () => {
    const { always, homonyms } = generalWordsOf(['eng']);
    expect([...homonyms].filter((word) => always.has(word) || ENGLISH_STOP_WORDS.has(word))).toEqual([]);
  });
});

describe('the keywords of chunks', () => {
  const keywords = shownKeywords(
    [keyword('kiln', 40), keyword('glaze', 10), keyword('clay', 12), keyword('clays', 8), keyword('wheel', 9)],
    generalWordsOf([]),
    new Set(),
  );

  it('are all that it contains, those of all chunks too, last', () => {
    const chunks = chunkKeywords(keywords, [
      'A kiln and a glaze.',
      'A kiln and clay.',
      'A kiln and clays.',
      'A wheel, a kiln.',
    ]);
    expect(chunks).toEqual([
      ['glaze', 'kiln'],
      ['clay', 'kiln'],
      ['clay', 'kiln'],
      ['wheel', 'kiln'],
    ]);
  });

  it('are, over all chunks, each keyword of the topic that a chunk contains', () => {
    fc.assert(
      fc.property(fc.array(fc.subarray(['kiln', 'glaze', 'clay', 'clays', 'wheel', 'see'])), (texts) => {
        const found = chunkKeywords(
          keywords,
          texts.map((words) => words.join(', ')),
        );
        const listed = new Set(found.flat());
        const held = texts.flat().map((word) => (word === 'clays' ? 'clay' : word));
        expect(listed).toEqual(new Set(held.filter((word) => word !== 'see')));
      }),
    );
  });

  it('come in the order of how much they say: score, and how few chunks have them', () => {
    const [first] = chunkKeywords(keywords, ['Clay, glaze.', 'Clay.', 'Nothing.', 'Nothing.']);
    expect(first).toEqual(['glaze', 'clay']);
  });

  it('are ordered by score where the topic has one chunk', () => {
    const [only] = chunkKeywords(keywords, ['A kiln, a glaze and clay.']);
    expect(only).toEqual(['kiln', 'clay', 'glaze']);
  });
});
