import { dialectOf } from '@topicmill/text/markdown';
import { describe, expect, it } from 'vitest';
import { joinPages, pagesHtml } from '../../src/pagination/index.js';
import { readPages, split } from './split-markdown.js';

const WORDS = `${'word '.repeat(60).trim()}.`;

/** First lines of the parts of the source that are on each page. */
function starts(bodies: readonly string[]): string[] {
  return bodies.map((body) => body.trimStart().split('\n')[0]!);
}

async function pagesOf(text: string, file: string, name: Parameters<typeof dialectOf>[0], maxTokens = 300) {
  const dialect = dialectOf(name, file);
  const set = await split(text, { maxTokens }, { file, dialect });
  const bodies = readPages(set).map(({ body }) => body);
  return { set, bodies, html: [...pagesHtml(set.pages, { language: 'en', file, dialect }).values()].join('\n') };
}

describe('pages of a document in MDX', () => {
  const TEXT = `---
title: Tea
---

import { Tabs, Tab } from '../tabs';

export const kinds = {
  green: 1,

  # not a heading: 2,
};

# Tea

${WORDS}

<Tabs>
  <Tab label="Green tea">
    ## Steep

    ${WORDS}

    ${WORDS}
  </Tab>
</Tabs>

## Serve

${WORDS} {kinds.green} {/* a comment */}
`;

  it('are the document, and start neither inside module code nor inside a component that leaves a page half full', async () => {
    const { set, bodies } = await pagesOf(TEXT, 'tea.mdx', 'none', 330);
    expect(set.diagnostics).toEqual([]);
    expect(joinPages(readPages(set))).toBe(TEXT);
    expect(set.dialect).toBe('mdx');
    expect(starts(bodies)).toEqual(["import { Tabs, Tab } from '../tabs';", '<Tabs>']);
  });

  it('have neither module code nor tags in their HTML and their summaries', async () => {
    const { set, html } = await pagesOf(TEXT, 'tea.mdx', 'none', 330);
    const shown = set.pages.map(({ text }) => /^\[Lead-(?:in|out)\].*$/m.exec(text)?.[0]).join('\n');
    for (const written of [
      shown,
      html.replace(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->|<style>[\s\S]*?<\/style>/g, ''),
    ]) {
      expect(written).not.toMatch(/import|kinds|Tabs|<Tab|comment/);
    }
    expect(html).toContain('Green tea');
    expect(html).toContain('<h2 id="steep">Steep</h2>');
  });
});

describe('pages of a site', () => {
  it('have the headings of Docusaurus without their ids', async () => {
    const { set } = await pagesOf(
      `# Tea {#top}\n\n${WORDS}\n\n:::note[Water]\n\nBoil it.\n\n:::\n`,
      'a.md',
      'docusaurus',
    );
    expect(set.pages[0]!.headingPath).toEqual(['Tea']);
  });

  it('take a code block in Hugo, and what is in it, as one', async () => {
    const code = `{{< highlight sh >}}\n# one\n\n# two\n{{< /highlight >}}`;
    const text = `# Tea\n\n${WORDS}\n\n${WORDS}\n\n${code}\n\n${WORDS}\n`;
    const { set, bodies, html } = await pagesOf(text, 'a.md', 'hugo', 256);
    expect(set.diagnostics).toEqual([]);
    expect(bodies.filter((body) => body.includes('# one'))).toEqual([expect.stringContaining('# two')]);
    expect(html).not.toContain('highlight');
    expect(html).not.toContain('<h1 id="one">');
  });

  it('have the bodies of MkDocs admonitions as text, not as code', async () => {
    const { html } = await pagesOf('# Tea\n\n!!! note "Water"\n\n    Boil it.\n', 'a.md', 'mkdocs');
    expect(html).toContain('<p>Boil it.</p>');
    expect(html).toContain('Water');
  });

  it('keep front matter in TOML on the first page', async () => {
    const text = `+++\ntitle = "Tea"\n+++\n\n${WORDS}\n\n${WORDS}\n\n${WORDS}\n\n${WORDS}\n`;
    const { set } = await pagesOf(text, 'a.md', 'hugo', 256);
    expect(set.pages.length).toBeGreaterThan(1);
    expect(set.pages[0]!.text.startsWith('+++\ntitle = "Tea"\n+++\n')).toBe(true);
    expect(joinPages(readPages(set))).toBe(text);
    expect(set.diagnostics).toEqual([]);
  });
});
