import { matchAt } from './match-at.js';

const RAW_ELEMENT = /<(script|style)(?=[\s>])/iy;
const IMPORT = /import\s+(?:[\w$*{][^'";\\]{0,500}\sfrom\s+)?(["'])[^'"\n]+\1;?[ \t]*(?=\r?\n|$)/y;
const EXPORT =
  /export\s+(?:default\s+(?:[\w$]+;?[ \t]*(?=\r?\n|$)|[({[]|async\b|class\b|function\b)|(?:const|let|var)\s+[\w$]+\s*=|(?:async\s+)?(?:class|function)\b|\{[^{}]*\}|\*)/y;
const BLANK_LINE = /\n[ \t]*(?:\r?\n|$)/g;

/**
 * Finds what starts a line and no reader sees, up to its end: a comment, a script or a style sheet, and the module code of
 * MDX. Asked for ascending offsets of one text.
 */
export class HiddenBlocks {
  /** Ends that the rest of the text does not contain. */
  private readonly missing = new Set<string>();

  constructor(private readonly text: string) {}

  /**
   * Offset after the block that starts at `at`, the content of a line; `undefined` for other text.
   *
   * @param startsBlock whether the line does not go on with a paragraph, and is not indented
   */
  endAt(at: number, startsBlock: boolean): number | undefined {
    const { text } = this;
    if (text.startsWith('<!--', at)) return this.after('-->', at + 4);
    if (text.startsWith('{/*', at)) return this.after('*/}', at + 3);
    const element = matchAt(RAW_ELEMENT, text, at)?.[1];
    if (element !== undefined) return this.after(`</${element.toLowerCase()}>`, at);
    if (!startsBlock) return undefined;
    const imported = matchAt(IMPORT, text, at);
    if (imported !== undefined) return at + imported[0].length;
    return matchAt(EXPORT, text, at) === undefined ? undefined : this.moduleEnd(at);
  }

  private after(ending: string, from: number): number | undefined {
    const at = this.missing.has(ending) ? -1 : this.text.indexOf(ending, from);
    if (at === -1) this.missing.add(ending);
    return at === -1 ? undefined : at + ending.length;
  }

  /** Where exported code ends: at the first blank line outside of brackets, or, where these never close, at the first one. */
  private moduleEnd(at: number): number {
    const { text } = this;
    let first: number | undefined;
    let depth = 0;
    let from = at;
    BLANK_LINE.lastIndex = at;
    for (;;) {
      const end = BLANK_LINE.exec(text)?.index ?? text.length;
      first ??= end;
      for (; from < end; from++) {
        if ('([{'.includes(text[from]!)) depth++;
        else if (')]}'.includes(text[from]!)) depth--;
      }
      if (depth <= 0) return end;
      if (end === text.length || this.missing.has('bracket')) break;
      // The line break may end another blank line.
      BLANK_LINE.lastIndex = end + 1;
    }
    this.missing.add('bracket');
    return first;
  }
}
