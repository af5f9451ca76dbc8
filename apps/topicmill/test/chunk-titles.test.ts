import { readChunksManifest } from '@topicmill/topics/formats';
import { expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const CONFIG = 'docsRoot: docs\nsources: pages\nsite:\n  generator: mkdocs\n  url: https://kiln.example.org/\n';

it.each([
  ['a section directly below the title', '# Kiln\n\n## Firing\n\nHot.\n', [['Firing', '#firing']]],
  ['a section with text after an empty one', '# Kiln\n\n## Empty\n\n## Glaze\n\nGlass.\n', [['Glaze', '#glaze']]],
  [
    'text below the title',
    '# Kiln\n\nAbout.\n\n## Firing\n\nHot.\n',
    [
      ['Kiln', '#kiln'],
      ['Firing', '#firing'],
    ],
  ],
  [
    'text above every heading',
    'About.\n\n## Firing\n\nHot.\n',
    [
      ['A Kiln', ''],
      ['Firing', '#firing'],
    ],
  ],
  [
    'markup in a heading',
    '# Kiln\n\n## The `cone` of **clay** [TOC] {: #cone }\n\nHot.\n',
    [['The cone of clay', '#cone']],
  ],
])('title and address of a chunk are of one section: %s', async (_, text, expected) => {
  const repo = new DocsRepo({ 'topicmill.yaml': CONFIG, 'docs/a-kiln.md': text });
  await repo.build();
  const manifest = readChunksManifest(repo.read('topics/a-kiln/_chunks/a-kiln.chunks.json'), 'a-kiln.chunks.json');
  const titles = manifest.chunks.map(({ title, url }) => [title, url!.replace('https://kiln.example.org/a-kiln/', '')]);
  expect(titles).toEqual(expected);
});
