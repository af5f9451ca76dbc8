import { TopicmillError } from '@topicmill/base/diagnostics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildTopicIndex,
  formatIndexJson,
  readIndexJson,
  readTopicSpec,
  type ToolSections,
  type TopicIndex,
  type TopicIndexInput,
  topicHref,
} from '../../src/formats/index.js';
import { formatSections, joinTopicSpec } from '../../src/formats/topic-spec/generated-sections.js';
import { toolSections } from './arbitrary-sections.js';
import { validateAgainst } from './published-schema.js';
import { sampleSections } from './sample-topic.js';

const AUTHORED = [
  '# Streams - Topic Specification',
  '## Metadata',
  '| Property | Value |\n| --- | --- |\n| Name | Streams |\n| Category | I/O |\n| Description | All about streams. |\n| Complexity | 0.40 |\n| Priority | 2 (High) |\n| Version | 5.0 |\n| Year | 2012 |\n',
].join('\n\n');

function specOf(sections: ToolSections, authored = AUTHORED) {
  const text = joinTopicSpec({ authored: [authored], slots: [] }, formatSections(sections));
  return readTopicSpec(text, 'topic-spec.md');
}

function build(input: Partial<TopicIndexInput>): TopicIndex {
  return buildTopicIndex({ id: 'libraries/streams', children: [], stripeRounding: 'up', ...input });
}

const topic = build({ spec: specOf(sampleSections) });
const category = build({ id: 'libraries', children: [topic] });

