import { DIALECT_NAMES } from '@topicmill/text/markdown';
import { describe, expect, test } from 'vitest';
import { SITE_DIALECTS, type SiteSettings, siteSchema } from '../../src/sites/index.js';
import { dialectNameOf, pageDialect, pageTopics, readPageFacts } from '../../src/sources/index.js';

test('the dialects that settings name are those that no generator has, and that of several', () => {
  const generators = siteSchema.options.map((option) => [...option.shape.generator.values][0]!);
  const ofGenerators = generators.map((generator) => dialectNameOf({ generator }));
  const others = DIALECT_NAMES.filter((name) => !ofGenerators.includes(name) && name !== 'none' && name !== 'mdx');
  expect([...SITE_DIALECTS].sort()).toEqual([...others, 'liquid'].sort());
});

describe('links of a vault', () => {
  const files: Readonly<Record<string, string>> = {
    'Start.md': '# Start\n\nSee [[Celadon|green]], [[glazes/iron#Red]], [here](Kiln.md), ![[Kiln]] and [[Nowhere]].\n',
    'glazes/Celadon.md': '# Celadon\n\nBack to [[start]]; not `[[Kiln]]`.\n',
    'glazes/Iron.md': '# Iron\n\nText.\n',
    'deep/Kiln.md': '# Kiln\n\nText.\n',
  };

  const linksOf = (dialect: 'obsidian' | undefined): Record<string, readonly string[]> => {
    const site: SiteSettings = siteSchema.parse({ generator: 'none', ...(dialect === undefined ? {} : { dialect }) });
    const facts = new Map(
      Object.entries(files).map(([path, text]) => [path, readPageFacts(path, text, pageDialect(site, path))]),
    );
    const includable = { hashOf: () => '', targetOf: (path: string) => path, inclusionsIn: () => [] };
    const root = {
      ...{ name: undefined, docsRoot: '.', include: ['**/*.md'], exclude: [], site },
      ...{ version: undefined, isCurrent: undefined, locale: undefined },
    };
    const { pages } = pageTopics([{ root, facts, context: { files: new Map(), now: new Date(0) }, includable }]);
    return Object.fromEntries(
      pages.map(({ id, links }) => [id, links.map(({ href, topic }) => `${href} → ${topic}`).sort()]),
    );
  };

  test('lead to pages by their names, in whatever folder they are', () => {
    expect(linksOf('obsidian')).toEqual({
      Start: ['Celadon → glazes/Celadon', 'Kiln → deep/Kiln', 'Kiln.md → deep/Kiln', 'glazes/iron#Red → glazes/Iron'],
      'deep/Kiln': [],
      'glazes/Celadon': ['start → Start'],
      'glazes/Iron': [],
    });
  });

  test('are text elsewhere', () => {
    expect(Object.values(linksOf(undefined)).flat()).toEqual([]);
  });
});
