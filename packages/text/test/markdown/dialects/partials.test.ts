import { expect, test } from 'vitest';
import { dialectOf, findInclusions, includedLines, isDialectScan, scanMarkdown } from '../../../src/markdown/index.js';

const PAGE = `---
title: Kilns
---

import Firing from './\\_firing.mdx';
import Glaze from "@site/parts/glaze.md"
import Card from '@theme/Card';

# Kilns

<Firing hot={true} />

- Step

  <Glaze></Glaze>

<Card />

Text with <Firing /> in it.

\`\`\`mdx
<Firing />
\`\`\`
`;

test('components that stand for imported markdown include it, where they are alone on a line and no code', () => {
  const scan = scanMarkdown(PAGE, {
    bodyOffset: PAGE.indexOf('\nimport'),
    dialect: dialectOf('docusaurus', 'kilns.mdx')!,
  });
  const found = isDialectScan(scan) ? scan.inclusions : [];
  expect(found.map(({ startOffset, endOffset, path }) => [PAGE.slice(startOffset, endOffset), path])).toEqual([
    ['<Firing hot={true} />', './_firing.mdx'],
    ['  <Glaze></Glaze>', '@site/parts/glaze.md'],
  ]);
});

test('so do those of an included file', () => {
  expect(findInclusions('partials', PAGE).map(({ path }) => path)).toEqual(['./_firing.mdx', '@site/parts/glaze.md']);
});

test('an imported page is shown without its front matter', () => {
  const text = '---\nsidebar: no\n---\n\nFire slowly.\n';
  expect(includedLines('partials', text, { anchor: undefined, lines: undefined })).toEqual({
    ...{ text: '\nFire slowly.', firstLine: 4, lastLine: 5 },
  });
});