describe('buildTopicIndex', () => {
  it('gives a topic all that its topic-spec.md says', () => {
    expect(formatIndexJson(topic)).toBe(`{
  "id": "libraries/streams",
  "title": "Streams",
  "description": "All about streams.",
  "category": "I/O",
  "complexity": 0.4,
  "priority": 2,
  "introduced": { "version": "5.0", "year": "2012" },
  "depth_below": 0,
  "topic_count": 0,
  "keywords": [
    { "name": "back pressure", "score": 27, "count": 6 },
    { "name": "pipe", "score": 7.425, "count": 3 }
  ],
  "_links": {
    "self": { "href": "index.json" },
    "parent": { "href": "../index.json" },
    "topic-spec": { "href": "topic-spec.md" },
    "golden-reference": { "href": "golden-reference.md" },
    "qa-pairs": { "href": "qa-pairs.md" },
    "related": { "href": "../../related.json" }
  },
  "_embedded": {
    "topics": [],
    "chunks": {
      "golden-reference": {
        "source": "golden-reference.md",
        "count": 2,
        "baseline_conceptual": 0,
        "baseline_technical": 1,
        "stripe_order": [1],
        "stripe_order_technical": [0],
        "items": [
          {
            "index": 0,
            "href": "_chunks/golden-reference-0.md",
            "title": "What streams are",
            "is_code": false,
            "tokens": 310,
            "bytes": 1900,
            "source_range": { "start": 0, "end": 1880 },
            "similarity_conceptual": 1,
            "similarity_technical": 0.7176,
            "keywords": [
              { "name": "back pressure", "score": 27, "count": 6 }
            ]
          },
          {
            "index": 1,
            "href": "_chunks/golden-reference-1.md",
            "title": "API Reference: a | b",
            "is_code": true,
            "tokens": 290,
            "bytes": 1700,
            "source_range": { "start": 1880, "end": 3500 },
            "similarity_conceptual": 0.7176,
            "similarity_technical": 1,
            "prompt_hashes": [18446744073709551615],
            "questions": [
              { "question": "How do I pipe?", "hash": "18446744073709551615" }
            ],
            "keywords": [
              { "name": "pipe", "score": 7.425, "count": 3 }
            ]
          }
        ]
      }
    }
  }
}
`);
  });

  it('shows a category the entries below it, in the order given, with their depth', () => {
    const deep = build({
      id: 'libraries/a',
      spec: specOf({ ...sampleSections, hasQuestions: false }, '# A\n\nAbout a.\n'),
      children: [build({ id: 'libraries/a/b', spec: specOf(sampleSections) })],
    });
    const index = build({ id: 'libraries', children: [deep, topic] });
    expect(index).toEqual({
      id: 'libraries',
      title: 'Libraries',
      depth_below: 2,
      topic_count: 2,
      keywords: [],
      _links: { self: { href: 'index.json' }, parent: { href: '../index.json' } },
      _embedded: {
        topics: [
          {
            id: 'libraries/a',
            title: 'A',
            description: 'About a.',
            depth_below: 1,
            topic_count: 1,
            _links: {
              self: { href: 'a/index.json' },
              'topic-spec': { href: 'a/topic-spec.md' },
              'golden-reference': { href: 'a/golden-reference.md' },
            },
          },
          {
            id: 'libraries/streams',
            title: 'Streams',
            description: 'All about streams.',
            depth_below: 0,
            topic_count: 0,
            _links: {
              self: { href: 'streams/index.json' },
              'topic-spec': { href: 'streams/topic-spec.md' },
              'golden-reference': { href: 'streams/golden-reference.md' },
              'qa-pairs': { href: 'streams/qa-pairs.md' },
            },
          },
        ],
      },
    });
  });

  it('gives the docs root an empty id and no parent', () => {
    const root = build({ id: '', children: [category] });
    expect([root.id, root.title, root.depth_below]).toEqual(['', 'Topics', 2]);
    expect(root._links).toEqual({ self: { href: 'index.json' } });
    expect(root._embedded.topics[0]!._links).toEqual({ self: { href: 'libraries/index.json' } });
    expect(build({ id: '', children: [], title: 'Handbook' }).title).toBe('Handbook');
  });

  it('makes hrefs absolute below a base', () => {
    const spec = specOf(sampleSections);
    const index = build({ id: 'c#/été', spec, baseHref: '/docs', children: [build({ id: 'c#/été/x y', spec })] });
    expect(index._links).toMatchObject({
      self: { href: '/docs/c%23/%C3%A9t%C3%A9/index.json' },
      parent: { href: '/docs/c%23/index.json' },
      related: { href: '/docs/related.json' },
    });
    expect(index._embedded.topics[0]!._links.self.href).toBe('/docs/c%23/%C3%A9t%C3%A9/x%20y/index.json');
    expect(index._embedded.chunks!['golden-reference'].items[0]!.href).toBe(
      '/docs/c%23/%C3%A9t%C3%A9/_chunks/golden-reference-0.md',
    );
  });

  it('leaves out the chunks of a source that is not chunked, and the technical order without its baseline', () => {
    expect(build({ spec: specOf({ ...sampleSections, chunks: undefined }) })._embedded).toEqual({ topics: [] });
    const { baselineTechnical: _, ...chunks } = sampleSections.chunks!;
    const items = chunks.items.map(({ similarityTechnical: _, ...item }) => item);
    const set = build({ spec: specOf({ ...sampleSections, chunks: { ...chunks, items } }) })._embedded.chunks![
      'golden-reference'
    ];
    expect(Object.keys(set)).toEqual(['source', 'count', 'baseline_conceptual', 'stripe_order', 'items']);
    expect(set.items.some((item) => 'similarity_technical' in item)).toBe(false);
  });

  it('deals the chunks into stripes as configured', () => {
    const item = sampleSections.chunks!.items[0]!;
    const items = Array.from({ length: 13 }, (_, i) => ({ ...item, similarityConceptual: 1 - i / 100 }));
    const spec = specOf({ ...sampleSections, chunks: { ...sampleSections.chunks!, items } });
    const orderOf = (stripeRounding: 'up' | 'nearest') =>
      build({ spec, stripeRounding })._embedded.chunks!['golden-reference'].stripe_order;
    expect(orderOf('up')).toEqual([1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12]);
    expect(orderOf('nearest')).toEqual([1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12]);
  });
});

