import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it, vi } from 'vitest';
import { KnownInlines, renderMarkdown, renderParts } from '../../src/viewer/app/markdown/render-markdown.js';

const ALLOWED_TAGS =
  /^\/?(?:h[1-6]|p|ul|ol|li|blockquote|pre|code|em|strong|s|a|img|hr|br|table|thead|tbody|tr|th|td|div|button)$/;

function tagsOf(html: string): string[] {
  return Array.from(html.matchAll(/<(\/?[a-z0-9]+)/gi), ([, tag]) => tag!);
}

describe('a document', () => {
  it('has its own tags written out, never made', () => {
    const hostile = fc.stringMatching(
      /^(?:[<>"'&`=/ \n]|script|img|onerror|svg|a |href|javascript:|data:text\/html|!\[|\]\(|\)|\||#|- ){1,40}$/,
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const html = renderMarkdown(text, 'topic');
        expect(tagsOf(html).filter((tag) => !ALLOWED_TAGS.test(tag))).toEqual([]);
        expect(html).not.toMatch(/<[^>]*\s(?:on\w+|style)\s*=/i);
        expect(html).not.toMatch(/(?:href|src)="\s*(?:javascript|vbscript|data:text)/i);
      }),
      { numRuns: 500 },
    );
  });

  it('shows what plain tags mark, and those that are not closed as text', () => {
    const html = renderMarkdown('<code><b>http</b>_total</code> 1 < 2 <b>', 'topic');
    expect(html).toBe('<p><code><b>http</b>_total</code> 1 &lt; 2 &lt;b&gt;</p>\n');
    expect(renderMarkdown('<b onclick="x">a</b>', 'topic')).not.toContain('<b');
  });

  it('gives headings the ids that its links use, each once', () => {
    const [part] = renderParts('# One & `two`\n\n## Same\n\n## Same\n\n[down](#same-1)', [0], 'a/b');
    expect(part!.headings.map(({ id }) => id)).toEqual(['one--two', 'same', 'same-1']);
    expect(part!.html).toContain('<h2 id="heading-same-1">');
    expect(part!.html).toContain('href="#/a/b?at=same-1"');
    expect(part!.html).toContain('aria-label="Link to One &amp; two"');
  });
});

describe('a note', () => {
  const box = (title: string, text: string): string =>
    `<div class="note">\n<p class="note-title">${title}</p>\n<p>${text}</p>\n</div>\n`;

  it.each([
    ['!!! tip\n    Add ice.', box('Tip', 'Add ice.')],
    ['!!! warning "Hot &"\n\n    Mind it.\n\nAfter.', `${box('Hot &amp;', 'Mind it.')}<p>After.</p>\n`],
    ['Before\n???+ note\n    Add ice.', `<p>Before</p>\n${box('Note', 'Add ice.')}`],
    ['=== "Tea"\n    Steep.\n\n=== "Milk"\n    Warm.', box('Tea', 'Steep.') + box('Milk', 'Warm.')],
    [':::note\nMind it.\n:::', box('Note', 'Mind it.')],
    [':::tip[Ice `x`]\n\nAdd it.\n\n:::\nAfter.', `${box('Ice <code>x</code>', 'Add it.')}<p>After.</p>\n`],
    ['::: info Ice\nAdd it.\n:::', box('Ice', 'Add it.')],
    [
      '::::note\n:::tip\nAdd ice.\n:::\n::::',
      `<div class="note">\n<p class="note-title">Note</p>\n${box('Tip', 'Add ice.')}</div>\n`,
    ],
    ['!!! tip', '<p>!!! tip</p>\n'],
    [':::note\nNever closed.', '<p>:::note\nNever closed.</p>\n'],
    ['- Item\n\n    !!! tip\n        Add ice.', `<ul>\n<li>\n<p>Item</p>\n${box('Tip', 'Add ice.')}</li>\n</ul>\n`],
  ])('of %j is a box', (text, html) => {
    expect(renderMarkdown(text, '')).toBe(html);
  });

  it('goes on in the next part, without its title', () => {
    const parts = renderParts('!!! tip\n    line 1\n\n    line 3', [0, 3], '');
    expect(parts[1]!.html).toBe('<div class="note">\n<p>line 3</p>\n</div>\n');
  });
});

describe('a heading', () => {
  it.each([
    ['हिन्दी भाषा', 'हिन्दी-भाषा'],
    ['Cafe\u0301 au lait', 'cafe\u0301-au-lait'],
    ['C# & F#: what’s new?', 'c--f-whats-new'],
  ])('%s has the anchor of GitHub', (text, id) => {
    expect(renderParts(`# ${text}`, [0], '')[0]!.headings[0]!.id).toBe(id);
  });
});

describe('parts of a document', () => {
  const numbers = (html: string): string[] => html.match(/line \d+/g) ?? [];

  it('carry on with a list, numbered as in the whole', () => {
    const parts = renderParts('1. line 0\n2. line 1\n3. line 2\n4. line 3', [0, 2], '');
    expect(parts[0]!.html).toBe('<ol>\n<li>line 0</li>\n<li>line 1</li>\n</ol>\n');
    expect(parts[1]!.html).toBe('<ol start="3">\n<li>line 2</li>\n<li>line 3</li>\n</ol>\n');
  });

  it('carry on within an item, which is not numbered twice', () => {
    const parts = renderParts('- line 0\n\n  line 2\n- line 3', [0, 2], '');
    expect(parts[1]!.html).toMatch(/^<ul>\n<li class="continued">\s*<p>line 2<\/p>/);
  });

  it('carry on with a table', () => {
    const parts = renderParts('| a | b |\n| - | -: |\n| line 2 | x |\n| line 3 | y |', [0, 3], '');
    expect(numbers(parts[0]!.html)).toEqual(['line 2']);
    expect(parts[1]!.html).toMatch(/<table>\s*<tbody>\s*<tr>\s*<td>line 3<\/td>\s*<td class="align-right">y<\/td>/);
  });

  it('leave a paragraph whole where it begins', () => {
    const parts = renderParts('line 0\nline 1\n\nline 3', [0, 1, 3], '');
    expect(parts.map(({ html }) => numbers(html))).toEqual([['line 0', 'line 1'], [], ['line 3']]);
    expect(parts[1]!.html).toBe('');
  });

  it('hold every line once and in order, wherever they are cut', () => {
    const line = fc.constantFrom(
      'text',
      '- item',
      '  more',
      '1. item',
      '> quote',
      '| a | b |',
      '| - | - |',
      '',
      '# H',
      '    code',
      '```',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 25 }), fc.array(fc.nat({ max: 24 }), { maxLength: 4 }), (lines, cuts) => {
        const text = lines.map((each, at) => (/^$|```|\| - /.test(each) ? each : `${each} line ${at}`)).join('\n');
        const whole = renderParts(text, [0], '')[0]!.html;
        const firstLines = [0, ...[...new Set(cuts)].filter((cut) => cut > 0).sort((a, b) => a - b)];
        const parts = renderParts(text, firstLines, '');
        expect(parts).toHaveLength(firstLines.length);
        expect(parts.flatMap(({ html }) => numbers(html))).toEqual(numbers(whole));
        for (const { html } of parts) {
          const open: string[] = [];
          for (const tag of tagsOf(html).filter((each) => !/^(?:hr|br|img)$/.test(each))) {
            if (tag.startsWith('/')) expect(open.pop()).toBe(tag.slice(1));
            else open.push(tag);
          }
          expect(open).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a document that was rendered before', () => {
  it('is the same as a new one, whatever was changed', () => {
    const line = fc.constantFrom(
      '# One `two`',
      '## Same',
      'A [link](b/) and <b>bold</b> ![picture](p.png)',
      '[to][ref] \\* a &amp; b',
      '[ref]: c.md',
      '[ref]: ../d/',
      '- item [x](#same)',
      '| a | [b](c) |',
      '| - | - |',
      '!!! tip "Title `x`"',
      '    indented',
      '',
    );
    const lines = fc.array(line, { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, lines, (one, two, three) => {
        const known = new KnownInlines();
        for (const each of [one, two, three, one]) {
          const parts = [0, 3, 6].filter((at) => at <= each.length);
          const text = each.join('\n');
          expect(renderParts(text, parts, 'a/b', known)).toEqual(renderParts(text, parts, 'a/b'));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is parsed again only where it was changed', () => {
    const parse = vi.spyOn(
      Object.getPrototypeOf(new MarkdownIt().inline) as InstanceType<typeof MarkdownIt>['inline'],
      'parse',
    );
    const textOf = (edited: string) =>
      Array.from({ length: 100 }, (_, at) => `## Section ${at}\n\n${at === 50 ? edited : `Text ${at}.`}\n`).join('\n');
    const known = new KnownInlines();
    renderParts(textOf('before'), [0], 'a', known);
    expect(parse).toHaveBeenCalledTimes(200);
    expect(renderParts(textOf('after'), [0], 'a', known)[0]!.html).toContain('<p>after</p>');
    expect(parse).toHaveBeenCalledTimes(201);
    parse.mockRestore();
  });
});
