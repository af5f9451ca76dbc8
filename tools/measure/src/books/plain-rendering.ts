import { scanBlocks, splitFrontMatter } from '@topicmill/text/markdown';

const LINE_LENGTH = 80;
const LINES_PER_PAGE = 44;

/** A markdown text as a page reader would give it, and its headings. */
export interface PlainRendering {
  readonly text: string;
  readonly headings: readonly string[];
}

/**
 * Lays a markdown text out as pages of plain text: no marks of headings, emphasis, fences or tables, lines of 80
 * characters, a running head and a page number on each page.
 */
export function renderPlain(markdown: string, title: string): PlainRendering {
  const { bodyOffset } = splitFrontMatter(markdown);
  const scan = scanBlocks(markdown, bodyOffset);
  const lines: string[] = [];
  const headings: string[] = [];
  for (const block of scan.blocks) {
    const source = markdown.slice(block.startOffset, block.endOffset);
    if (block.type === 'heading') {
      const text = plainInline(block.heading.text);
      headings.push(text);
      lines.push(...wrap(text), '');
    } else if (block.type === 'code' && block.isFenced) lines.push(...source.split(/\r?\n/).slice(1, -1), '');
    else if (block.type === 'table')
      lines.push(
        ...source
          .split(/\r?\n/)
          .filter((_, i) => i !== 1)
          .map(plainRow),
        '',
      );
    else if (block.type === 'paragraph') lines.push(...wrap(plainInline(source.replace(/\s+/g, ' '))), '');
    else if (block.type !== 'definition' && block.type !== 'thematicBreak') {
      lines.push(...source.split(/\r?\n/).map((line) => plainInline(line.replace(/^> ?/, ''))), '');
    }
  }
  return { text: paginate(lines, title), headings };
}

function plainRow(row: string): string {
  return plainInline(row.replaceAll('|', '  ').trim());
}

function plainInline(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__|`/g, '')
    .replace(/(?<!\w)[*_](\S(?:.*?\S)?)[*_](?!\w)/g, '$1');
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= LINE_LENGTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function paginate(lines: readonly string[], title: string): string {
  const pages: string[] = [];
  for (let start = 0; start < lines.length; start += LINES_PER_PAGE) {
    const body = lines.slice(start, start + LINES_PER_PAGE).join('\n');
    pages.push(`${title}\n\n${body}\n\n${pages.length + 1}\n`);
  }
  return pages.join('\f');
}
