import { describe, expect, it } from 'vitest';
import { dialectOf, readableMarkdown, scanMarkdown, withoutHeadingId } from '../../../src/markdown/index.js';

describe('headings with attributes', () => {
  it.each([
    ['mkdocs', '## Tea ## {: #my-tea }', 'Tea', 'my-tea'],
    ['mkdocs', '## Tea {: #my-tea } ##', 'Tea', 'my-tea'],
    ['mkdocs', '## Tea ### { .big }', 'Tea', undefined],
    ['mkdocs', '## C# {: .big }', 'C', undefined],
    ['jekyll', '## Tea ## {#my-tea}', 'Tea', 'my-tea'],
    ['markdown', '## Tea {#my-tea .big}', 'Tea', 'my-tea'],
    ['markdown', '## Tea {: .big }', 'Tea', undefined],
    ['markdown', '## {#if}', '{#if}', undefined],
    ['docusaurus', '## Tea ## {#my-tea}', 'Tea ##', 'my-tea'],
    ['docfx', '## <a name="my tea"></a> Tea', 'Tea', 'my tea'],
    ['docfx', '## <a id="my-tea"></a>', '', undefined],
    ['docfx', '## Tea <a name="my-tea"></a>', 'Tea', undefined],
  ] as const)('of %s: %s', (name, text, title, id) => {
    const scan = scanMarkdown(`${text}\n`, { dialect: dialectOf(name, 'a.md') });
    expect(scan.headings.map((heading) => [heading.text, heading.id])).toEqual([[title, id]]);
  });
});

it.each([
  ['Tea {#my-tea}', 'Tea'],
  ['Tea {: #my-tea .big }', 'Tea'],
  ['Tea { .big }', 'Tea'],
  ['Tea {/* #my-tea */}', 'Tea'],
  ['Tea <!-- #my-tea -->', 'Tea'],
  ['Tea [#my-tea]', 'Tea'],
  ['Tea [#12]', 'Tea [#12]'],
  ['Tea {% raw %}', 'Tea {% raw %}'],
])('of any dialect is taken off: %s', (heading, title) => {
  expect(withoutHeadingId(heading)).toBe(title);
});

it.each([
  ['Boil {{< tip text="clean water" >}} first.', 'Boil clean water first.'],
  ['Boil ({{< tip text="clean water" >}}) first.', 'Boil ( clean water ) first.'],
  ['{{< tip text="Clean" >}}{{< tip text="water" >}}', 'Clean water'],
])('texts of parameters are apart from words by one space: %s', (text, expected) => {
  expect(readableMarkdown(`${text}\n`, dialectOf('hugo', 'a.md')).trim()).toBe(expected);
});
