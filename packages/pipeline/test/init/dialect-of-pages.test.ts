import { describe, expect, test } from 'vitest';
import { dialectOfPages } from '../../src/init/dialect-of-pages.js';
import { planInit } from '../../src/init/plan-init.js';
import { memoryView } from './memory-view.js';

const HINT = '# Page\n\n{% hint style="info" %}\nText.\n{% endhint %}\n';
const DATA = '# Page\n\n{% data variables.product %} is {% ifversion ghes %}old{% endif %}.\n';
const MACRO = '# Page\n\nThe {{domxref("Tea")}} of {{ cssxref("leaf") }}.\n';
const SHOWN = '# Page\n\nAs in `{% include a %}`:\n\n```liquid\n{% include b %}\n```\n';
const NOTE = '# Note\n\nSee [[Other note|another]] and ![[picture.png]].\n';
const SUMMARY = '# Summary\n\n* [One](one.md)\n* [Two](two.md)\n';

function dialectOf(docsRoot: string, files: Readonly<Record<string, string>>): string | undefined {
  return dialectOfPages(memoryView(new Map(Object.entries(files))), { docsRoot });
}

describe('pages are written as what is around them says', () => {
  test.each<[string, string, string, Readonly<Record<string, string>>]>([
    [
      'a Jupyter Book',
      'myst',
      'book',
      { 'book/_config.yml': 'title: A', 'book/_toc.yml': 'root: one', 'book/one.md': '' },
    ],
    ['a site of MyST', 'myst', 'docs', { 'myst.yml': 'version: 1', 'docs/one.md': '' }],
    [
      'Sphinx with MyST',
      'myst',
      'docs/guide',
      { 'docs/conf.py': "extensions = ['myst_parser']", 'docs/guide/one.md': '' },
    ],
    ['Sphinx with notebooks', 'myst', '.', { 'conf.py': 'extensions = [\n  "myst_nb",\n]', 'one.md': '' }],
    ['the content of Nuxt', 'mdc', 'docs/content/en', { 'docs/nuxt.config.ts': '', 'docs/content/en/one.md': '' }],
    ['the folder around it', 'mdc', 'docs', { 'docs/nuxt.config.mjs': '', 'docs/content/one.md': '' }],
    ['a vault', 'obsidian', 'notes/deep', { 'notes/.obsidian/app.json': '{}', 'notes/deep/one.md': '' }],
    ['links between notes', 'obsidian', '.', { 'a.md': NOTE, 'b/c.md': NOTE, 'd.md': NOTE, 'README.md': '' }],
    ['a configuration of GitBook', 'gitbook', 'docs', { '.gitbook.yaml': 'root: ./docs/', 'docs/one.md': '' }],
    ['tags of Liquid', 'liquid', 'docs', { 'docs/one.md': DATA, 'docs/two.md': DATA, 'docs/deep/three.md': DATA }],
    ['macros of MDN', 'kumascript', 'files', { 'files/a.md': MACRO, 'files/b.md': MACRO, 'files/c.md': MACRO }],
    ['blocks of GitBook', 'gitbook', '.', { 'SUMMARY.md': SUMMARY, 'one.md': '', 'deep/two.md': HINT }],
  ])('%s', (_, dialect, docsRoot, files) => {
    expect(dialectOf(docsRoot, files)).toBe(dialect);
  });

  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['pages alone', 'docs', { 'docs/one.md': HINT }],
    ['a wiki of a forge', '.', { 'Home.md': NOTE, 'a.md': NOTE, 'b.md': NOTE }],
    [
      'lists in code',
      '.',
      { 'a.md': '```sh\nif [[ a ]]; then\n```\n', 'b.md': '`[[1]]`', 'c.md': '[[1]](x) [[2]](y)' },
    ],
    ['Liquid in code', 'docs', { 'docs/one.md': SHOWN, 'docs/two.md': SHOWN, 'docs/three.md': SHOWN }],
    ['an mdBook without its configuration', '.', { 'SUMMARY.md': SUMMARY, 'one.md': '{{#include two.md}} {% if a %}' }],
    ['Sphinx without markdown', 'docs', { 'docs/conf.py': "# 'myst_parser'\nextensions = []", 'docs/one.md': '' }],
    ['a configuration without a table of contents', '.', { '_config.yml': 'title: A', 'one.md': '' }],
    ['Nuxt without content', 'docs', { 'nuxt.config.ts': '', 'docs/one.md': '' }],
    ['docs next to the content of Nuxt', 'docs', { 'nuxt.config.ts': '', 'content/one.md': '', 'docs/one.md': '' }],
    ['a vault in another folder', 'docs', { 'notes/.obsidian/app.json': '{}', 'docs/one.md': '' }],
  ])('%s says nothing', (_, docsRoot, files) => {
    expect(dialectOf(docsRoot, files)).toBeUndefined();
  });
});

describe('init writes it into the settings of the site', () => {
  const settings = (files: Readonly<Record<string, string>>): string => {
    const counter = { name: 'words', count: (text: string) => text.split(' ').length } as never;
    const plan = planInit(memoryView(new Map(Object.entries(files))), { counter, now: new Date(0), nx: false });
    return plan.changes.find(({ path }) => path === 'topicmill.yaml')!.text;
  };

  test('of pages without a generator', () => {
    expect(settings({ 'docs/.obsidian/app.json': '{}', 'docs/one.md': '# One\n\nText.\n' })).toContain(
      'generator: none\n  dialect: obsidian\n',
    );
  });

  test('and not where a generator reads them', () => {
    const book = {
      'book.toml': '[book]\ntitle = "A"\n',
      'src/SUMMARY.md': SUMMARY,
      'src/one.md': HINT,
      'src/two.md': HINT,
    };
    expect(settings(book)).toContain('generator: mdbook');
    expect(settings(book)).not.toContain('dialect');
  });
});
