import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readChunksManifest } from '@topicmill/topics/formats';
import { expect, it } from 'vitest';
import { openFolder } from '../../src/runner/index.js';
import { checkChunkTexts } from '../../src/verify/check-chunk-files.js';
import { DocsRepo } from '../steps/docs-repo.js';

const BOOK =
  'sources: pages\ndocsRoot: src\nsite: { generator: mdbook, url: https://b.example.org/, inclusions: true }\n';
const LISTING = `use kiln::Kiln;

// ANCHOR: fire
fn fire(kiln: &Kiln) {
    kiln.heat(1250);
}
// ANCHOR_END: fire

fn main() {}
`;
const CHAPTER = `# Firing

The function fires the kiln:

\`\`\`rust
{{#include ../listings/fire.rs:fire}}
\`\`\`

## All of it

Everything: {{#include ../listings/name.txt}} and this.

{{#playground ../listings/fire.rs}}
`;
const FILES = {
  'topicmill.yaml': BOOK,
  'src/SUMMARY.md': '- [Firing](firing.md)\n- [Clay](clay.md)\n',
  'src/firing.md': CHAPTER,
  'src/clay.md': '# Clay\n\nNothing is included.\n',
  'listings/fire.rs': LISTING,
  'listings/name.txt': 'The Workshop\n',
};

async function built(files: Record<string, string>): Promise<DocsRepo> {
  const repo = new DocsRepo(files);
  const build = await repo.build();
  expect(build.failed).toEqual([]);
  return repo;
}

/** What `verify` finds wrong in the chunk files of a page. */
function chunkFaults(repo: DocsRepo, id: string): unknown {
  const workspace = repo.open();
  const folder = workspace.tree.get(id)!;
  const files = openFolder(workspace, folder);
  const name = folder.page!.sitePath.replace(/^.*\/|\.mdx?$/g, '');
  const path = `_chunks/${name}.chunks.json`;
  const snapshot = {
    folder,
    chunkFileNames: [],
    read: (each: string) => files.read(each),
    displayPath: (each: string) => files.displayPath(each),
  };
  return checkChunkTexts(
    readChunksManifest(files.read(path)!.text, path),
    files.read('golden-reference.md')!.text,
    snapshot,
  );
}

function chunkFile(repo: DocsRepo, page: string, at: number): string {
  return repo.read(`topics/${page}/_chunks/${page}-${at}.md`);
}

it('a chunk contains what its page includes, with the file and lines it came from', async () => {
  const repo = await built(FILES);
  expect(chunkFile(repo, 'firing', 0)).toBe(`# Firing

The function fires the kiln:

\`\`\`rust
{{#include ../listings/fire.rs:fire}}
fn fire(kiln: &Kiln) {
    kiln.heat(1250);
}
\`\`\`
`);
  expect(chunkFile(repo, 'firing', 1)).toBe(`# Firing

## All of it

Everything: {{#include ../listings/name.txt}}The Workshop and this.

{{#playground ../listings/fire.rs}}
\`\`\`rs
use kiln::Kiln;

fn fire(kiln: &Kiln) {
    kiln.heat(1250);
}

fn main() {}
\`\`\`
`);
  const path = 'topics/firing/_chunks/firing.chunks.json';
  const { chunks } = readChunksManifest(repo.read(path), path);
  expect(
    chunks.map(({ inclusions }) => inclusions?.map((each) => [each.file, each.first_line, each.last_line])),
  ).toEqual([
    [['listings/fire.rs', 4, 6]],
    [
      ['listings/name.txt', 1, 1],
      ['listings/fire.rs', 1, 9],
    ],
  ]);
  for (const [at, { inclusions = [] }] of chunks.entries()) {
    const file = chunkFile(repo, 'firing', at);
    for (const { start, end } of inclusions) expect(file.slice(start, end)).toMatch(/kiln|Workshop/);
  }
});

it('ranges are those of the page, and verify takes the included text out again', async () => {
  const repo = await built(FILES);
  const path = 'topics/firing/_chunks/firing.chunks.json';
  const { chunks } = readChunksManifest(repo.read(path), path);
  expect(chunks.map(({ start, end }) => CHAPTER.slice(start, end)).join('')).toBe(CHAPTER);
  expect(chunkFaults(repo, 'firing')).toEqual([]);
  repo.edit('topics/firing/_chunks/firing-0.md', (text) => text.replace('The function', 'A function'));
  expect(chunkFaults(repo, 'firing')).toMatchObject([{ code: 'CHUNK_FILE_WRONG' }]);
});

