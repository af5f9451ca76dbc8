import { describe, expect, test } from 'vitest';
import { type DialectName, dialectOf, findLinks, readPageFrontMatter, scanMarkdown } from '../../src/markdown/index.js';

/** UTF-16 units, about: what takes time that grows with the square of it takes minutes. */
const LONG = 200_000;
const times = (piece: string, count = Math.ceil(LONG / piece.length)): string => piece.repeat(count);
const numbered = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

/** A text between two headings, with a link after the second; and what it opens that is never closed, which takes these in. */
type Hostile = [name: string, text: string, open?: 'code' | 'html'];

const MARKDOWN: readonly Hostile[] = [
  ['backticks, each run longer than the one before', numbered(600, (at) => `${'`'.repeat(at + 1)} `)],
  ['backticks, each run shorter than the one before', numbered(600, (at) => `${'`'.repeat(600 - at)} `)],
  [
    'pairs of backticks inside of others',
    `${numbered(300, (at) => `${'`'.repeat(at + 1)}a`)}${numbered(300, (at) => `a${'`'.repeat(300 - at)}`)}`,
  ],
  ['backticks after backslashes', times('\\`')],
  ['a code span over many lines', `\`${times('a\n')}\``],
  ['brackets that are never closed', times('[')],
  ['brackets that are never opened', times(']')],
  ['brackets in brackets', `${times('[', LONG / 2)}a${times(']', LONG / 2)}`],
  ['links in links', `${times('[a](', LONG / 4)}b${times(')', LONG / 4)}`],
  ['openers of images', times('![')],
  ['openers of images and their addresses', times('![a](b')],
  ['destinations with parentheses in each other', `[a](${times('(', LONG / 2)}${times(')', LONG / 2)})`],
  ['a title of a link that never ends', `[a](b "${times('c ')}`],
  ['references that nobody defines', times('[a][b] ')],
  ['a definition whose label is long', `[${times('a')}]: b`],
  ['definitions that name each other', numbered(5000, (at) => `[a${at}]: [a${at + 1}]\n`)],
  ['stars that open and never close', times('*a ')],
  ['stars and underlines by turns', times('*_')],
  ['strong in strong', `${times('**a ', 20_000)}${times('b** ', 20_000)}`],
  ['entities without an end', times('&#x')],
  ['backslashes', times('\\')],
  ['addresses in angle brackets that never close', times('<https://a')],
  ['quotes in quotes', `${times('> ', LONG / 2)}a`],
  ['items in items', `${times('- ', LONG / 2)}a`],
  ['numbers of items without a text', times('1. ')],
  [
    'a table of 20,000 cells in a row',
    `|${times(' a |', 20_000)}\n|${times(' - |', 20_000)}\n|${times(' b |', 20_000)}`,
  ],
  ['rows of a table that never begins', times('| a | b\n')],
  ['footnotes that refer to themselves', numbered(5000, (at) => `[^${at}]: [^${at}]\n\n`)],
  ['a fence that is never closed', `\`\`\`\n${times('a\n')}`, 'code'],
  ['a fence whose end is too short', '````\na\n```', 'code'],
  ['fences of other signs', '~~~\n```\na', 'code'],
  ['a fence in a quote, which ends with it', '> ```\n> a'],
  ['a fence in an item, which ends with it', '- ```\n  a'],
  ['NUL, BEL and other control characters', times('\0\x07\x1b[31m')],
  ['lone halves of characters', times('\ud83d a \ude00 ')],
  ['signs that turn the direction of writing', times('\u202e\u2066\u200f')],
  ['a hundred thousand marks on one letter', `e${times('\u0301', 100_000)}`],
  ['line ends of other systems', times('a\r\n\u2028\u2029\v\f')],
];

const HTML: readonly Hostile[] = [
  ['elements in each other', times('<div>')],
  ['elements in each other, closed', `${times('<div>', 20_000)}a${times('</div>', 20_000)}`],
  ['ends of elements that nobody opened', times('</div>')],
  ['elements of words in each other', `a ${times('<b><i>')}`],
  ['an attribute without an end', `a <b c="${times('d ')}`],
  ['attributes without values', `a <b ${times('c ')}>`],
  ['two thousand attributes of a name', `a <b ${times('c="d" ', 2000)}>`],
  ['ends of comments', times('-->')],
  ['comments in comments', `${times('<!-- ', 1000)}-->`],
  ['a comment that is never closed', `<!-- ${times('a\n')}`, 'html'],
  ['CDATA that is never closed', `<![CDATA[ ${times('a\n')}`, 'html'],
  ['an instruction that is never closed', `<? ${times('a\n')}`, 'html'],
  ['a declaration that is never closed', `<!DOCTYPE ${times('a\n')}`, 'html'],
  ['a script that is never closed', `<script>\n${times('a\n\n')}`, 'html'],
  ['a style that is never closed', `<style>\n${times('a\n\n')}`, 'html'],
  ['text as it is that is never closed', `<pre>\n${times('a\n\n')}`, 'html'],
  ['a field of text that is never closed', `<textarea>\n${times('a\n\n')}`, 'html'],
  ['the end of a script in its text', '<script>\n"</script>"'],
  ['a fence in an element', '<div>\n```\na\n</div>'],
  ['a fence after an element and a blank line', '<div>\n\n```\na\n</div>', 'code'],
  ['details in details', `${times('<details><summary>a</summary>\n\n', 500)}b`],
  ['tables in cells', `${times('<table><tr><td>\n', 2000)}a`],
  ['an element with a name of 100,000 letters', `<${times('a', 100_000)}>`],
  ['less-than signs', times('<')],
  ['greater-than signs', times('a>')],
  ['entities that are no entities', times('&lt')],
];

const MDX: readonly Hostile[] = [
  ['a component in itself', `${times('<A>\n', 3000)}a\n${times('</A>\n', 3000)}`],
  ['components without an end', times('<A>\n\n', 3000)],
  ['ends of components that nobody opened', times('</A>\n\n', 3000)],
  ['fragments in each other', `${times('<>', 5000)}a${times('</>', 5000)}`],
  ['braces in braces', `${times('{', 5000)}a${times('}', 5000)}`],
  ['an expression with a brace in a text', 'a {"}"} b'],
  ['an expression with a brace in a comment', 'a {/* } */} b'],
  ['an expression with a brace in a pattern', 'a {b.replace(/[}]/, "")} c'],
  ['templates in templates', `{${times('`${', 2000)}a${times('}`', 2000)}}`],
  ['an attribute that is an expression', `<A b={${times('[', 5000)}${times(']', 5000)}} />`],
  ['an attribute that is an element', `${times('<A b={', 500)}1${times('} />', 500)}`],
  ['ten thousand attributes', `<A ${times('b ', 10_000)}/>`],
  ['a name with dots', `<A${times('.b', 10_000)} />`],
  ['a comment over many lines', `{/*\n${times('# a\n\n')}*/}`],
  ['imports', times("import a from 'b'\n", 5000)],
  ['an import over lines', `import {\n${times('a,\n', 5000)}} from 'b'`],
  ['an export with text that looks like a heading', 'export const a = `\n# b\n`'],
  ['an export of a function', "export const a = () => {\n\n  return <p>it's</p>;\n};"],
  ['a comparison in a text', 'a < b and c > d'],
  ['a generic type in code', '```ts\nA<B<C>>\n```'],
  ['braces in a code span', '`{{{`'],
  ['an escaped brace', 'a \\{ b'],
  ['an expression in a heading', '## {`a`}'],
  ['signs of a comment in HTML', '<!-- a -->'],
];

function around(hostile: string): string {
  return `# Before\n\n${hostile}\n\n# After\n\nSee [the end](the-end.md).\n`;
}

describe.each<[kind: string, dialect: DialectName, texts: readonly Hostile[]]>([
  ['markdown', 'markdown', MARKDOWN],
  ['HTML', 'markdown', HTML],
  ['MDX', 'mdx', MDX],
])('%s', (_, name, texts) => {
  test.each(texts)('%s', (_name, hostile, open) => {
    const text = around(hostile);
    const dialect = dialectOf(name, 'a.md')!;
    const { headings, starts } = scanMarkdown(text, { bodyOffset: 0, dialect });
    const titles = headings.map((heading) => heading.text);
    expect(starts.at(-1)).toBe(text.length);
    expect([titles[0], titles.includes('After')]).toEqual(['Before', open === undefined]);
    const links = findLinks(text, 0, dialect).map(({ destination }) => destination);
    expect(links.includes('the-end.md')).toBe(open !== 'code');
  });
});

const REFUSED = 'FRONT_MATTER_INVALID';
const lines = (count: number, line: (at: number) => string): string => numbered(count, (at) => `${line(at)}\n`);

/** Front matter, and what is read of it: its title, and whether there is a warning. */
test.each<[name: string, yaml: string, title: unknown, warning?: typeof REFUSED]>([
  [
    'aliases that grow by the power of ten',
    `title: T\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${lines(9, (at) => `a${at + 1}: &a${at + 1} [${times(`*a${at}, `, 10)}]`)}`,
    'T',
    REFUSED,
  ],
  ['an alias of itself', 'title: T\na: &a [*a]\n', 'T'],
  ['an alias of nothing', 'title: T\na: *b\n', 'T', REFUSED],
  ['a hundred anchors of a name', `title: T\n${lines(100, (at) => `a${at}: &a ${at}`)}`, 'T'],
  ['20,000 anchors', `title: T\n${lines(20_000, (at) => `a${at}: &a${at} ${at}`)}`, 'T'],
  ['a key of 100,000 letters', `title: T\n? ${times('a', 100_000)}\n: b\n`, 'T'],
  ['a value of a megabyte', `title: T\na: ${times('a ', 500_000)}\n`, 'T'],
  ['a block of text of a megabyte', `title: T\na: |\n${times('  b\n', 250_000)}`, 'T'],
  ['20,000 keys', `title: T\n${lines(20_000, (at) => `a${at}: ${at}`)}`, 'T'],
  ['lists in lists', `title: T\na: ${times('[', 20_000)}${times(']', 20_000)}\n`, 'T', REFUSED],
  ['mappings in mappings', `title: T\na: ${times('{a: ', 20_000)}1${times('}', 20_000)}\n`, 'T', REFUSED],
  ['mappings by indentation', `title: T\n${lines(400, (at) => `${' '.repeat(at)}a:`)}`, 'T', REFUSED],
  ['a key that is there twice', 'title: T\ntitle: U\n', 'U', REFUSED],
  ['quotes that are never closed', 'title: T\na: "b\n', 'T', REFUSED],
  ['tabs for indentation', 'title: T\na:\n\tb: c\n', 'T', REFUSED],
  ['a tag of Python', 'title: T\na: !!python/object/apply:os.system [ls]\n', 'T'],
  ['a tag of JavaScript', 'title: T\na: !!js/function "function () {}"\n', 'T'],
  ['keys that every object has', 'title: T\n__proto__: { a: 1 }\nconstructor: b\n', 'T'],
  ['a merge key', 'title: T\na: &a { b: 1 }\n<<: *a\n', 'T'],
  ['two documents', 'title: T\n...\n', 'T'],
  ['a directive', '%YAML 9.9\ntitle: T\n', 'T', REFUSED],
  ['a number beyond numbers', `title: T\na: ${times('9', 10_000)}\n`, 'T'],
  ['words that YAML takes for something else', 'title: no\na: .inf\nb: 0x7fffffffffffffffff\n', 'no'],
  ['control characters', 'title: T\na: \x07\0\n', 'T'],
  ['a list', '- title: T\n', undefined, REFUSED],
  ['a title that is a list', 'title: [T]\n', ['T']],
])('front matter: %s', (_, yaml, title, warning) => {
  expectRead(`---\n${yaml}---\n`, title, warning);
});

/** The same in the forms of Hugo and Eleventy. */
test.each<[name: string, frontMatter: string, title: unknown, warning?: typeof REFUSED]>([
  ['objects in objects', `{ "title": "T", "a":\n${times('{ "b":\n', 20_000)}1${times('}\n', 20_001)}`, 'T'],
  ['an object after each line', `{ "title": "T", "a": [\n${times('{}\n,', 20_000)}1 ] }\n`, 'T'],
  ['lists in lists', `{ "title": "T", "a": ${times('[', 20_000)}${times(']', 20_000)} }\n`, 'T'],
  ['braces in a text', `{ "title": "T", "a": "${times('}{', 20_000)}\\"" }\n`, 'T'],
  ['keys that every object has', '{ "title": "T", "__proto__": { "a": 1 } }\n', 'T'],
  ['TOML with tables in tables', `+++\ntitle = "T"\n[a${times('.b', 5000)}]\n+++\n`, 'T'],
  [
    'TOML with lists in lists',
    `+++\ntitle = "T"\na = ${times('[', 20_000)}${times(']', 20_000)}\n+++\n`,
    undefined,
    REFUSED,
  ],
  [
    'TOML with tables in braces',
    `+++\na = ${times('{ b = ', 20_000)}1${times(' }', 20_000)}\n+++\n`,
    undefined,
    REFUSED,
  ],
  ['TOML with 20,000 keys', `+++\ntitle = "T"\n${lines(20_000, (at) => `a${at} = ${at}`)}+++\n`, 'T'],
  ['TOML with a text of a megabyte', `+++\ntitle = "T"\na = """\n${times('b\n', 500_000)}"""\n+++\n`, 'T'],
  ['TOML with keys that every object has', '+++\ntitle = "T"\n[__proto__]\na = 1\n+++\n', 'T'],
  ['a program', '---js\nprocess.exit(1)\n---\n', undefined, REFUSED],
])('front matter of other forms: %s', (_, frontMatter, title, warning) => {
  expectRead(frontMatter, title, warning);
});

test.each<[name: string, start: string]>([
  ['objects that are never closed', `{ "a":\n${times('{ "b": 1\n', 20_000)}`],
  ['objects that are closed and a list that is not', `{ "a": [\n${times('{}\n,', 20_000)}`],
  ['braces at the end of each line', `{ "a": [\n${times('}\n', 50_000)}`],
  ['quotes without an end', `{ "a": "${times('\n"', 50_000)}`],
])('front matter that is text: %s', (_, start) => {
  const { values, bodyOffset } = readPageFrontMatter(start, 'a.md');
  expect([values, bodyOffset]).toEqual([{}, 0]);
});

function expectRead(frontMatter: string, title: unknown, warning: typeof REFUSED | undefined): void {
  const text = `${frontMatter}# After\n`;
  const { bodyOffset, values, diagnostics } = readPageFrontMatter(text, 'a.md');
  expect([text.slice(bodyOffset), values['title']]).toEqual(['# After\n', title]);
  expect(diagnostics.map(({ code }) => code)).toEqual(warning === undefined ? [] : [warning]);
  expect(({} as { a?: unknown }).a).toBeUndefined();
}
