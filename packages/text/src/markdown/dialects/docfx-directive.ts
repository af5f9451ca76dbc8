import type { DirectiveTag } from './directive-tag.js';
import { docfxPiece, shownOf } from './docfx-inline.js';

/** `:::zone pivot="a"`, `:::zone-end`, `:::image type="content" source="a.png":::`. */
const LINE = /^:::[ \t]*([a-z][\w-]*)(?![\w-])(.*)$/i;
/** The title of a tab, which is a heading only by its marks: `# [Windows](#tab/windows)`. */
const TAB = /^#{1,6}[ \t]+\[([^\]\r\n]{0,500})\]\(#tab\/[^)\r\n]{0,500}\)$/;
/** An image whose body is a description. */
const DESCRIBED_IMAGE = /\btype="complex"/;
const END = '-end';
const CONTAINERS = new Set('zone moniker row column'.split(' '));

/**
 * The container, image, video or title of a tab that a line of a DocFX page is. Containers are paired by their names, as
 * `:::zone-end` says what it closes.
 */
export function docfxTag(text: string, at: number, end: number): DirectiveTag | undefined {
  const line = text.slice(at, end).trimEnd();
  const tab = TAB.exec(line);
  if (tab !== null) return { fence: 'tab', kind: 'alone', title: tab[1]!, end };
  const found = LINE.exec(line);
  if (found === null) return undefined;
  const [, written = '', attributes = ''] = found;
  const name = written.toLowerCase();
  if (name.endsWith(END)) return { fence: name.slice(0, -END.length), kind: 'close', title: '', end };
  const isContainer = CONTAINERS.has(name) || (name === 'image' && DESCRIBED_IMAGE.test(attributes));
  const title = shownOf(attributes);
  if (isContainer) return { fence: name, kind: 'open', title, end };
  const isAlone = docfxPiece(text, at)?.end === at + line.length;
  return isAlone ? { fence: name, kind: 'alone', title, end } : undefined;
}