it('an included file that is edited builds its page again, and only that', async () => {
  const repo = await built(FILES);
  repo.edit('listings/fire.rs', (text) => text.replace('1250', '1300'));
  const build = await repo.build();
  expect(build.ran.filter((step) => step.endsWith(':chunk'))).toEqual(['firing:chunk']);
  expect(build.ran.filter((step) => step.startsWith('clay'))).toEqual([]);
  expect(chunkFile(repo, 'firing', 0)).toContain('1300');
  expect((await repo.build()).ran).toEqual([]);
});

it('without the setting nothing is included, and nothing is looked for', async () => {
  const repo = await built({ ...FILES, 'topicmill.yaml': BOOK.replace(', inclusions: true', '') });
  expect(chunkFile(repo, 'firing', 0)).not.toContain('fn fire');
  expect((await repo.build()).diagnostics).toEqual([]);
});

it('what is not there, or leads out of the repository by dots or a link, is a warning with its line', async () => {
  const outside = new DocsRepo({ 'secret.txt': 'secret\n' });
  const repo = new DocsRepo({
    ...FILES,
    'src/firing.md':
      '# Firing\n\nText.\n\n{{#include ../../../../etc/hostname}}\n\n{{#include ../listings/link.txt}}\n\n{{#include gone.rs}}\n\n{{#include ../listings/fire.rs:cool}}\n',
  });
  symlinkSync(join(outside.root, 'secret.txt'), repo.path('listings/link.txt'));
  const build = await repo.build();
  expect(build.failed).toEqual([]);
  expect(build.diagnostics.map(({ code, line, message }) => [code, line, message])).toEqual([
    ['INCLUSION_MISSING', 5, 'The file is not in the repository: ../../../../etc/hostname.'],
    ['INCLUSION_MISSING', 7, 'The file is not in the repository: ../listings/link.txt.'],
    ['INCLUSION_MISSING', 9, 'The file is not in the repository: gone.rs.'],
    ['INCLUSION_MISSING', 11, 'listings/fire.rs does not have what is included: ../listings/fire.rs.'],
  ]);
  expect(JSON.stringify(repo.files('topics'))).not.toContain('secret');
});

it('VitePress includes code as a block, and pages without their front matter', async () => {
  const repo = await built({
    'topicmill.yaml': 'sources: pages\nsite: { generator: vitepress, url: https://v.example.org/, inclusions: true }\n',
    'docs/guide/use.md':
      '# Use\n\nThe code:\n\n<<< @/snippets/a.ts#setup{1}\n\n## Part\n\nMore:\n\n<!--@include: ../parts/one.md{2,}-->\n\nAnd:\n\n<!--@include: ../parts/two.md-->\n',
    'docs/snippets/a.ts':
      'import a from "a";\n// #region setup\nexport const kiln = a();\n// #endregion setup\nrun();\n',
    'docs/parts/one.md': 'first line\nsecond line\nthird line\n',
    'docs/parts/two.md': '---\ntitle: Two\n---\nOnly the text.\n',
  });
  const read = (at: number): string => repo.read(`topics/guide/use/_chunks/use-${at}.md`);
  expect(read(0)).toContain('<<< @/snippets/a.ts#setup{1}\n```ts\nexport const kiln = a();\n```\n');
  expect(read(1)).toContain(
    '{2,}-->\nsecond line\nthird line\n\nAnd:\n\n<!--@include: ../parts/two.md-->\nOnly the text.\n',
  );
  expect(chunkFaults(repo, 'guide/use')).toEqual([]);
});

it('MkDocs looks for snippets in its folders, and keeps their indentation', async () => {
  const repo = await built({
    'topicmill.yaml':
      'sources: pages\nsite: { generator: mkdocs, url: https://m.example.org/, inclusions: true, snippetPaths: [docs/parts, code] }\n',
    'docs/use.md': '# Use\n\n!!! note\n\n    --8<-- "warn.txt"\n\n```python\n--8<-- "fire.py:main"\n```\n',
    'docs/parts/warn.txt': 'Hot.\nKeep away.\n',
    'code/fire.py': '# --8<-- [start:main]\nfire()\n# --8<-- [end:main]\n',
  });
  expect(chunkFile(repo, 'use', 0)).toBe(
    '# Use\n\n!!! note\n\n    --8<-- "warn.txt"\n    Hot.\n    Keep away.\n\n```python\n--8<-- "fire.py:main"\nfire()\n```\n',
  );
});

it('MkDocs shows a file of code as a block of code where an extension includes it', async () => {
  const repo = await built({
    'topicmill.yaml':
      'sources: pages\nsite: { generator: mkdocs, url: https://m.example.org/, inclusions: true, snippetPaths: [docs] }\n',
    'docs/use.md': '# Use\n\nFire it:\n\n{* ../code/fire.py ln[2:3] hl[2] *}\n',
    'code/fire.py': 'import kiln\n\nkiln.fire()\n',
  });
  expect(chunkFile(repo, 'use', 0)).toBe(
    '# Use\n\nFire it:\n\n{* ../code/fire.py ln[2:3] hl[2] *}\n```py\n\nkiln.fire()\n```\n',
  );
});

