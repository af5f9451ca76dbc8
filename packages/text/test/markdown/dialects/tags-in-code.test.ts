import { expect, it } from 'vitest';
import { type DialectName, dialectOf, readableMarkdown, scanMarkdown } from '../../../src/markdown/index.js';

function readable(dialect: DialectName, text: string): string {
  return readableMarkdown(text, dialectOf(dialect, 'a.md'));
}

it.each<[DialectName, string, string]>([
  ['hugo', '```sh\nbrew tea:{{% param "leaf" %}} hot\n```\n', '```sh\nbrew tea: hot\n```\n'],
  ['hugo', 'Take `tea-{{< leaf >}}.md` now\n', 'Take `tea-.md` now\n'],
  ['hugo', 'Tea:\n\n    pot {{<type>}}Number{{</type>}}\n', 'Tea:\n\n    pot Number\n'],
  ['quarto', '```sh\nbrew {{< var leaf >}} now\n```\n', '```sh\nbrew  now\n```\n'],
  ['jekyll', '```sh\nbrew {{ site.leaf }}.{% include cup.txt %}\n```\n', '```sh\nbrew .\n```\n'],
  ['liquid', 'Take `{% data variables.tea %} leaf`\n', 'Take ` leaf`\n'],
])('tags that %s replaces before it reads code are left out: %j', (dialect, text, shown) => {
  expect(readable(dialect, text)).toBe(shown);
});

it.each<[DialectName, string]>([
  ['hugo', '```md\n{{</* leaf */>}} and {{ .Leaf }}\n```\n'],
  ['quarto', '```md\n{{{< var leaf >}}}\n```\n'],
  ['vitepress', '```html\n<p>{{ leaf }}</p>\n```\n'],
  ['gitbook', '```liquid\n{% leaf %}\n```\n'],
  ['mkdocs', '```jinja\n{{ leaf }} {% if tea %}\n```\n'],
])('what %s shows as it is written stays: %j', (dialect, text) => {
  expect(readable(dialect, text)).toBe(text);
});

it('braces between raw and endraw are text, in code spans and blocks too', () => {
  const code = '```yaml\nleaf: {{ tea.leaf }}\n```\n';
  expect(readable('jekyll', `{% raw %}\n${code}{% endraw %}\n`)).toBe(code);
  expect(readable('jekyll', 'Set `{% raw %}{{ leaf }}{% endraw %}` now\n')).toBe('Set `{{ leaf }}` now\n');
});

it('six million lines of code without a tag are read in time linear in their length', () => {
  const text = `\`\`\`sh\n${'a\n'.repeat(6_000_000)}\`\`\`\n`;
  expect(scanMarkdown(text, { dialect: dialectOf('hugo', 'a.md') }).starts.at(-1)).toBe(text.length);
});
