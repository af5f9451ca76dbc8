/**
 * Texts for every construct that GFM adds to CommonMark, alone and where they touch other blocks: what makes a table and
 * what does not, task list items, strikethrough, bare links, footnotes, and HTML that pages filter out.
 */
export const GFM_EXAMPLES: readonly string[] = [
  // Tables: delimiter rows, alignment, pipes in cells, missing and surplus cells, and what ends a table.
  '| name | size |\n| --- | --- |\n| a | 1 |\n',
  '| left | mid | right |\n| :-- | :-: | --: |\n| a | b | c |\n',
  'name | size\n--- | ---\na | 1\n',
  '| one |\n| - |\n| two |\n',
  '| only a header |\n| --- |\n',
  '| a \\| b | c |\n| - | - |\n| `x \\| y` | **d \\| e** |\n',
  '| a | b |\n| - | - |\n| 1 |\n| 1 | 2 | 3 |\n',
  '| a | b |\n| - | - |\n| 1 | 2 |\n> a quote ends it\n',
  '| a | b |\n| - | - |\n| 1 | 2 |\nthis line is a row\n\nthis one is not\n',
  '| a | b |\n| - |\n| 1 | 2 |\n',
  '| a | b |\n| - | - |\n| 1 | 2 |\n# A heading ends it\n',
  '| a | b |\n| - | - |\n| 1 | 2 |\n```js\ncode();\n```\n',
  'A paragraph\n| a | b |\n| - | - |\n| 1 | 2 |\n',
  '- | a | b |\n  | - | - |\n  | 1 | 2 |\n- text\n',
  '> | a | b |\n> | - | - |\n> | 1 | 2 |\n',
  '    | a | b |\n    | - | - |\n',
  '| [link](a|b) | ![i](c) |\n| - | - |\n| <b>x</b> | &amp; |\n',
  '|a|b|\r\n|-|-|\r\n|1|2|\r\n',
  '| 名前 | 大きさ |\n| --- | --- |\n| 鶴 | 1 |\n',
  '| a |\n| --- |\n| - not an item |\n| # not a heading |\n',
  // Task list items.
  '- [ ] open\n- [x] done\n- [X] done too\n',
  '- [x] outer\n  - [ ] inner\n  - [x] inner\n- [ ] next\n',
  '1. [ ] numbered\n2. [x] numbered\n',
  '- [ ]no space\n- [y] no mark\n- [ ]\n',
  '* [ ] a\n\n  a second paragraph\n\n* [x] b\n',
  '- [x] ~~done and gone~~ <https://a.example>\n',
  // Strikethrough.
  'This is ~~gone~~ and this is ~also gone~.\n',
  'This ~~has a\n\nnew paragraph~~.\n',
  'This will ~~~not~~~ be struck.\n',
  '# A ~~struck~~ heading\n\ntext\n',
  '~~**bold** and `code`~~\n',
  '~~a~~b~~c~~\n',
  // Bare links.
  'See www.example.com for more.\n',
  'See www.example.com/a_(b) and (www.example.com/c).\n',
  'Visit http://example.com, https://example.com/?q=a&b=c&amp; and ftp://example.com.\n',
  'Write to first.last+tag@example.co.uk, not to a@b_c or d@e-.\n',
  '# www.example.com\n\ntext\n',
  'www.example.com/`code`<b\n',
  'xmpp:foo@bar.baz/txt and mailto:foo@bar.baz.\n',
  // Footnotes.
  'A note.[^1] Another.[^long]\n\n[^1]: Short.\n\n[^long]: The first paragraph.\n\n    The second.\n\n        code\n',
  'No definition.[^nowhere]\n',
  '[^a]: - an item\n    - another\n\nUsed.[^a]\n',
  '# A heading with a note[^1]\n\ntext\n\n[^1]: The note.\n',
  '[^1]: Not used.\n# A heading right behind\n',
  // Raw HTML that pages filter.
  '<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> is disallowed. <XMP> too.\n</blockquote>\n',
  '<script>\n# not a heading\n</script>\n\n# A heading\n',
  '<details>\n<summary>More</summary>\n\n| a |\n| - |\n| 1 |\n\n</details>\n',
  // Together.
  '# Setup\n\n- [ ] step\n\n  ```sh\n  run www.example.com\n  ```\n\n# Setup\n\n| a |\n| - |\n| ~~1~~[^1] |\n\n[^1]: https://example.com\n\n## Setup\n\ntext\n',
];