it('what included files include takes the place of what stands for it, with its own folder as its place', async () => {
  const repo = await built({
    ...FILES,
    'src/firing.md': '# Firing\n\nText.\n\n{{#include ../listings/all.md}}\n',
    'listings/all.md': 'Before.\n\n{{#include parts/one.md:used}}\n\nAfter.\n',
    'listings/parts/one.md':
      '<!-- ANCHOR: used -->\nOne, by {{#include name.txt}}.\n<!-- ANCHOR_END: used -->\nNot used.\n',
    'listings/parts/name.txt': 'the Workshop\n',
  });
  expect(chunkFile(repo, 'firing', 0)).toBe(
    '# Firing\n\nText.\n\n{{#include ../listings/all.md}}\nBefore.\n\nOne, by the Workshop.\n\nAfter.\n',
  );
  const chunks = readChunksManifest(repo.read('topics/firing/_chunks/firing.chunks.json'), 'firing').chunks;
  expect(chunks[0]!.inclusions).toMatchObject([
    {
      file: 'listings/all.md',
      includes: [
        { file: 'listings/parts/one.md', first_line: 2, last_line: 2 },
        { file: 'listings/parts/name.txt', first_line: 1, last_line: 1 },
      ],
    },
  ]);
  expect(chunkFaults(repo, 'firing')).toEqual([]);
  repo.write('listings/parts/name.txt', 'the potter\n');
  expect((await repo.build()).ran.filter((step) => step.endsWith(':chunk'))).toEqual(['firing:chunk']);
  expect(chunkFile(repo, 'firing', 0)).toContain('One, by the potter.');
});

it('what a plugin of the site makes, or is at an address, is markup and no fault', async () => {
  const repo = new DocsRepo({
    'topicmill.yaml': 'sources: pages\nsite: { generator: vitepress, url: https://v.example.org/, inclusions: true }\n',
    'docs/use.md':
      '# Use\n\nText.\n\n<!--@include: virtual:shapes -->\n\n<!--@include: https://v.example.org/x.md-->\n',
  });
  expect((await repo.build()).diagnostics).toEqual([]);
});

it.each([
  ['docfx', 'docs', '[!CODE [fire](gone.cs)]', '[!INCLUDE [fire](fire.md)]'],
  ['mdbook', 'src', '{{#include gone.rs}}', '{{#include fire.md}}'],
  ['vitepress', 'docs', '<<< ./gone.ts', '<!--@include: ./fire.md-->'],
  ['quarto', 'docs', '{{< include _gone.qmd >}}', '{{< include fire.md >}}'],
  ['mkdocs', 'docs', '{! gone.txt !}', '{! fire.md !}'],
])('what is in a comment includes nothing and lacks nothing, of %s', async (generator, docsRoot, gone, there) => {
  const page = `# Kiln

<!-- ${gone} -->

Hot. <!-- ${gone} --> Dry.

<!--
${gone}

${gone}
-->

\`<!--\` begins a comment.

${there}
`;
  const repo = new DocsRepo({
    'topicmill.yaml': `sources: pages\ndocsRoot: ${docsRoot}\nsite: { generator: ${generator}, url: https://k.example.org/${generator === 'quarto' ? '' : ', inclusions: true'} }\n`,
    [`${docsRoot}/kiln.md`]: page,
    [`${docsRoot}/fire.md`]: `Slowly.\n\n<!--\n${gone}\n-->\n`,
    ...(generator === 'mdbook' ? { 'src/SUMMARY.md': '- [Kiln](kiln.md)\n' } : {}),
    'fire.md': `Slowly.\n\n<!--\n${gone}\n-->\n`,
  });
  const { diagnostics } = await repo.build();
  expect(diagnostics).toEqual([]);
  expect(chunkFile(repo, 'kiln', 0)).toContain('Slowly.');
});

it('a circle of inclusions is told once, at the line of the page, and ends', async () => {
  const repo = new DocsRepo({
    ...FILES,
    'src/firing.md': '# Firing\n\nText.\n\n{{#include ../listings/a.md}}\n',
    'listings/a.md': 'A.\n{{#include b.md}}\n',
    'listings/b.md': 'B.\n{{#include a.md}}\n{{#include gone.md}}\n',
  });
  const { diagnostics, failed } = await repo.build();
  expect(failed).toEqual([]);
  expect(diagnostics.map(({ code, line, message }) => [code, line, message])).toEqual([
    ['INCLUSION_CIRCULAR', 5, 'listings/a.md includes itself by listings/b.md.'],
    ['INCLUSION_MISSING', 5, 'The file is not in the repository: gone.md in listings/b.md.'],
  ]);
  expect(chunkFile(repo, 'firing', 0)).toContain('A.\nB.\n');
  repo.write('src/firing.md', '# Firing\n\nText.\n\n{{#include firing.md}}\n');
  expect((await repo.build()).diagnostics).toMatchObject([
    { code: 'INCLUSION_CIRCULAR', line: 5, message: 'src/firing.md includes itself.' },
  ]);
});

