import { dialectOf, scanMarkdown } from '@topicmill/text/markdown';
import { describe, expect, it } from 'vitest';
import { structureDiagnostics } from '../src/document-diagnostics.js';

/** Lines and messages of what is wrong with a page in the dialect of Starlight. */
function found(text: string): string[] {
  const scan = scanMarkdown(text, { dialect: dialectOf('starlight', 'page.mdx') });
  return structureDiagnostics({ text, scan }, 1, 'page.mdx').map(({ line, message }) => `${line} ${message}`);
}

describe('a heading that seems to skip a level', () => {
  it.each(['\t', ' ', 'a', '\u2028'])('is found after a megabyte of %j in a line that may begin a box', (filler) => {
    const text = `# Build\n\n::: ${filler.repeat(1_000_000)}\u0001\n\n### Flags\n`;
    const document = { text, scan: scanMarkdown(text) };
    expect(structureDiagnostics(document, 1, 'page.md').map(({ code }) => code)).toEqual(['HEADING_LEVEL_JUMP']);
  });

  it('is reported with the heading before it', () => {
    expect(found('## Build\n\nText.\n\n#### Flags\n')).toEqual(['5 An H4 follows an H2.']);
  });

  it('is not reported below a heading in HTML', () => {
    expect(found('## Build\n\n<h3>Flags</h3>\n\nText.\n\n#### `--copy`\n')).toEqual([]);
    expect(found('## Build\n\n<h3>Flags</h3>\n\nText.\n\n##### `--copy`\n')).toEqual(['7 An H5 follows an H3.']);
  });

  it('is reported below HTML that is code', () => {
    expect(found('## Build\n\n```html\n<h3>Flags</h3>\n```\n\n#### `--copy`\n')).toEqual(['7 An H4 follows an H2.']);
  });

  it('is the title of a tab or a box where it is the first one there, whatever is before', () => {
    const tabs = (inner: string): string =>
      `<Tabs>\n<TabItem value="a">\n\n${inner}\n\n</TabItem>\n<TabItem value="b">\n\n#### Target\n\n</TabItem>\n</Tabs>\n`;
    expect(found(tabs('## Not supported'))).toEqual([]);
    expect(found(`### System\n\n${tabs('## Not supported')}`)).toEqual([]);
    expect(found(`# System\n\n${tabs('## Not supported')}`)).toEqual([]);
    expect(found(`${tabs('## Not supported')}\n# System\n\n### Keys\n`)).toEqual(['16 An H3 follows an H1.']);
  });

  it.each([
    ['<Pitfall>', '</Pitfall>'],
    ['<details open>', '</details>'],
    [':::caution', ':::'],
  ])('is the same in %s of a text whose dialect is not known', (opening, closing) => {
    const inPlain = (text: string): string[] =>
      structureDiagnostics({ text, scan: scanMarkdown(text) }, 1, 'a.md').map(
        ({ line, message }) => `${line} ${message}`,
      );
    const box = (...headings: string[]): string => `${opening}\n\n${headings.join('\n\n')}\n\n${closing}\n`;
    expect(inPlain(`## Use\n\n${box('#### Not for production')}\n### Options\n`)).toEqual([]);
    expect(inPlain(`## Use\n\n${box('## One', '#### Two')}`)).toEqual(['7 An H4 follows an H2.']);
    expect(inPlain(`## Use\n\n${box('Text.')}\n#### Options\n`)).toEqual(['9 An H4 follows an H2.']);
    expect(inPlain(`## Use\n\n\`\`\`md\n${opening}\n\`\`\`\n\n#### Options\n\n${closing}\n`)).toEqual([
      '7 An H4 follows an H2.',
    ]);
  });

  it('is compared in a tab with the heading before it there', () => {
    expect(found('<Tabs>\n<TabItem value="a">\n\n## Run\n\n#### System\n\n</TabItem>\n</Tabs>\n')).toEqual([
      '6 An H4 follows an H2.',
    ]);
  });

  it('is compared after tabs with what is before them', () => {
    const tabs = '<Tabs>\n<TabItem value="a">\n\n# A\n\n</TabItem>\n</Tabs>\n';
    expect(found(`## Install\n\n${tabs}\n### Configure\n`)).toEqual([]);
    expect(found(`## Install\n\n${tabs}\n#### Configure\n`)).toEqual(['11 An H4 follows an H2.']);
  });

  it.each([
    ['<!-- ::start:tabs variant="files" -->', '<!-- ::end:tabs -->'],
    ['<!-- tabs:start -->', '<!-- tabs:end -->'],
  ])('is not the name of a tab between %s and its end, nor what follows it', (start, end) => {
    const tabs = (...headings: readonly string[]): string => [start, ...headings, end, ''].join('\n\n');
    expect(found(`## Install\n\n${tabs('#### npm', '#### yarn')}\n### Configure\n`)).toEqual([]);
    expect(found(`## Install\n\n${tabs('# npm', '### Options', '# yarn')}\n### Configure\n`)).toEqual([]);
    expect(found(`## Install\n\n${tabs('# npm', '#### Options')}`)).toEqual(['7 An H4 follows an H2.']);
    expect(found(`## Install\n\n\`\`\`md\n${start}\n\`\`\`\n\n#### Configure\n\n${end}\n`)).toHaveLength(1);
  });
});
