import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownOf, readHtmlPage, readHtmlText } from '../../src/html-pages/index.js';

function markdown(body: string, selectors: readonly string[] = []): string {
  return markdownOf(readHtmlPage(`<!doctype html><html><body>${body}</body></html>`, selectors).blocks);
}

describe('the main content of a page', () => {
  it.each([
    [
      'is what the page marks for search',
      '<p>Out.</p><div data-pagefind-body><p>In. <b data-pagefind-ignore>Not.</b></p></div>',
      'In.\n',
    ],
    ['is that of its generator', '<main><p>Out.</p><div class="doc"><p>In.</p></div></main>', 'In.\n'],
    ['is its main element', '<header><p>Kiln</p></header><main><p>In.</p></main><footer>Imprint</footer>', 'In.\n'],
    [
      'is without navigation and buttons',
      '<main><nav><a href="/">Home</a></nav><p>In.</p><button>Copy</button></main>',
      'In.\n',
    ],
    ['is without what is hidden', '<main><p hidden>No.</p><p aria-hidden="true">No.</p><p>In.</p></main>', 'In.\n'],
    [
      'is without navigation in capitals, as older generators have it, and lists of its own headings',
      '<div class="NAVHEADER"><a href="a.html">Prev</a></div><div class="toc"><a href="#b">B</a></div><div class="contents local"><p>Contents</p><a href="#clay-and-fire">Clay and fire</a></div><p>In.</p>',
      'In.\n',
    ],
    [
      'is without links to the pages around it, whatever their block is called',
      '<div class="header"><p>Next: <a href="#a" rel="next">Ash</a>, Up: <a href="#t" rel="up">Top</a> [<a href="#i" rel="index">Index</a>]</p></div><p>In. See the <a rel="next" href="b.html">next page</a> about bone.</p>',
      'In. See the [next page](b.html) about bone.\n',
    ],
    [
      'has sections that are called after frames',
      '<section id="footer"><h2>Footer</h2><p>In.</p></section><h2><a id="footer">More</a></h2><h2 id="toc">TOC</h2><div id="footer"><h4>Out</h4></div>',
      '## Footer {#footer}\n\nIn.\n\n## More {#footer}\n\n## TOC {#toc}\n',
    ],
    [
      'is without bars and panels of navigation',
      '<div class="navbar"><a href="up.html">Up</a></div><p>In.</p>',
      'In.\n',
    ],
    [
      'has lists of other pages, which are what it is about',
      '<h1>Glazes</h1><div class="toc"><dl><dt><a href="ash.html">Ash</a> — of wood</dt></dl></div>',
      '# Glazes\n\n- [Ash](ash.html) — of wood\n',
    ],
    [
      'is without links to sources, and with what is declared',
      '<p class="src">fire :: Clay <a class="link" href="src/a.html">Source</a></p><p>In. <a class="src" href="a.rs">source</a></p>',
      'fire :: Clay [Source](src/a.html)\n\nIn.\n',
    ],
    [
      'is without scripts and styles',
      '<main><script>alert(1)</script><style>p{}</style><template><p>No.</p></template><p>In.</p></main>',
      'In.\n',
    ],
  ])('%s', (_, body, expected) => {
    expect(markdown(body, ['.doc'])).toBe(expected);
  });
});