it('pages that VitePress includes may include others, and code next to the page', async () => {
  const repo = await built({
    'topicmill.yaml': 'sources: pages\nsite: { generator: vitepress, url: https://v.example.org/, inclusions: true }\n',
    'docs/use.md': '# Use\n\nText.\n\n<!--@include: ./parts/one.md-->\n',
    'docs/parts/one.md': 'One.\n\n<!--@include: ./deep/two.md-->\n\n<<< ./snippets/a.ts\n',
    'docs/parts/deep/two.md': 'Two.\n',
    'docs/snippets/a.ts': '<<< ./none.ts\n',
  });
  expect(chunkFile(repo, 'use', 0)).toBe(
    '# Use\n\nText.\n\n<!--@include: ./parts/one.md-->\nOne.\n\nTwo.\n\n```ts\n<<< ./none.ts\n```\n',
  );
});

it('what a package has, or an alias of the site, is no fault where it is not found; what a page has next to it is', async () => {
  const repo = new DocsRepo({
    'topicmill.yaml': 'sources: pages\nsite: { generator: docusaurus, inclusions: true }\n',
    'docs/kiln.mdx':
      "import A from '@parts/api/a.md';\nimport B from 'parts/b.mdx';\nimport C from '@/c.md';\nimport D from './d.md';\n\n# Kiln\n\nIts parts:\n\n<A />\n\n<B />\n\n<C />\n\n<D />\n",
  });
  const { diagnostics } = await repo.build();
  expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['INCLUSION_MISSING', 16]]);
});

it('Docusaurus shows markdown that a page imports where its component is, from the folder of the site too', async () => {
  const repo = await built({
    'topicmill.yaml': 'sources: pages\ndocsRoot: site/docs\nsite: { generator: docusaurus, inclusions: true }\n',
    'site/docs/kiln.mdx':
      "import Firing from './_firing.mdx';\nimport Glaze from '@site/parts/glaze.md';\n\n# Kiln\n\n<Firing />\n\n## Glaze\n\n<Glaze />\n",
    'site/docs/_firing.mdx': '---\nhidden: yes\n---\n\nHeat it slowly.\n',
    'site/parts/glaze.md': 'Brush it on.\n',
  });
  const text = chunkFile(repo, 'kiln', 0);
  expect(text).toContain('<Firing />\n\n\nHeat it slowly.\n');
  expect(text).toContain('<Glaze />\n\nBrush it on.\n');
  const { chunks } = readChunksManifest(repo.read('topics/kiln/_chunks/kiln.chunks.json'), 'kiln.chunks.json');
  expect(chunks.map(({ inclusions }) => inclusions?.map(({ file }) => file))).toEqual([
    ['site/docs/_firing.mdx', 'site/parts/glaze.md'],
  ]);
  expect(chunkFaults(repo, 'kiln')).toEqual([]);
  repo.edit('site/parts/glaze.md', (text) => text.replace('Brush', 'Pour'));
  expect((await repo.build()).failed).toEqual([]);
  expect(chunkFile(repo, 'kiln', 0)).toContain('Pour it on.');
});

it('a page of which everything is included is a topic', async () => {
  const repo = await built({
    'topicmill.yaml': 'sources: pages\nsite: { generator: docusaurus, inclusions: true }\n',
    'docs/kiln.mdx': "import Firing from './_firing.mdx';\n\n<Firing />\n",
    'docs/_firing.mdx': '# Firing\n\nHeat it slowly.\n',
  });
  expect(chunkFile(repo, 'kiln', 0)).toContain('<Firing />\n\n# Firing\n\nHeat it slowly.\n');
  expect(chunkFaults(repo, 'kiln')).toEqual([]);
});

it('what a folder that is a link leads to outside of the repository is not included', async () => {
  const outside = new DocsRepo({ 'secret.txt': 'A secret of the machine.\n' });
  const repo = new DocsRepo({
    ...FILES,
    'src/firing.md': '# Firing\n\nIt says {{#include ../linked/secret.txt}} here.\n',
  });
  symlinkSync(outside.root, repo.path('linked'), 'junction');
  await repo.build();
  expect(Object.values(repo.files('topics')).join('')).not.toContain('A secret of the machine.');
});
