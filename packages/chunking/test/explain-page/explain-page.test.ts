import { describe, expect, it } from 'vitest';
import { explainPage } from '../../src/explain-page/index.js';
import { GUIDE, semantic, structural, twoTier } from './sample-pages.js';

const guide = { text: GUIDE, name: 'guide.md', title: 'Guide' };

function plainText(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** The text that a pane shows, white space left out. */
function paintedText(page: string, paneId: string): string {
  const from = page.indexOf(`<section class="pane" id="${paneId}"`);
  const next = page.indexOf('<section class="pane"', from + 1);
  const pane = page.slice(from, next === -1 ? page.indexOf('</main>') : next);
  const spans = [...pane.matchAll(/<span data-o="\d+"[^>]*>([^<]*)<\/span>/g)];
  return plainText(spans.map(([, text]) => text).join('')).replace(/\s/g, '');
}

describe('the page of a document', () => {
  it.each([
    ['semantic', semantic],
    ['structural', structural],
    ['two-tier', twoTier],
  ])('paints every character once for %s', async (_, explain) => {
    const page = explainPage(guide, await explain(GUIDE), await structural(GUIDE));
    expect(paintedText(page, 'a')).toBe(GUIDE.replace(/\s/g, ''));
    expect(paintedText(page, 'b')).toBe(GUIDE.replace(/\s/g, ''));
  });

  it('loads nothing and says so', async () => {
    const page = explainPage(guide, await semantic(GUIDE), await twoTier(GUIDE));
    expect(page).not.toMatch(/(?:src|href)="(?!#)/);
    expect(page).not.toMatch(/url\(|@import|https?:/);
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"`);
  });

  it('is the same for the same document', async () => {
    expect(explainPage(guide, await structural(GUIDE))).toBe(explainPage(guide, await structural(GUIDE)));
  });

  it('has one pane and no switch for one strategy', async () => {
    const page = explainPage(guide, await structural(GUIDE));
    expect(page.match(/class="pane"/g)).toHaveLength(1);
    expect(page).not.toContain('<button type="button" aria-controls');
  });

  it('shows text that looks like markup as text', async () => {
    const text = '# </script><script>alert(1)</script>\n\n<img src=x onerror="alert(2)"> &amp; "quoted"\n';
    const page = explainPage({ text, name: '<b>.md', title: '"><i>' }, await semantic(text), await structural(text));
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<i>');
    expect(paintedText(page, 'a')).toBe(text.replace(/\s/g, ''));
  });
});
