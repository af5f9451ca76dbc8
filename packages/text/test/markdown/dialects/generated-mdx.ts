import fc from 'fast-check';

const PREFIXES = ['', '', '', '', ' ', '  ', '   ', '    ', '- ', '1. ', '> ', '\t'];
const MARKDOWN = [
  '',
  '',
  'a',
  'b c',
  '# h',
  '## h ##',
  '===',
  '---',
  '```',
  '```js',
  '~~~',
  '| a |',
  '|---|',
  '[a]: b',
];
const TAGS = [
  '<A>',
  '</A>',
  '<A/>',
  '<></>',
  '<A b="c">',
  '<A',
  'b="# x"',
  'b={',
  '1}',
  '/>',
  '>',
  '<A>x</A>',
  '<A> <B/> {1}',
];
const TEXT = ['x < y', '`{`', '`<`', '\\{', '{a} b', 'text <b', 'c="d"/> e', "<A b='", "'/>", '<A b={`', '`} />'];
const EXPRESSIONS = [
  '{a}',
  '{',
  '}',
  '{/* c',
  '# d */}',
  '*/}',
  '# e',
  '{"}"}',
  '{a /* } */}',
  '{/}/.test(a)}',
  '{a / b}',
  '}}',
];
const MODULES = [
  'import a from "a"',
  'import {',
  '} from "b"',
  'export const b = 1',
  'export const c = {',
  '};',
  'export function F() {',
  "  return <p>it's {x}</p>",
  'export default () => <A>',
  '</A>;',
];

/** Short texts made of lines with MDX in them. Many of them remark-mdx does not parse. */
export function mdxTexts(): fc.Arbitrary<string> {
  const content = fc.constantFrom(...MARKDOWN, ...TAGS, ...TEXT, ...EXPRESSIONS, ...MODULES);
  const prefix = fc.array(fc.constantFrom(...PREFIXES), { maxLength: 2 }).map((parts) => parts.join(''));
  const line = fc.tuple(prefix, content).map(([before, rest]) => before + rest);
  const lines = fc.array(line, { minLength: 1, maxLength: 9 });
  return fc.tuple(lines, fc.constantFrom('\n', '\n', '\r\n')).map(([parts, lineEnd]) => parts.join(lineEnd));
}

/**
 * Where remark-mdx departs from its own rules: an expression or a template that is left open takes in lines that start
 * other containers, and items that start on the line of an empty item are text.
 */
export const REMARK_MDX_FAULTS =
  /\{[^}]*(?:^|[\r\n])[ \t]*(?:[-+*>]|1\.)|(?:[-+*]|1\.)[ \t]*$|(?:[-+*]|1\.)[ \t]+(?:[-+*]|1\.)/m;
