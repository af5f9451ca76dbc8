import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveLink } from '../../src/viewer/app/markdown/render-markdown.js';
import { formatRoute, parseRoute } from '../../src/viewer/app/route.js';

describe('a place', () => {
  it('comes back from its address', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/^\.*$|\//.test(text));
    const route = fc.record({
      id: fc.array(name, { maxLength: 4 }).map((names) => names.join('/')),
      view: fc.constantFrom('reference' as const, 'chunks' as const, 'stripes' as const, 'questions' as const),
      chunk: fc.option(fc.nat({ max: 999_999 }), { nil: undefined }),
      heading: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
      query: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
      isWithinTopic: fc.boolean(),
      version: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
      locale: fc.constantFrom(undefined, 'pt-BR'),
      isContext: fc.boolean(),
      kind: fc.constantFrom(undefined, 'code' as const, 'prose' as const),
    });
    fc.assert(
      fc.property(route, (place) => {
        expect(parseRoute(formatRoute(place))).toEqual(place);
      }),
    );
  });

  it.each(['', '#', '#/', '#main', '#/?view=nothing&chunk=-1&kind=x', '#/%ff'])('"%s" leads somewhere', (hash) => {
    expect(parseRoute(hash)).toMatchObject({ view: 'reference', chunk: undefined, kind: undefined });
  });
});

describe('a link of a document', () => {
  it.each([
    ['#part', { href: '#/libraries/json?at=part', isOutside: false }],
    ['../http/golden-reference.md', { href: '#/libraries/http', isOutside: false }],
    ['../http/golden-reference.md#use', { href: '#/libraries/http?at=use', isOutside: false }],
    ['../../cli/', { href: '#/cli', isOutside: false }],
    ['/cli/index.json', { href: '#/cli', isOutside: false }],
    ['../../../../../x/topic-spec.md', { href: '#/x', isOutside: false }],
    ['picture one.png', { href: 'libraries/json/picture%20one.png', isOutside: true }],
    ['./a%20b.md?raw=1', { href: 'libraries/json/a%20b.md', isOutside: true }],
    ['https://example.org/a#b', { href: 'https://example.org/a#b', isOutside: true }],
    ['//example.org', { href: '//example.org', isOutside: true }],
    ['mailto:a@example.org', { href: 'mailto:a@example.org', isOutside: true }],
  ])('%s', (link, expected) => {
    expect(resolveLink(link, 'libraries/json')).toEqual(expected);
  });
});
