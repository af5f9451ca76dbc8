import { describe, expect, it } from 'vitest';
import { describePage, describeReference } from '../../src/formats/index.js';

const descriptionOf = (body: string, ...prose: string[]) =>
  describePage(body, {}, prose.length === 0 ? undefined : prose).description;

describe('describePage', () => {
  it.each([
    ['an item of a list', 'It has\n- one\n- two\n', 'It has'],
    ['a numbered item', 'Do this:\n1. one\n', 'Do this:'],
    ['a quote', 'He said:\n> Yes.\n', 'He said:'],
  ])('ends a paragraph before %s', (_, paragraph, description) => {
    expect(descriptionOf(`# T\n\n${paragraph}`)).toBe(description);
  });

  it('does not end one before what only looks like an item', () => {
    expect(descriptionOf('# T\n\nThe sum of 1\n- and\n2. is three.\n')).toBe('The sum of 1');
    expect(descriptionOf('# T\n\nIt was in\n1998. It rained.\n')).toBe('It was in 1998. It rained.');
  });

  it('describes by the first text that has a paragraph', () => {
    expect(descriptionOf('# T\n\nTitle of a note\n\nNote.\n', '# T\n\n## Two\n\nText.\n', '# T\n\nNote.\n')).toBe(
      'Note.',
    );
    expect(descriptionOf('# T\n\nNote.\n', '# T\n\nText.\n', '# T\n\nNote.\n')).toBe('Text.');
  });

  it.each([
    ['a label above the title', '(kiln-care)=\n# Kilns\n\nHot.\n', 'Kilns', 'Hot.'],
    ['a label above the text', '# Kilns\n\n(kiln:care/2)=\nHot.\n(more)=\nCold.\n', 'Kilns', 'Hot.'],
    ['a label that is all', '# Kilns\r\n\r\n(kiln)=\r\n\r\n## More\r\n', 'Kilns', ''],
    ['roles', '# The {term}`kiln`\n\nSee {ref}`its care <kiln-care>`.\n', 'The kiln', 'See its care.'],
    ['no label', '# f(x)\n\n(a) = 1 is hot.\n', 'f(x)', '(a) = 1 is hot.'],
  ])('passes over markup of MyST: %s', (_, body, title, description) => {
    expect(describePage(body, {})).toEqual({ title, description });
  });

  it('takes a page that starts with a label and its title for one that starts with the title', () => {
    expect(describePage('(kiln)=\n\n# Kilns\n\nHot.\n', { title: 'Kilns' }).description).toBe('Hot.');
  });

  it.each([
    ['a link', 'The [kiln](/kiln/ "Hot") of (2)', 'The kiln of (2)'],
    ['an image', '![x](a.png) Kilns', 'Kilns'],
    ['code', '`kiln --hot` and `` a`b ``', 'kiln --hot and a`b'],
    ['markup that code has', '`*a*` and `{{< b >}}`', '*a* and {{< b >}}'],
    ['emphasis', '**Hot:** *kilns*, _very hot_ ~~cold~~ ones', 'Hot: kilns, very hot cold ones'],
    ['a link that is emphasized', '**[Kilns](a.md)**', 'Kilns'],
    ['an element', '<code>kiln</code>s', 'kilns'],
    ['shortcodes', 'Kilns {{< param "v" >}} of {{% clay %}}', 'Kilns of'],
    ['the text of a shortcode', 'A {{< tooltip text="Kiln" id="k" >}}', 'A Kiln'],
    ['tags of Liquid', 'About {% data kiln %}kilns', 'About kilns'],
  ])('takes titles and descriptions of front matter without %s', (_, written, text) => {
    expect(describePage('# Heading\n', { title: written, description: written })).toEqual({
      title: text,
      description: text,
    });
    expect(describeReference(`---\ntitle: ${JSON.stringify(written)}\n---\n`, 'a').title).toBe(text);
  });

  it.each([
    '__init__ and _private',
    '*args and **kwargs',
    '*.js and *.ts',
    'docs/**/*.md and src/**',
    '2 * 3 * 4 and 2*3*4',
    'The <video> element and List<T>',
    'The <a> and <b> elements',
    '[draft] a[0][1]',
    'snake_case_name and _id_',
    'C:\\*kiln* \\*',
    'Braces: {{ kiln }}, {kiln} and {{</* kiln */>}}',
    '~/kiln and ~~',
    'a ` b',
  ])('takes them as they are where nothing is markup for certain: %s', (written) => {
    expect(describePage('', { title: written }).title).toBe(written);
  });

  it('takes the heading, and the first paragraph, where nothing is left', () => {
    const only = '{{< title >}}';
    expect(describePage('# Kilns\n\nHot.\n', { title: only, description: only })).toEqual({
      title: 'Kilns',
      description: 'Hot.',
    });
  });

  it.each(['`', '[', '![', '*a', '_a b', '<a>', '{{<', '{%', '~~a', '](', '*'])('reads any length: %s', (piece) => {
    const { title } = describePage('', { title: piece.repeat(5_000) });
    expect(title.length).toBeGreaterThan(0);
    expect(describePage('', { title: piece.repeat(900) }).title.length).toBeGreaterThan(0);
  });

  it('takes the title from the whole text', () => {
    expect(describePage('# Title\n', {}, ['Text.\n'])).toEqual({ title: 'Title', description: 'Text.' });
  });
});
