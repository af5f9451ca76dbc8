import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitFrontMatter } from '../../../src/markdown/index.js';
import { mdxTexts, REMARK_MDX_FAULTS } from './generated-mdx.js';
import { remarkMdxOutline, scannedMdxOutline } from './remark-mdx-outline.js';

const NUM_RUNS = Number(process.env['TOPICMILL_MARKDOWN_RUNS'] ?? 1000);

const CASES: Record<string, string> = {
  'a fence in an indented component': '<Tabs>\n  <Tab label="a">\n    ```sh\n    # b\n    ```\n  </Tab>\n</Tabs>\n',
  'a heading in an indented component': '<Card>\n      ## a\n</Card>\n',
  'module code over blank lines': "export const a = () => {\n\n  /*\n# b\n  */\n  return <p>it's</p>;\n};\n\n# c\n",
  'module code that follows a table': '| a |\n| - |\nexport const b = 1\n\n# c\n',
  'a paragraph that starts like module code': 'a\nexport const b = 1\n===\n',
  'an import over lines': "import {\n  a,\n} from 'b'\nimport c from 'd'\n\n# e\n",
  'a tag over lines': '<A\n  b="\n# c\n"\n  d={[\n    1,\n\n  ]}\n/>\n# e\n',
  'a tag that text follows': '<A\n  b="c"\n/> d\n===\n',
  'an element in an attribute': '<A b={<p># c</p>} d={`\n# e\n`} />\n\n# f\n',
  'a comment over lines': '{/*\n\n# a\n\n```\n\n*/}\n\n# b\n',
  'a tag that ends a paragraph': 'a\n<B/>\n===\n',
  'text in braces': 'a {b} c\n===\n',
  'a brace in a string': '{"}"}\n\n# a\n',
  'a regular expression': '{a.replace(/[/}]/g, "")}\n\n# b\n',
  'a division': '{a / b} {c / d}\n# e\n',
  'a fence in a list in a component': '<Steps>\n\n  1. a\n\n      ```js\n      b\n      ```\n\n  2. c\n</Steps>\n',
  'text that is not code': 'a\n\n      # b\n',
};

describe('finds the headings and fences that remark-mdx finds', () => {
  test.each(Object.entries(CASES))('%s', (_, text) => {
    for (const written of [text, text.replaceAll('\n', '\r\n')]) {
      const expected = remarkMdxOutline(written);
      expect(expected).toBeDefined();
      expect(scannedMdxOutline(written)).toEqual(expected);
    }
  });

  test('generated texts', () => {
    let parsedCount = 0;
    fc.assert(
      fc.property(mdxTexts(), (text) => {
        fc.pre(!REMARK_MDX_FAULTS.test(text));
        const expected = remarkMdxOutline(text);
        if (expected === undefined) return;
        parsedCount++;
        expect(scannedMdxOutline(text)).toEqual(expected);
      }),
      { numRuns: NUM_RUNS },
    );
    expect(parsedCount).toBeGreaterThan(NUM_RUNS / 10);
  });
});

const sites = process.env['TOPICMILL_MDX'];

test.runIf(sites !== undefined)(
  'finds in every page that remark-mdx parses the headings and fences that it finds (TOPICMILL_MDX)',
  { timeout: 900_000 },
  () => {
    let pageCount = 0;
    for (const path of readdirSync(sites!, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.mdx')) continue;
      const text = readFileSync(join(sites!, path), 'utf8');
      const { bodyOffset } = splitFrontMatter(text);
      const expected = remarkMdxOutline(text.slice(bodyOffset));
      if (expected === undefined) continue;
      pageCount++;
      expect(scannedMdxOutline(text, bodyOffset), path).toEqual(expected);
    }
    expect(pageCount).toBeGreaterThan(0);
  },
);