it('is where the generator of the page puts it', () => {
  const antora = `<html><head><meta name="generator" content="Antora 3.1.9"></head><body class="article"><div class="body">
<div class="nav-container" data-component="kiln"><aside class="nav"><nav class="nav-menu"><a href="../">Kiln</a></nav></aside></div>
<main class="article"><div class="toolbar" role="navigation"><div class="edit-this-page"><a href="file:///x">Edit this Page</a></div></div>
<div class="content"><aside class="toc sidebar" data-title="Contents"><div class="toc-menu">Contents</div></aside>
<article class="doc"><h1 class="page">Glazes</h1>
<div id="preamble"><div class="sectionbody"><div class="paragraph"><p>Glass on clay.</p></div></div></div>
<div class="sect1"><h2 id="_ash"><a class="anchor" href="#_ash"></a>Ash</h2><div class="sectionbody">
<div class="admonitionblock warning"><table><tr><td class="icon"><i class="fa icon-warning" title="Warning"></i></td>
<td class="content">Dust harms.</td></tr></table></div>
<div class="dlist"><dl><dt class="hdlist1">Cone</dt><dd><p>A measure.</p></dd></dl></div></div></div>
<nav class="pagination"><span class="next"><a href="b.html">Next</a></span></nav></article><p>Not the text.</p></div></main></div></body></html>`;
  expect(markdownOf(readHtmlPage(antora).blocks)).toMatchInlineSnapshot(`
    "# Glazes

    Glass on clay.

    ## Ash {#_ash}

    > **Warning**
    >
    > Dust harms.

    - Cone

      A measure.
    "
  `);
  expect(readHtmlText(antora).blocks).toEqual([
    'Glazes',
    'Glass on clay.',
    'Ash',
    'Warning',
    'Dust harms.',
    'Cone',
    'A measure.',
  ]);
});

it.each([
  [
    'Asciidoctor, whose titles are not in the content',
    'Asciidoctor 2.0',
    '<div id="header"><h1>Glazes</h1></div><div id="content"><p>Glass.</p></div><div id="footer"><p>2026</p></div>',
  ],
  [
    'a theme of Sphinx',
    'Docutils 0.19: https://docutils.sourceforge.io/',
    '<div class="menu"><p>Menu</p></div><div class="docs-body"><section id="g"><h1>Glazes</h1><p>Glass.</p></section></div>',
  ],
])('is found in HTML of %s', (_, generator, body) => {
  const { blocks } = readHtmlPage(
    `<html><head><meta name="generator" content="${generator}"></head><body>${body}</body></html>`,
  );
  expect(blocks.map(({ title, markdown: text }) => title ?? text)).toEqual(['Glazes', 'Glass.']);
});

describe('a heading has the id', () => {
  it.each([
    ['that it has itself', '<h2 id="fire">Fire</h2>'],
    [
      'of the section that it opens, as in Sphinx',
      '<section id="fire"><h2>Fire<a class="headerlink" href="#fire">¶</a></h2></section>',
    ],
    ['of an empty anchor before it', '<a name="fire"></a><h2>Fire</h2>'],
    ['of an anchor in it', '<h2><a id="fire" class="anchor" aria-hidden="true" href="#fire">#</a>Fire</h2>'],
    ['of an anchor around it', '<a name="fire"><h2>Fire</h2></a>'],
    ['of its own link, not of what is around it', '<div id="all"><h2>Fire<a href="#fire" id="fire">#</a></h2></div>'],
    ['of an anchor before it in a list for layout', '<ul><li><a id="fire"><!-- --></a><h2>Fire</h2></li></ul>'],
    ['of an anchor before it, on one line', '<a id="fire"></a><h2><br>Fire</h2>'],
    ['of a span in it, as in older manuals', '<h2>Fire <span id="fire"></span></h2>'],
  ])('%s', (_, body) => {
    expect(readHtmlPage(`<main>${body}<p>Hot.</p></main>`).blocks[0]).toEqual({
      markdown: '## Fire {#fire}',
      level: 2,
      title: 'Fire',
      id: 'fire',
    });
  });

  it('of no box that ended without a text before it', () => {
    expect(markdown('<div id="sidebar"></div><h1>Ash</h1><a id="b"></a><h2>Bone</h2>')).toBe('# Ash\n\n## Bone {#b}\n');
  });

  it('of the text as a whole not', () => {
    expect(readHtmlPage('<main id="text"><h1>Fire</h1></main>').blocks[0]!.id).toBeUndefined();
  });

  it('of no section whose text has begun before it', () => {
    const { blocks } = readHtmlPage('<main><section id="clay"><p>Soft.</p><h2>Fire</h2></section></main>');
    expect(blocks[1]).toEqual({ markdown: '## Fire', level: 2, title: 'Fire' });
  });
});

