import { expect, it } from 'vitest';
import { DocsRepo } from '../steps/docs-repo.js';

async function chunkOf(files: Record<string, string>, path: string): Promise<[string, readonly string[]]> {
  const repo = new DocsRepo(files);
  const build = await repo.build();
  return [repo.read(path), build.diagnostics.map(({ code }) => code)];
}

it('fills what shortcodes of Hugo include, as text or as code, and leaves what no file has', async () => {
  const page = `# Kiln

{{% include "prepare.md" %}}

{{% code_sample file="pods/kiln.yaml" %}}

{{< readfile file="/shared/end.md" >}}

{{< include "nowhere.md" >}}
`;
  const [text, codes] = await chunkOf(
    {
      'topicmill.yaml':
        'sources: pages\ndocsRoot: content/en\nsite: { generator: hugo, url: https://k.example.org/ }\n',
      'content/en/kiln.md': page,
      'content/en/includes/prepare.md': '---\nheadless: true\n---\nDry the clay.\n',
      'content/en/examples/pods/kiln.yaml': 'kind: Kiln\n',
      'shared/end.md': 'Let it cool.\n',
    },
    'topics/kiln/_chunks/kiln-0.md',
  );
  expect(text).toContain('{{% include "prepare.md" %}}\nDry the clay.\n');
  expect(text).toContain('```yaml\nkind: Kiln\n```\n');
  expect(text).toContain('Let it cool.');
  expect(codes).toEqual(['MACRO_UNRESOLVED']);
});

it('fills what a shortcode of Hugo includes from the folder of parts nearest above the page', async () => {
  const [text] = await chunkOf(
    {
      'topicmill.yaml': 'sources: pages\ndocsRoot: content\nsite: { generator: hugo, url: https://k.example.org/ }\n',
      'content/clay/kiln/slow.md':
        '---\ntitle: Slow\n---\n\n{{<render file="_dry.md">}}\n\n{{% include "fire/hot.md" %}}\n',
      'content/clay/_partials/_dry.md': 'Dry the clay.\n',
      'content/_partials/_dry.md': 'Of another section.\n',
      'content/clay/_includes/fire/hot.md': 'Fire it.\n',
    },
    'topics/clay/kiln/slow/_chunks/slow-0.md',
  );
  expect(text).toContain('Dry the clay.');
  expect(text).toContain('Fire it.');
  expect(text).not.toContain('Of another');
});

it('fills the tabs of Hugo that name a file, and leaves those that have a text or a title alone', async () => {
  const page = `# Kiln

{{< tabs name="fuels" >}}
{{< tab name="gas" include="parts/gas" />}}
{{< tab name="wood.md" codelang="sh" include="stoke.sh" />}}
{{< tab name="prepare.md" >}}Sweep it.{{< /tab >}}
{{< /tabs >}}
`;
  const [text, codes] = await chunkOf(
    {
      'topicmill.yaml': 'sources: pages\ndocsRoot: content\nsite: { generator: hugo, url: https://k.example.org/ }\n',
      'content/kiln.md': page,
      'content/parts/gas.md': '---\nheadless: true\n---\nOpen the valve.\n',
      'content/stoke.sh': 'stoke --slowly\n',
      'content/prepare.md': 'A page of its own.\n',
      'content/wood.md': 'Another page.\n',
    },
    'topics/kiln/_chunks/kiln-0.md',
  );
  expect(text).toContain('include="parts/gas" />}}\nOpen the valve.\n');
  expect(text).toContain('```sh\nstoke --slowly\n```\n');
  expect(text).not.toMatch(/A page of its own|Another page/);
  expect(codes).toEqual([]);
});

it('fills what Liquid includes from _includes, and leaves what a theme may have', async () => {
  const [text, codes] = await chunkOf(
    {
      'topicmill.yaml': 'sources: pages\ndocsRoot: docs\nsite: { generator: jekyll, url: https://k.example.org/ }\n',
      'docs/kiln.md': '---\ntitle: Kiln\n---\n\n{% include warning.md level="high" %}\n\n{% include theme.html %}\n',
      'docs/_includes/warning.md': 'The door is hot.\n',
    },
    'topics/kiln/_chunks/kiln-0.md',
  );
  expect(text).toContain('The door is hot.');
  expect(codes).toEqual(['MACRO_UNRESOLVED']);
});

it('fills the include of Quarto, and says what is missing', async () => {
  const [text, codes] = await chunkOf(
    {
      'topicmill.yaml': 'sources: pages\ndocsRoot: docs\nsite: { generator: quarto, url: https://k.example.org/ }\n',
      'docs/kiln.qmd': '# Kiln\n\n{{< include _glaze.qmd >}}\n\n{{< include _lost.qmd >}}\n',
      'docs/_glaze.qmd': 'Glaze twice.\n',
    },
    'topics/kiln/_chunks/kiln-0.md',
  );
  expect(text).toContain('Glaze twice.');
  expect(codes).toContain('INCLUSION_MISSING');
});

it('fills the directives of MyST, by their options, and leaves samples of them', async () => {
  const page = `# Kiln

\`\`\`{include} parts/prepare.md
:start-after: <!-- begin -->
\`\`\`

:::{literalinclude} /code/fire.py
:lines: 2-3
:language: python
:::

\`\`\`\`md
\`\`\`{include} parts/sample.md
\`\`\`
\`\`\`\`

\`\`\`{include} lost.md
\`\`\`
`;
  const [text, codes] = await chunkOf(
    {
      'topicmill.yaml': 'sources: pages\ndocsRoot: docs\nsite: { generator: none, dialect: myst }\n',
      'docs/kiln.md': page,
      'docs/parts/prepare.md': 'Not this.\n<!-- begin -->\nDry the clay.\n',
      'docs/code/fire.py': 'import kiln\nkiln.heat(1222)\nkiln.hold()\nkiln.cool()\n',
      'docs/parts/sample.md': 'A sample.\n',
    },
    'topics/kiln/_chunks/kiln-0.md',
  );
  expect(text).toContain('Dry the clay.');
  expect(text).not.toContain('Not this.');
  expect(text).toContain('```py\nkiln.heat(1222)\nkiln.hold()\n```');
  expect(text).not.toContain('kiln.cool()');
  expect(text).not.toContain('A sample.');
  expect(codes).toEqual(['INCLUSION_MISSING']);
});

it('puts the texts of a tag in place of their names in its partial, and leaves what is code', async () => {
  const [text, codes] = await chunkOf(
    {
      'topicmill.yaml':
        'sources: pages\ndocsRoot: docs\nsite: { generator: docusaurus, url: https://k.example.org/, inclusions: true }\n',
      'docs/kiln.mdx': 'import Part from \'./_part.mdx\'\n\n# Kiln\n\n<Part clay="stoneware" cones={6} />\n',
      'docs/_part.mdx': 'Fire {props.clay} to {props.cones} and {props.none}.\n',
    },
    'topics/kiln/_chunks/kiln-0.md',
  );
  expect(text).toContain('Fire stoneware to {props.cones} and {props.none}.');
  expect(codes).toEqual([]);
});
