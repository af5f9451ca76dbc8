import { describe, expect, it } from 'vitest';
import { readHtmlPage, readHtmlText } from '../../src/html-pages/index.js';

function kindOf(content: string): string | undefined {
  const html = `<title>Pots</title><main>${content}</main>`;
  const { textless } = readHtmlPage(html);
  expect(readHtmlText(html).textless).toBe(textless);
  return textless;
}

const items = (item: (name: string) => string): string => ['ash', 'bone', 'clay', 'dung'].map(item).join('');

describe('what a page without a text of its own is', () => {
  it('is a list of links, whatever headings and labels are above them', () => {
    const links = items((name) => `<li><a href="${name}.html">All of ${name}</a></li>`);
    expect(kindOf(`<h1>Materials</h1><p><b>Table of Contents</b></p><ul>${links}</ul>`)).toBe('a list of links');
    expect(kindOf(`<h1>Materials</h1><p>What pots are made of, from the river to the kiln.</p><ul>${links}</ul>`)).toBe(
      undefined,
    );
    const described = items((name) => `<li><a href="${name}.html">${name}</a>: what is made of it</li>`);
    expect(kindOf(`<h1>Materials</h1><ul>${described}</ul>`)).toBe(undefined);
    expect(kindOf('<h1>Moved</h1><p><a href="new.html">It is here</a></p>')).toBe(undefined);
  });

  it('is an index whose headings are letters and whose items lead to what they name, unlike a glossary', () => {
    const members = items(
      (name) => `<h3>- ${name[0]} -</h3><ul><li>${name}() : <a href="${name}.html">Pot</a></li></ul>`,
    );
    expect(kindOf(`<div>Here is a list of all members:</div>${members}`)).toBe('an index');
    const terms = items(
      (name) => `<h2>${name[0]}</h2><dl><dt><a href="${name}.html">${name}()</a></dt><dd>Makes a pot.</dd></dl>`,
    );
    expect(kindOf(`<h1>Index</h1>${terms}`)).toBe('an index');
    const glossary = items(
      (name) => `<h2>${name[0]}</h2><dl><dt>${name}</dt><dd>See <a href="pots.html">pots</a>.</dd></dl>`,
    );
    expect(kindOf(`<h1>Glossary</h1>${glossary}`)).toBe(undefined);
  });

  it('is what a generator makes from all pages', () => {
    const rows = items(
      (name) => `<tr><td class="entry"><a href="${name}.html">${name}</a></td><td>A pot of it</td></tr>`,
    );
    expect(kindOf(`<div>Here are the classes:</div><table class="directory">${rows}</table>`)).toBe('an index');
    const modules = items(
      (name) => `<tr><td><a href="${name}.html">${name}</a></td><td><em>A pot of it</em></td></tr>`,
    );
    expect(kindOf(`<h1>Python Module Index</h1><table class="indextable modindextable">${modules}</table>`)).toBe(
      'an index',
    );
    const found = items(
      (name) => `<tr><td class="src">${name}</td><td class="module"><a href="${name}.html">Pot</a></td></tr>`,
    );
    expect(
      kindOf(
        `<div id="alphabet"><ul><li><a href="a.html">A</a></li></ul></div><div id="index"><table>${found}</table></div>`,
      ),
    ).toBe('an index');
    const text = `<p>${'The directory of this package has all of its parts, each in a file. '.repeat(4)}</p>`;
    expect(kindOf(`${text}<table class="directory">${rows}</table>`)).toBe(undefined);
  });

  it('is a form to search with, not an article with one at its end', () => {
    const form = '<form><input name="q"><input type="submit"></form>';
    expect(kindOf(`<h1>Search</h1><p>Only matches with all words are shown.</p>${form}`)).toBe('a search form');
    expect(kindOf(`<h1>Kilns</h1><p>${'Heat makes pots of clay. '.repeat(20)}</p>${form}`)).toBe(undefined);
  });
});
