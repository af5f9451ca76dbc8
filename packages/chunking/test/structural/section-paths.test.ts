import { describe, expect, test } from 'vitest';
import { chunkSync } from '../../src/index.js';
import { tokenCounter, words } from './staged.js';

const chunked = (text: string) => chunkSync(text, { fileTitle: 'Guide', tokenCounter }).chunks;
const prose = (count: number, topic: string) =>
  Array.from({ length: count }, (_, i) => `Sentence ${i} about ${topic} says that it is what it is.`).join(' ');

describe('a chunk that starts inside a section', () => {
  test.each([35, 40, 50, 65, 80, 100])('does not go on with the next one of its level (%i sentences)', (count) => {
    const text = `# Guide\n\n## Tea\n\n${prose(count, 'tea')}\n\n## Coffee\n\n${prose(12, 'coffee')}\n`;
    for (const { originalText, headerPath } of chunked(text)) {
      if (headerPath.at(-1) === 'Tea' && !originalText.startsWith('#')) expect(originalText).not.toContain('## Coffee');
    }
  });

  test('may go on with the sections below it', () => {
    const text = `# Guide\n\n${prose(40, 'tea')}\n\n${words(20)}\n\n## Green\n\n${words(30)}\n\n## Black\n\n${words(30)}\n`;
    expect(chunked(text).at(-1)!.headerPath).toEqual(['Guide']);
  });
});

describe('a reference to a footnote', () => {
  const paths = (text: string) => chunked(text).map(({ headerPath, headerSlugs }) => [headerPath, headerSlugs]);

  test('is a number in the anchor and nothing in the path', () => {
    const text = `# Water[^b]\n\n${words(400)}\n\n# Tea [^A]\n\n${words(400)}\n\n[^a]: One.\n[^b]: Two.\n`;
    expect(paths(text)).toEqual([
      [['Water'], ['water1']],
      [['Tea'], ['tea-2']],
    ]);
  });

  test('is text in code, and without a definition', () => {
    expect(paths('# Tea `[^a]`\n\nText.\n\n[^a]: One.\n')[0]).toEqual([['Tea [^a]'], ['tea-a']]);
    expect(paths('# Tea[^a]\n\nText.\n')[0]).toEqual([['Tea[^a]'], ['teaa']]);
  });
});

describe('a heading that is written as HTML', () => {
  test('is part of the path, with its id or the anchor of its text', () => {
    const text = `<h1 align="center">Tea &amp; <b>coffee</b></h1>\n\n${words(80)}\n\n<h2 id="how">How</h2>\n\n${words(400)}\n\n## How\n\n${words(400)}\n`;
    const found = chunked(text).map(({ headerPath, headerSlugs, headerDepths }) => ({
      headerPath,
      headerSlugs,
      headerDepths,
    }));
    expect(found[0]!.headerPath).toEqual(['Tea & coffee']);
    expect(found).toContainEqual({
      headerPath: ['Tea & coffee', 'How'],
      headerSlugs: ['tea--coffee', 'how'],
      headerDepths: [1, 2],
    });
    expect(found.at(-1)!.headerSlugs).toEqual(['tea--coffee', 'how-1']);
  });

  test.each([
    ['an element', '<div align="center">\n<h2>Coffee</h2>\n</div>'],
    ['elements with a picture', '<div>\n<p><img src="logo.png"></p>\n<h2>Coffee</h2>\n</div>'],
    ['a summary', '<details>\n<summary><h2>Coffee</h2></summary>'],
    ['an element with text below it', '<div>\n<!-- why -->\n<h2>Coffee</h2>\n<p>Hot.</p>\n</div>'],
  ])('is not taken into the section before it in %s', (_, heading) => {
    for (const count of [35, 40, 50, 65, 80, 100]) {
      const text = `# Guide\n\n## Tea\n\n${prose(count, 'tea')}\n\n${heading}\n\n${prose(40, 'coffee')}\n`;
      const found = chunked(text).filter(({ originalText }) => originalText.includes('<h2>Coffee'));
      expect(found.map(({ headerPath }) => headerPath)).toEqual([['Guide', 'Coffee']]);
      expect(found[0]!.originalText).toContain('about coffee');
    }
  });

  test('counts inside of other elements, and not in comments or without a text', () => {
    const text = `<div>\n<h1><img src="a.png"></h1>\n<!-- <h1>Old</h1> -->\n<h2>New</h2>\n</div>\n\n${words(400)}\n\n${words(400)}`;
    expect(chunked(text).at(-1)!.headerPath).toEqual(['New']);
  });

  test('stays with the text below it', () => {
    const sections = Array.from({ length: 8 }, (_, i) => `<h2>Part ${i}</h2>\n\n${words(180)}`).join('\n\n');
    for (const { originalText } of chunked(sections)) expect(originalText).not.toMatch(/<\/h2>\s*$/);
  });
});