describe('what keeps its meaning', () => {
  it.each([
    [
      'blocks in the cells of a table',
      '<table><tr><th>A</th><th>B</th></tr><tr><td>\n<p>one</p>\n<p>two</p></td><td><ul><li><p>x</p></li><li>y</li></ul></td></tr><tr><td>C<ol start="3"><li>z</li></ol>end</td><td><dl><dt>k</dt><dd>v</dd></dl></td></tr></table>',
      '| A | B |\n| - | - |\n| one two | - x - y |\n| C 3. z end | k v |\n',
    ],
    [
      'lists in columns',
      '<table><tr><td><ul><li>x</li></ul></td><td><ul><li>y</li></ul></td></tr></table>',
      '- x\n\n- y\n',
    ],
    ['blocks in a summary', '<summary><p>One.</p><pre>x</pre></summary>', 'One.\n\n```\nx\n```\n'],
    [
      'code with the language of its class',
      '<pre><code class="language-ts">a &lt; b\n</code></pre>',
      '```ts\na < b\n```\n',
    ],
    [
      'code with the language around it',
      '<div class="highlight-python notranslate"><div class="highlight"><pre><span>a</span> = 1\n</pre></div></div>',
      '```python\na = 1\n```\n',
    ],
    [
      'code in lines that are elements',
      '<pre data-language="sh"><code><div class="line">a</div><div class="line">b</div></code></pre>',
      '```sh\na\nb\n```\n',
    ],
    [
      'code with line numbers in a column',
      '<table class="highlighttable"><tr><td class="linenos"><pre>1</pre></td><td class="code"><pre>a\n</pre></td></tr></table>',
      '```\na\n```\n',
    ],
    [
      'cells over several rows',
      '<table><tr><th>A</th><th>B</th></tr><tr><td rowspan="2">x</td><td>1</td></tr><tr><td>2</td></tr></table>',
      '| A | B |\n| - | - |\n| x | 1 |\n| x | 2 |\n',
    ],
    [
      'cells over several columns',
      '<table><tr><th colspan="2">A</th></tr><tr><td>1</td><td>2</td></tr></table>',
      '| A | A |\n| - | - |\n| 1 | 2 |\n',
    ],
    ['details with their summary', '<details><summary>More</summary><p>Inside.</p></details>', 'More\n\nInside.\n'],
    [
      'tabs with their labels',
      '<div role="tablist"><button role="tab">npm</button><button role="tab">yarn</button></div><div role="tabpanel"><p>One.</p></div><div role="tabpanel" hidden><p>Two.</p></div>',
      '**npm**\n\nOne.\n\n**yarn**\n\nTwo.\n',
    ],
    ['terms with their definitions', '<dl><dt>Clay</dt><dd>Earth.</dd></dl>', '- Clay\n\n  Earth.\n'],
    [
      'mathematics as TeX',
      '<p>So <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math>.</p>',
      'So `x_1`.\n',
    ],
    ['images by what stands for them', '<p><img src="a.png" alt="A kiln"></p>', '![A kiln](a.png)\n'],
    [
      'a table with its caption',
      '<table><caption>Glazes</caption><tr><th>A</th></tr><tr><td>1</td></tr></table>',
      'Glazes\n\n| A |\n| - |\n| 1 |\n',
    ],
    ['a heading of two lines', '<h2>Uses of<br>Clay</h2>', '## Uses of Clay\n'],
    [
      'code without links to where it is described',
      '<pre>fire()<span class="viewcode-back">[docs]</span></pre>',
      '```\nfire()\n```\n',
    ],
    ['keys', '<p>Press <kbd>Esc</kbd>.</p>', 'Press `Esc`.\n'],
  ])('%s', (_, body, expected) => {
    expect(markdown(`<main>${body}</main>`)).toBe(expected);
  });
});

