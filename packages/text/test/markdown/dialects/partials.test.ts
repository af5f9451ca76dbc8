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

test('components that stand for imported markdown include it, but not in code', () => {
  const scan = scanMarkdown(PAGE, {
    bodyOffset: PAGE.indexOf('\nimport'),
    dialect: dialectOf('docusaurus', 'kilns.mdx')!,
  });
  const found = isDialectScan(scan) ? scan.inclusions : [];
  expect(found.map(({ startOffset, endOffset, path }) => [PAGE.slice(startOffset, endOffset), path])).toEqual([
    ['<Firing hot={true} />', './_firing.mdx'],
    ['<Glaze></Glaze>', '@site/parts/glaze.md'],
    ['<Firing />', './_firing.mdx'],
  ]);
});

test('so do those of an included file', () => {
  expect(findInclusions('partials', PAGE).map(({ path }) => path)).toEqual([
    './_firing.mdx',
    '@site/parts/glaze.md',
    './_firing.mdx',
  ]);
});

/** Each is written after `import Part from './_part.mdx';`, or has an import of its own. */
test.each([
  ['with a list of names', "import Part, {toc as partToc} from './_part.mdx';\n\n<Part />"],
  ['as a namespace', "import * as Part from './_part.mdx';\n\n<Part.default />"],
  ['by its name', "import {toc, default as Part} from './_part.mdx';\n\n<Part />"],
  ['over several lines', "import\n  Part\nfrom './_part.mdx';\n\n<Part />"],
  ['after another on the line', "import A from 'a'; import Part from './_part.mdx';\n\n<Part />"],
  ['by a call', "export const Part = require('./_part.mdx').default;\n\n<Part />"],
  ['by a call later on', "export const Part = React.lazy(() => import('./_part.mdx'));\n\n<Part />"],
  ['as text', "import Part from '!!raw-loader!./_part.mdx';\n\n<CodeBlock>{Part}</CodeBlock>"],
  ['as text of Vite', "import Part from './_part.mdx?raw';\n\n<Code code={Part} />: {Part}"],
  ['in a tag over several lines', 'import Part from \'./_part.mdx\';\n\n<Part\n  name="x"\n  other={1 > 0}\n/>'],
  ['in a sentence', "import Part from './_part.mdx';\n\nBefore <Part /> and after."],
  ['in a sentence with code', "import Part from './_part.mdx';\n\nWrite `<Part />` for <Part />."],
  ['in a cell', "import Part from './_part.mdx';\n\n| a |\n| - |\n| <Part /> |"],
  ['with other tags on the line', "import Part from './_part.mdx';\n\n<Tabs><TabItem><Part /></TabItem></Tabs>"],
  ['in an item', "import Part from './_part.mdx';\n\n- <Part />"],
  ['in a condition', "import Part from './_part.mdx';\n\n{isShown && <Part />}"],
  ['around other text', "import Part from './_part.mdx';\n\n<Part>\n\nOther text.\n\n</Part>"],
])('a file is included that is imported or shown %s', (_, text) => {
  const scan = scanMarkdown(text, { dialect: dialectOf('docusaurus', 'a.mdx')! });
  expect(isDialectScan(scan) && scan.inclusions.map(({ path }) => path)).toEqual(['./_part.mdx']);
});

test.each([
  ['in a comment', "import Part from './_part.mdx';\n\n{/* <Part /> */}"],
  ['that is only exported', "import Part from './_part.mdx';\n\nexport const Twice = () => <><Part /><Part /></>;"],
  ['whose contents is imported', "import {toc as Part} from './_part.mdx';\n\n<Part />"],
  ['that is not text', "import Part from './part.js';\n\n<Part />"],
])('nothing is included %s', (_, text) => {
  const scan = scanMarkdown(text, { dialect: dialectOf('docusaurus', 'a.mdx')! });
  expect(isDialectScan(scan) && scan.inclusions).toEqual([]);
});

test('several are included on a line', () => {
  const text = "import A from './a.mdx';\nimport B from './b.mdx';\n\n<A /> and <B /><A />";
  expect(findInclusions('partials', text).map(({ path }) => path)).toEqual(['./a.mdx', './b.mdx', './a.mdx']);
});

test('an imported page is shown without its front matter', () => {
  const text = '---\nsidebar: no\n---\n\nFire slowly.\n';
  expect(includedLines('partials', text, { anchor: undefined, lines: undefined })).toEqual({
    ...{ text: '\nFire slowly.', firstLine: 4, lastLine: 5 },
  });
});
