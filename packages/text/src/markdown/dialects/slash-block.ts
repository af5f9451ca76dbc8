import type { DirectiveTag } from './directive-tag.js';

/** `/// name | Title` opens a block of PyMdown Extensions, and as many slashes close it. */
const FENCE = /^(\/{3,})[ \t]*(?:([A-Za-z_][\w-]*)[ \t]*(?:\|(.*))?)?$/;
/** `::: package.module.Name` is where mkdocstrings writes the documentation of an object. */
const OBJECT = /^(:::)[ \t]+([\w.:/-]+)$/;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Columns by which options are indented, at least. */
const OPTION_INDENT = 4;

/** The block that a line of a MkDocs page opens, closes or is, from its content on, with the options in the lines after it. */
export function slashTag(text: string, at: number, end: number): DirectiveTag | undefined {
  const line = text.slice(at, end).trimEnd();
  const object = OBJECT.exec(line);
  if (object !== null) return { fence: object[1]!, kind: 'alone', title: object[2]!, end: optionsEnd(text, at, end) };
  const fence = FENCE.exec(line);
  if (fence === null) return undefined;
  const [, slashes = '', name, title = ''] = fence;
  if (name === undefined) return { fence: slashes, kind: 'close', title: '', end };
  return { fence: slashes, kind: 'open', title: title.trim(), end: optionsEnd(text, at, end) };
}

/** Where the options end that follow a line, which are indented more than it; a blank line ends them. */
function optionsEnd(text: string, at: number, end: number): number {
  let lineStart = at;
  while (lineStart > 0 && !isLineEnd(text.charCodeAt(lineStart - 1))) lineStart--;
  const leastIndent = at - lineStart + OPTION_INDENT;
  let last = end;
  for (;;) {
    LINE.lastIndex = last;
    const [, indent = '', content = ''] = LINE.exec(text) ?? [];
    if (indent.length < leastIndent || content === '') return last;
    last = LINE.lastIndex;
  }
}

/** The end of a line, and the next one. */
const LINE = /(?:\r\n|\r|\n)([ \t]*)([^\r\n]*)/y;

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}
