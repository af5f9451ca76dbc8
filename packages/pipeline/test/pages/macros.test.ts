import { dialectOf, readableMarkdown } from '@topicmill/text/markdown';
import { readChunksManifest } from '@topicmill/topics/formats';
import { expect, it } from 'vitest';
import { DocsRepo } from '../steps/docs-repo.js';

const PAGE = `---
title: Tea
---

Water of {% data variables.degrees %} degrees, {% data variables.kind %}.

## About {{ site.name }} tea

Leaves.

## {% data headings.next %}

More leaves.

## Named {{ site.name }} {#own}

Cups.

## Plain

{% if page.x %}Steep.{% endif %} A \`{{ sample }}\`.
`;

it('does not make addresses and titles of what only the generator knows, and counts it once a kind', async () => {
  const repo = new DocsRepo({
    'topicmill.yaml': 'sources: pages\ndocsRoot: docs\nsite: { generator: jekyll, url: https://t.example.org/ }\n',
    'docs/tea.md': PAGE,
  });
  const build = await repo.build();
  const { chunks } = readChunksManifest(repo.read('topics/tea/_chunks/tea.chunks.json'), 'tea.chunks.json');
  expect(chunks.map(({ title, url }) => [title, url])).toEqual([
    ['Tea', 'https://t.example.org/tea.html'],
    ['About tea', 'https://t.example.org/tea.html'],
    ['Tea', 'https://t.example.org/tea.html'],
    ['Named', 'https://t.example.org/tea.html#own'],
    ['Plain', 'https://t.example.org/tea.html#plain'],
  ]);
  const macros = build.diagnostics.filter(({ code }) => code === 'MACRO_UNRESOLVED');
  expect(macros.map(({ message, line }) => [message, line])).toEqual([
    ['The macro data is filled by the generator alone, 3 times: {% data variables.degrees %}', 5],
    ['An output of Liquid is filled by the generator alone, 3 times: {{ site.name }}', 7],
  ]);
});

it('does not count what is in addresses or sets a value, which shows no text', async () => {
  const repo = new DocsRepo({
    'topicmill.yaml': 'sources: pages\ndocsRoot: docs\nsite: { generator: jekyll, url: https://t.example.org/ }\n',
    'docs/tea.md': [
      '---\ntitle: Tea\n---\n\n# Tea\n',
      'Of [leaves]({{ site.repository }}/leaves) and [buds](<{{ site.repository }}/buds>), see [white] <a href="{{ page.next }}">tea</a>.',
      '{% set kind = "oolong" %}',
      '[white]: {{ site.repository }}/white',
      'Water of {{ site.degrees }} degrees ({{ site.scale }}).\n',
    ].join('\n\n'),
  });
  const { diagnostics } = await repo.build();
  const macros = diagnostics.filter(({ code }) => code === 'MACRO_UNRESOLVED');
  expect(macros.map(({ message }) => message)).toEqual([
    'An output of Liquid is filled by the generator alone, 2 times: {{ site.degrees }}',
  ]);
});

it('reads the texts in parameters of shortcodes', async () => {
  const repo = new DocsRepo({
    'topicmill.yaml': 'sources: pages\ndocsRoot: content\nsite: { generator: hugo, url: https://t.example.org/ }\n',
    'content/tea.md':
      '# Tea\n\nSteep {{< glossary_tooltip text="green tea" term_id="g" >}} now.\n\n{{< figure src="a.png" caption="A pot of oolong" >}}\n\n{{< tea-table >}}\n\n{{< note >}}\nBoil.\n{{< /note >}}\n',
  });
  const build = await repo.build();
  const readable = readableMarkdown(repo.read('content/tea.md'), dialectOf('hugo', 'tea.md'));
  expect(readable).toMatch(/Steep +green tea +now\./);
  expect(readable).toContain('A pot of oolong');
  const macros = build.diagnostics.filter(({ code }) => code === 'MACRO_UNRESOLVED');
  expect(macros.map(({ message }) => message)).toEqual([
    'The macro tea-table is filled by the generator alone, once: {{< tea-table >}}',
  ]);
});

it.each([
  [
    'generator: vuepress',
    '# Tea\n\nAll leaves:\n\n<tr v-for="leaf in leaves"><td>{{ leaf.name }}</td><td>{{ leaf.use }}</td></tr>\n',
    ['An expression of Vue is filled by the generator alone, 2 times: {{ leaf.name }}'],
  ],
  [
    'generator: none, dialect: kumascript',
    '# Tea\n\n{{APIRef("Tea")}} The {{domxref("Leaf")}} is green.\n\n{{Specifications}}\n',
    ['The macro Specifications is filled by the generator alone, once: {{Specifications}}'],
  ],
])('counts what only the generator knows, and not what is read: %s', async (site, text, messages) => {
  const repo = new DocsRepo({
    'topicmill.yaml': `sources: pages\ndocsRoot: docs\nsite: { ${site} }\n`,
    'docs/tea.md': text,
  });
  const { diagnostics } = await repo.build();
  const macros = diagnostics.filter(({ code }) => code === 'MACRO_UNRESOLVED');
  expect(macros.map(({ message }) => message)).toEqual(messages);
});
