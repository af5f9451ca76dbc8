import { describe, expect, it } from 'vitest';
import { type DialectName, dialectOf, proseMarkdown } from '../../../src/markdown/index.js';

const prose = (name: DialectName, body: string, withNotes = false): string =>
  proseMarkdown(body, dialectOf(name, 'page.md'), withNotes).trim();

describe('proseMarkdown', () => {
  it.each<[string, DialectName, string]>([
    ['containers', 'vitepress', ':::tip Before you start\nRead this.\n:::\n\nText.\n'],
    ['directives with a label', 'docusaurus', ':::note[Mind]\n\nRead this.\n\n:::\n\nText.\n'],
    ['admonitions', 'mkdocs', '!!! note "Mind"\n    Read this.\n\nText.\n'],
    [
      'shortcodes named for a note',
      'hugo',
      '{{< admonition type="note" >}}\n\nRead this.\n\n{{< /admonition >}}\n\nText.\n',
    ],
    ['titles of components', 'vitepress', '<Lesson href="x" title="A free lesson" />\n\nText.\n'],
  ])('leaves out %s', (_, name, body) => {
    expect(prose(name, body)).toBe('Text.');
  });

  it('has notes without their titles if asked', () => {
    expect(prose('vitepress', ':::tip Before you start\nRead this.\n:::\n', true)).toBe('Read this.');
    expect(prose('vitepress', ':::tip Before you start\nRead this.\n:::\n')).toBe('');
  });

  it('keeps what other containers and elements contain', () => {
    expect(prose('vitepress', '<div class="a">\n\nText.\n\n</div>\n')).toBe('Text.');
  });

  it('has the text of links that are only a label', () => {
    const definitions = '[the registry]: https://example.org\n[`run`]: run.md\n[code]: c.md\n';
    const body = `Ask [the\nRegistry] for [\`run\`], [more][code], not \`[code]\`, [none] or ![code].\n\n${definitions}`;
    expect(prose('mdbook', body)).toBe('Ask the\nRegistry for `run`, [more][code], not `[code]`, [none] or ![code].');
    expect(prose('none' as DialectName, body)).toContain('Ask the\nRegistry for `run`');
  });
});
