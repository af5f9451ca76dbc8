import type MarkdownIt from 'markdown-it';

/** `!!! tip "Title"`, `??? note` and `=== "Tab"` of MkDocs, with indented text below. */
const INDENTED_NOTE =
  /^(?:(?:!!!|\?{3}\+?)[ \t]+(?<kind>[\w-]+)(?![\w-])[\w \t-]*|===[!+]*[ \t]+)(?:"(?<title>[^"]*)"[ \t]*)?$/;
/** `:::tip[Title]` of Docusaurus and Starlight, and `::: tip Title` of VitePress, up to a line of colons. */
const FENCED_NOTE = /^(?<fence>:{3,})[ \t]*(?<kind>[\w-]+)(?:\[(?<title>[^\]]*)\]|[ \t]+(?<rest>\S.*(?!.)))?[ \t]*$/;
const INDENT = 4;

type Parser = InstanceType<typeof MarkdownIt>;
type BlockState = Parameters<Parameters<Parser['block']['ruler']['before']>[2]>[0];

interface Note {
  readonly title: string;
  /** 0-based lines of its text, the last one excluded. */
  readonly first: number;
  readonly end: number;
  /** Where the document goes on. */
  readonly next: number;
  /** Column at which its text begins. */
  readonly indent: number;
}

/** Shows notes and tabs of site generators as boxes with a title. */
export function notes(parser: Parser): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  parser.block.ruler.before(
    'fence',
    'note',
    (state, line, end, silent) => {
      const note = readNote(state, line, end);
      if (note === undefined) return false;
      if (!silent) pushNote(state, line, note);
      return true;
    },
    { alt },
  );
}

function readNote(state: BlockState, line: number, end: number): Note | undefined {
  if (state.sCount[line]! - state.blkIndent >= INDENT) return undefined;
  const text = textOf(state, line);
  const indented = INDENTED_NOTE.exec(text)?.groups;
  if (indented !== undefined) return indentedNote(state, line, end, indented['title'] ?? nameOf(indented['kind']));
  const fenced = FENCED_NOTE.exec(text)?.groups;
  if (fenced === undefined) return undefined;
  const title = fenced['title'] ?? fenced['rest'] ?? nameOf(fenced['kind']);
  const isClosing = (at: number): boolean =>
    /^:{3,}[ \t]*$/.test(textOf(state, at)) && textOf(state, at).startsWith(fenced['fence']!);
  for (let at = line + 1; at < end; at++) {
    if (isClosing(at)) return { title, first: line + 1, end: at, next: at + 1, indent: state.blkIndent };
  }
  return undefined;
}

function indentedNote(state: BlockState, line: number, end: number, title: string): Note | undefined {
  const indent = state.sCount[line]! + INDENT;
  let after = line + 1;
  for (let at = after; at < end; at++) {
    if (state.isEmpty(at)) continue;
    if (state.sCount[at]! < indent) break;
    after = at + 1;
  }
  return after === line + 1 ? undefined : { title, first: line + 1, end: after, next: after, indent };
}

function pushNote(state: BlockState, line: number, { title, first, end, next, indent }: Note): void {
  const { blkIndent, lineMax } = state;
  const open = state.push('note_open', 'div', 1);
  open.map = [line, next];
  open.attrSet('class', 'note');
  if (title !== '') {
    const paragraph = state.push('paragraph_open', 'p', 1);
    paragraph.map = [line, first];
    paragraph.attrSet('class', 'note-title');
    const inline = state.push('inline', '', 0);
    inline.content = title;
    inline.map = [line, first];
    inline.children = [];
    state.push('paragraph_close', 'p', -1);
  }
  state.blkIndent = indent;
  state.lineMax = end;
  state.md.block.tokenize(state, first, end);
  state.push('note_close', 'div', -1);
  state.blkIndent = blkIndent;
  state.lineMax = lineMax;
  state.line = next;
}

function textOf(state: BlockState, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
}

/** `tip` as a title: "Tip". */
function nameOf(kind = ''): string {
  return kind.slice(0, 1).toUpperCase() + kind.slice(1).replaceAll('-', ' ');
}
