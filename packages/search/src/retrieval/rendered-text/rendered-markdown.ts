import { rewriteLinks } from '@topicmill/text/markdown';
import { splitIntoParts } from './parts.js';
import { closedNamesOf, renderedInline } from './rendered-inline.js';
import { type RenderedLine, renderedLines } from './rendered-lines.js';

const LINE_STARTS = /(?<=\n)/;
/** A comment in the form of a link definition. */
const COMMENT = /^ {0,3}\[(?:\/\/|comment|#|_)\]:[ \t]*(?:#|<>)/i;
const UNDERLINE = /^ {0,3}(?:=+|-+)\s*$/;

/**
 * The text of a chunk file without what only a site generator reads: the same markdown without comments, shortcodes, template
 * tags, attribute lists, tags of components and module code. Code stays as it is; what is between the tags of a template as
 * code is fenced. Notes, tabs and other containers keep their first lines, which say what they are.
 *
 * @param addresses what destinations of links are replaced by
 */
export function renderedMarkdown(chunkText: string, addresses: ReadonlyMap<string, string> = new Map()): string {
  const writer = new MarkdownWriter(closedNamesOf(chunkText), addresses);
  for (const line of renderedLines(chunkText)) writer.add(line);
  return writer.end();
}

class MarkdownWriter {
  private written = '';
  /** Lines of prose that are not yet read. */
  private prose = '';
  private isAfterMarkup = false;
  private isAfterEmptyHeading = false;

  constructor(
    private readonly closedNames: ReadonlySet<string>,
    private readonly addresses: ReadonlyMap<string, string>,
  ) {}

  add({ kind, text }: RenderedLine): void {
    if (kind === 'text' && text.trim() !== '' && !COMMENT.test(text)) {
      this.prose += text;
      return;
    }
    this.readProse();
    if (kind === 'hidden' || (kind === 'text' && COMMENT.test(text))) this.isAfterMarkup = true;
    else if (kind === 'heading') this.addHeading(text);
    else this.addLine(text);
  }

  end(): string {
    this.readProse();
    return this.written;
  }

  private readProse(): void {
    const written = new Set(this.prose.split(LINE_STARTS));
    const shown = this.prose === '' ? '' : this.shown(this.prose);
    this.prose = '';
    for (const line of shown === '' ? [] : shown.split(LINE_STARTS)) {
      if (line.trim() === '') this.isAfterMarkup = true;
      else this.addLine(written.has(line) ? line : withoutSpaceAtEnd(line));
    }
  }

  private addHeading(text: string): void {
    const shown = this.shown(text);
    const isEmptied = shown !== text && shown.replace(/^ {0,3}#{1,6}/, '').trim() === '';
    const isLeftOut = isEmptied || (this.isAfterEmptyHeading && UNDERLINE.test(text));
    this.isAfterEmptyHeading = isEmptied;
    if (isLeftOut) this.isAfterMarkup = true;
    else this.addLine(shown === text ? text : withoutSpaceAtEnd(shown));
  }

  private shown(text: string): string {
    const { closedNames, addresses } = this;
    const linked = addresses.size === 0 ? text : rewriteLinks(text, (destination) => addresses.get(destination));
    return splitIntoParts(linked)
      .map((part) => renderedInline(part, { closedNames, keepsMarkdown: true }))
      .join('');
  }

  private addLine(line: string): void {
    if (this.isAfterMarkup) {
      const isApart = this.written === '' || /(?:^|\n)[ \t]*\r?\n$/.test(this.written.slice(-200));
      if (line.trim() === '' && isApart) return;
      if (line.trim() !== '' && !isApart) this.written += '\n';
    }
    this.isAfterMarkup = false;
    this.written += line;
  }
}

/** It could be a hard break that nobody wrote. */
function withoutSpaceAtEnd(line: string): string {
  const content = line.trimEnd();
  return content + (/\r?\n$/.exec(line)?.[0] ?? '');
}