describe('formatIndexJson', () => {
  it('is read back exactly, and validates against the published schema', () => {
    const validate = validateAgainst('index.schema.json');
    fc.assert(
      fc.property(toolSections, fc.boolean(), (sections, isAbsolute) => {
        const index = build({ spec: specOf(sections), children: [topic], ...(isAbsolute ? { baseHref: '/d/' } : {}) });
        const text = formatIndexJson(index);
        expect(readIndexJson(text, 'index.json')).toEqual(index);
        expect(formatIndexJson(readIndexJson(text, 'index.json'))).toBe(text);
        expect(validate(JSON.parse(text))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a text in index.json', () => {
  it.each(['"prompt_hashes": [1, 2]', '\\"prompt_hashes": [1]', '18446744073709551615'])(
    'is not changed: %s',
    (title) => {
      const index = build({ spec: specOf(sampleSections) });
      expect(readIndexJson(formatIndexJson({ ...index, title }), 'index.json')).toEqual({ ...index, title });
    },
  );
});

describe('the index.json of a page', () => {
  const chunks = sampleSections.chunks!;
  const keywords = [...sampleSections.keywords, { name: 'delta', score: 2, count: 1 }];
  const items = chunks.items.map((item, at) => ({
    ...item,
    id: `libraries/streams#${at}`,
    keywords: at === 0 ? ['delta', 'pipe'] : [],
  }));
  const page = build({ spec: specOf({ ...sampleSections, keywords, chunks: { ...chunks, items } }) });
  const text = formatIndexJson(page);

  it('has each chunk on a line, which names those of its keywords that the list of the page has', () => {
    const lines = text.split('\n').filter((line) => line.includes('"href":"_chunks/'));
    expect(lines).toHaveLength(items.length);
    expect(lines[0]).toMatch(/^ {10}\{"index":0,.*"keywords":\["delta","pipe"\]\},$/);
    expect(validateAgainst('index.schema.json')(JSON.parse(text))).toEqual([]);
  });

  it('is read with the scores and counts of all keywords', () => {
    expect(readIndexJson(text, 'index.json')).toEqual(page);
    expect(formatIndexJson(readIndexJson(text, 'index.json'))).toBe(text);
  });

  it('links the manifest of chunks that are all of the page, and so does the index above', () => {
    const joined = { ...chunks, isJoined: true };
    const page = build({ spec: specOf({ ...sampleSections, chunks: joined }) });
    const href = `_chunks/${chunks.items[0]!.file.split('/')
      .at(-1)!
      .replace(/-\d+\.md$/, '.chunks.json')}`;
    expect(page._links).toMatchObject({ chunks: { href } });
    expect(page._links['golden-reference']).toBeUndefined();
    const above = build({ id: 'libraries', children: [page] });
    expect(above._embedded.topics[0]!._links).toMatchObject({ chunks: { href: `streams/${href}` } });
  });

  it('is refused if it names a keyword that the page does not have', () => {
    expect(() => readIndexJson(text.replace('["delta",', '["gamma",'), 'index.json')).toThrow(
      'The keyword "gamma" of a chunk is not among those of the page.',
    );
  });
});

describe('readIndexJson', () => {
  it.each([
    ['no JSON', '{', 'It is not JSON'],
    ['an unknown key', formatIndexJson(topic).replace('"title": "S', '"extra": 1, "title": "S'), 'extra'],
    [
      'a hash beyond 64 bits',
      formatIndexJson(topic).replace('18446744073709551615', '18446744073709551616'),
      'prompt_hashes[0]',
    ],
    ['a hash that is not whole', formatIndexJson(topic).replace('18446744073709551615', '1.5'), 'prompt_hashes[0]'],
    ['lists nested without end', '['.repeat(200_000), 'It is not JSON'],
  ])('rejects %s', (_, text, message) => {
    const read = () => readIndexJson(text, 'docs/index.json');
    expect(read).toThrow(TopicmillError);
    expect(read).toThrow(
      expect.objectContaining({
        code: 'INDEX_INVALID',
        file: 'docs/index.json',
        message: expect.stringContaining(message),
      }),
    );
  });
});

describe('topicHref', () => {
  const name = fc.stringMatching(/^[a-zA-Z# :%?é-]{1,5}$/);
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

  it('leads from any folder to any file, relative or absolute', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constant(''), path), path, (from, target) => {
        const root = 'https://example.org/docs/';
        const here = topicHref('', from === '' ? 'index.json' : `${from}/index.json`, root);
        const absolute = topicHref(from, target, root);
        expect(new URL(topicHref(from, target, undefined), here).href).toBe(new URL(absolute).href);
        expect(decodeURIComponent(absolute)).toBe(`${root}${target}`);
      }),
    );
  });
});
