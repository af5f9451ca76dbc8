import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnchorRules, pageAnchors } from '../../src/slugs/index.js';

const STYLES: readonly AnchorRules[] = [
  { style: 'github' },
  { style: 'docusaurus' },
  { style: 'astro' },
  { style: 'vitepress' },
  { style: 'python-markdown' },
  { style: 'hugo' },
  { style: 'mdbook' },
  { style: 'pandoc' },
];

function anchors(rules: AnchorRules, ...texts: string[]): (string | undefined)[] {
  return pageAnchors(
    texts.map((text) => ({ level: 2, text })),
    rules,
  );
}

describe('duplicates', () => {
  it.each<[AnchorRules, string[]]>([
    [{ style: 'github' }, ['tea', 'tea-1', 'tea-1-1', 'tea-2']],
    [{ style: 'docusaurus' }, ['tea', 'tea-1', 'tea-1-1', 'tea-2']],
    [{ style: 'hugo' }, ['tea', 'tea-1', 'tea-1-1', 'tea-2']],
    [{ style: 'mdbook' }, ['tea', 'tea-1', 'tea-1-1', 'tea-2']],
    [{ style: 'pandoc' }, ['tea', 'tea-1', 'tea-1-1', 'tea-2']],
    [{ style: 'python-markdown' }, ['tea', 'tea_1', 'tea-1', 'tea_2']],
    // Only a slug's own occurrences count, so that one id may be given twice.
    [{ style: 'kramdown' }, ['tea', 'tea-1', 'tea-1', 'tea-2']],
  ])('%j', (rules, expected) => {
    expect(anchors(rules, 'Tea', 'Tea', 'Tea 1', 'Tea')).toEqual(expected);
  });

  it.each(STYLES)('no two headings of a page have one id: %j', (rules) => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom('a', 'a 1', 'A-1', 'a_1', '🎉', ''), fc.string())), (texts) => {
        const ids = pageAnchors(
          texts.filter((text) => !/[{}]/.test(text)).map((text) => ({ level: 2, text })),
          rules,
        );
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});

describe('explicit ids', () => {
  it.each<[AnchorRules, string, string]>([
    [{ style: 'docusaurus' }, 'Tea {#my-tea}', 'my-tea'],
    [{ style: 'docusaurus' }, 'Tea {/* #my-tea */}', 'my-tea'],
    [{ style: 'docusaurus' }, 'Tea <!-- #my-tea -->', 'my-tea'],
    [{ style: 'vitepress' }, 'Tea {#my-tea .big}', 'my-tea'],
    [{ style: 'hugo' }, 'Tea {.big id="my-tea"}', 'my-tea'],
    [{ style: 'mdbook' }, 'Tea { #my-tea }', 'my-tea'],
    [{ style: 'python-markdown' }, 'Tea {: #my-tea }', 'my-tea'],
    [{ style: 'python-markdown' }, 'Tea {#my-tea .big}', 'my-tea'],
    [{ style: 'python-markdown', hasAttributes: false }, 'Tea {#my-tea}', 'tea-my-tea'],
    [{ style: 'kramdown' }, 'Tea {#my-tea}', 'my-tea'],
    [{ style: 'astro' }, 'Tea {#my-tea}', 'tea-my-tea'],
    [{ style: 'hugo' }, 'Tea {in braces}', 'tea-in-braces'],
  ])('%j: %s', (rules, text, expected) => {
    expect(anchors(rules, text)).toEqual([expected]);
  });

  it('of Pandoc may be attributes without an id; its slugs keep dots and start at a letter', () => {
    const texts = ['1. Fire the kiln... twice {.unnumbered}', 'v1.2  -- "Ash"', '2024', 'Tea {#sec-tea}', 'Sec tea'];
    expect(anchors({ style: 'pandoc' }, ...texts)).toEqual([
      'fire-the-kiln-twice',
      'v1.2-ash',
      'section',
      'sec-tea',
      'sec-tea-1',
    ]);
  });

  it('count as taken where the generator says so', () => {
    expect(anchors({ style: 'hugo' }, 'A {#tea}', 'Tea')).toEqual(['tea', 'tea-1']);
    expect(anchors({ style: 'docusaurus' }, 'A {#tea}', 'Tea')).toEqual(['tea', 'tea']);
    expect(anchors({ style: 'python-markdown' }, 'Tea', 'A {#tea}')).toEqual(['tea_1', 'tea']);
  });

  it('are those of the tag for headings in HTML', () => {
    const headings = [
      { level: 2, text: 'Tea', isHtml: true, id: 'leaf' },
      { level: 2, text: 'Tea', isHtml: true },
      { level: 2, text: 'Tea' },
    ];
    expect(pageAnchors(headings, { style: 'vitepress' })).toEqual(['leaf', undefined, 'tea']);
  });
});

describe('what a heading says', () => {
  it('reads references that the page defines', () => {
    const rules = { style: 'github' } as const;
    const headings = [{ level: 2, text: 'See [this][there]' }];
    expect(pageAnchors(headings, rules, { definitions: ['there'] })).toEqual(['see-this']);
    expect(pageAnchors(headings, rules)).toEqual(['see-thisthere']);
  });

  it('puts the prefix of kramdown before ids that it makes, not before written ones', () => {
    const rules = { style: 'kramdown', prefix: 'auto-' } as const;
    expect(anchors(rules, 'Tea', 'Tea', 'Pot {#own}')).toEqual(['auto-tea', 'auto-tea-1', 'own']);
  });

  it('leaves no id at the title of a Docusaurus page', () => {
    const headings = [
      { level: 1, text: 'Tea' },
      { level: 2, text: 'Tea' },
    ];
    expect(pageAnchors(headings, { style: 'docusaurus' })).toEqual([undefined, 'tea-1']);
  });

  it.each<[AnchorRules, string]>([
    [{ style: 'mdbook' }, 'thefootof-5'],
    [{ style: 'mdbook', smartPunctuation: false }, 'the--foot---of-5'],
    [{ style: 'hugo' }, 'thefootof-5'],
    [{ style: 'hugo', typographer: false }, 'the--foot---of-5'],
    [{ style: 'hugo', fromSource: true }, 'the--foot---of-5'],
    [{ style: 'python-markdown', slugify: 'pymdownx' }, 'the--foot---of-5'],
  ])('dashes: %j', (rules, expected) => {
    expect(anchors(rules, 'The--foot---of 5?')).toEqual([expected]);
  });
});
