import { expect, test } from 'vitest';
import { dialectOf, includedLines, isDialectScan, scanMarkdown } from '../../../src/markdown/index.js';

const FILE = 'One\n<!-- start -->\nTwo\nThree\n<!-- end -->\nFour\n';

/** What a page of MkDocs shows of a file, for each place where it includes one. */
function shown(text: string): (string | undefined)[] {
  const scan = scanMarkdown(text, { dialect: dialectOf('mkdocs', 'a.md')! });
  if (!isDialectScan(scan)) return [];
  return scan.inclusions.map((each) => `${each.path}: ${includedLines('snippets', FILE, each)?.text}`);
}

test.each([
  ['snippets', '--8<-- "f.md:3:4"', ['f.md: Two\nThree']],
  ['snippets in a block', '--8<--\nf.md:3:3\n;left-out.md\n\ng.md:6:6\n--8<--\n\nText', ['f.md: Two', 'g.md: Four']],
  ['markdown_include', 'Before {!f.md!lines=3-4} and after', ['f.md: Two\nThree']],
  ['markdown_include in code', '```\n{!f.md!lines=6}\n```', ['f.md: Four']],
  ['mdx_include', '{! f.md [ln:3-4] !} {! g.md [ln:6] !}', ['f.md: Two\nThree', 'g.md: Four']],
  ['markdown-include-variants', '{* f.md ln[3:4] hl[3] *}', ['f.md: Two\nThree']],
  ['markdown-include-variants of one line', 'Text\n\n{* f.md hl[1, 2] ln[6] *}', ['f.md: Four']],
  ['markdown-include-variants with several ranges', '{* f.md ln[3:3,4:] *}', ['f.md: Two\nThree\n<!-- end -->\nFour']],
  ['emphasis in braces', '{*so*} and {* so *', []],
  [
    'include-markdown over several lines',
    '{%\n  include-markdown "f.md"\n  start="<!-- start -->"\n  end="<!-- end -->"\n%}',
    ['f.md: Two\nThree'],
  ],
  ['include of a part that is not there', '{% include \'f.md\' start="none" %}', ['f.md: undefined']],
  ['an escaped mark', '\\{!f.md!}', []],
])('%s', (_, text, expected) => {
  expect(shown(text)).toEqual(expected);
});
