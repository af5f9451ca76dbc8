import { expect, it } from 'vitest';
import { type DialectName, dialectOf, scanMarkdown } from '../../../src/markdown/index.js';

function headingsOf(dialect: DialectName, text: string): string[] {
  return scanMarkdown(text, { dialect: dialectOf(dialect, 'a.md') }).headings.map((heading) => heading.text);
}

it.each<[DialectName, string]>([
  ['jekyll', '{% include nav.html %}\n---\n'],
  ['jekyll', '{%- if page.title -%}\n{{ page.title }} {{ page.date }}\n{%- endif -%}\n===\n'],
  ['gitbook', '{% tabs %}\n---\n'],
  ['hugo', '{{< toc >}}\n---\n'],
  ['hugo', '{{% include "a.md" %}}\r\n  {{< /box >}}\r\n===\r\n'],
  ['mdbook', '{{#include a.md}}\n---\n'],
  ['markdown', '{% set a = "b" %}\n{{ a }}\n---\n'],
])('an underline below nothing but tags of a template makes no heading of %s: %j', (dialect, text) => {
  expect(headingsOf(dialect, `${text}\nTea\n---\n`)).toEqual(['Tea']);
});

it('the line below is the rule that it looks like, and what follows a paragraph of its own', () => {
  const rule = scanMarkdown('{% include a %}\n---\n# Tea\n', { dialect: dialectOf('jekyll', 'a.md')! });
  expect(rule.headings).toEqual([{ line: 2, lineCount: 1, level: 1, text: 'Tea' }]);
  expect(headingsOf('jekyll', '{% include a %}\n===\nTea\n---\n')).toEqual(['=== Tea']);
});

it.each<[DialectName, string, string]>([
  ['jekyll', 'Tea of {{ page.year }}\n---\n', 'Tea of'],
  ['jekyll', '{% raw %}Tea{% endraw %}\n---\n', 'Tea'],
  ['markdown', '{% include a %} Tea\n---\n', '{% include a %} Tea'],
  ['markdown', '{tea}\n---\n', '{tea}'],
  ['mkdocs', '{{ page.title }}\n---\n', '{{ page.title }}'],
  ['vitepress', '{{ $frontmatter.title }}\n---\n', ''],
])(
  'it makes one of %s of a text, or of tags that its generator does not replace before: %j',
  (dialect, text, title) => {
    expect(headingsOf(dialect, text)).toEqual([title]);
  },
);