describe('a page says of itself', () => {
  const HEAD =
    '<title>Glaze — Kiln</title><meta name="description" content="All  about glaze."><link rel="canonical" href="https://kiln.example/glaze/"><meta name="generator" content="Sphinx 7"><link rel="alternate" hreflang="de" href="/de/glaze/"><meta name="docsearch:version" content="2.0">';
  const page = readHtmlPage(
    `<html lang="en" dir="ltr"><head>${HEAD}</head><body><nav aria-label="breadcrumb"><ol><li>Docs</li><li>Firing »</li></ol></nav><main><p>Text.</p></main><a href="https://forge.example/kiln/kiln/edit/main/docs/glaze.md">Edit this page</a></body></html>`,
  );

  it('its title, where its text has sections of level 1', () => {
    const page = (title: string): string =>
      `<head><title>${title}</title></head><h1>Kiln Manual</h1><main><h1>Ash</h1><p>Grey.</p><h1>Bone</h1><p>White.</p></main>`;
    expect(readHtmlPage(page('Kiln Manual')).title).toBe('Kiln Manual');
    expect(readHtmlPage(page('Ash - Kiln Manual')).title).toBe('Ash');
  });

  it('title, description, language, addresses, version and parents', () => {
    expect(page).toMatchObject({
      title: 'Glaze — Kiln',
      description: 'All about glaze.',
      language: 'en',
      direction: 'ltr',
      canonical: 'https://kiln.example/glaze/',
      generator: 'Sphinx 7',
      version: '2.0',
      isHidden: false,
      alternates: [{ language: 'de', href: '/de/glaze/' }],
      breadcrumb: ['Docs', 'Firing'],
      editLink: 'https://forge.example/kiln/kiln/edit/main/docs/glaze.md',
    });
  });

  it('that it is not to be found, or only leads elsewhere', () => {
    expect(readHtmlPage('<meta name="robots" content="noindex, follow">').isHidden).toBe(true);
    expect(readHtmlPage('<meta http-equiv="refresh" content="0; url=../new/">').redirect).toBe('../new/');
    const javadoc = '<head><noscript><meta http-equiv="Refresh" content="0;api/start.html"></noscript></head>';
    expect(readHtmlPage(javadoc).redirect).toBe('api/start.html');
  });
});

const TEXT = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ._*#<>&`[\]()|~-]{0,30}$/);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

it('no word of a paragraph, heading, item or cell is lost', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('p', 'h2', 'li', 'td', 'pre', 'dd', 'blockquote'), TEXT)),
      (parts) => {
        const body = parts.map(([name, text]) => {
          const inner = `<${name}>${escaped(text)}</${name}>`;
          if (name === 'li') return `<ul>${inner}</ul>`;
          if (name === 'dd') return `<dl><dt>t</dt>${inner}</dl>`;
          return name === 'td' ? `<table><tr>${inner}</tr></table>` : inner;
        });
        const written = markdown(`<main>${body.join('')}</main>`)
          .replaceAll('\\', '')
          .replaceAll('&#x20;', ' ');
        for (const [, text] of parts)
          for (const word of text.match(/[A-Za-z0-9]+/g) ?? []) expect(written).toContain(word);
      },
    ),
  );
});

it('anything is read, however deep, and the same each time', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '<div>',
          '</div>',
          '<table>',
          '<td rowspan=9>',
          '<pre>',
          '<h1 id=a>',
          '<li>',
          '<a id=b>',
          'x',
          '<p',
          '&',
          '<dl><dd>',
          '</html>',
        ),
      ),
      (parts) => {
        const html = parts.join('');
        expect(readHtmlPage(html)).toEqual(readHtmlPage(html));
      },
    ),
  );
  expect(markdown(`${'<div>'.repeat(3000)}deep`)).toBe('deep\n');
});

describe('what would take too long', () => {
  const unclosed = (count: number): string =>
    Array.from({ length: count }, (_, at) => `<p><b id="${at}">x</p>`).join('');

  it.each([
    ['a page that is too long', ' '.repeat(32_000_001)],
    ['formatting that is never closed, and repeated in each paragraph', unclosed(3000)],
  ])('is refused: %s', (_, html) => {
    expect(() => readHtmlPage(html)).toThrow(expect.objectContaining({ code: 'HTML_TOO_LARGE' }));
  });

  it('is read where it is only deep, without what is not text', () => {
    const deep = `${'<div>'.repeat(100_000)}<script>no()</script>deep`;
    expect(markdown(`<main>${deep}</main>`)).toBe('deep\n');
  });
});
