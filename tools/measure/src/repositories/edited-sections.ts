import type { AnchoredHeading } from '@topicmill/pipeline/sources';
import type { Section, SectionedPage } from '@topicmill/test-support/sections';

/** A section that can be edited, moved and removed by itself: what it opens, it closes. */
export interface WholeSection {
  /** Anchors of its headings, the first one first. */
  readonly anchors: readonly string[];
  /** UTF-16 offset of its first line. */
  readonly offset: number;
  readonly text: string;
}

/** Lines that open components or elements, and blank ones between them. */
const OPENING_LINES = /(?:^|\n)((?:[ \t]*<[A-Za-z][^<>\n]*(?<!\/)>[ \t]*\n(?:[ \t]*\n)*)+)$/;
const HEADING = /^((?:[ \t]*<[A-Za-z][^<>\n]*>[ \t]*\n(?:[ \t]*\n)*)*.*(?:\n {0,3}(?:=+|-+)[ \t]*(?=\n|$))?)([\s\S]*)$/;
/** The start of a quote or of a list item, or indented. */
const INNER = /^(?:[ \t]|>|[-*+] |\d+[.)] )/;
const CODE = /^([ \t]*)(`{3,}|~{3,})[\s\S]*?^\1\2[`~]*[ \t]*$|`[^`\n]*`/gm;
const TAG = /<(\/?)([A-Za-z][\w.]*)(?:"[^"]*"|'[^']*'|[^<>"'])*?(\/?)>/g;

/**
 * The sections of a page from one heading with an anchor to the next. Those that share a component, a quote or a list are
 * one section: an edit of one part changes the whole.
 *
 * @param text with `\n` as line ends, or any
 */
export function wholeSections(text: string, headings: readonly AnchoredHeading[]): WholeSection[] {
  const parts = headings.flatMap(({ anchor, offset }) => {
    if (anchor === undefined) return [];
    const isInner = INNER.test(text.slice(offset, offset + 12));
    const opening = OPENING_LINES.exec(text.slice(0, offset))?.[1] ?? '';
    return [{ anchor, isInner, offset: isInner ? offset : offset - opening.length }];
  });
  const groups: { anchors: string[]; offset: number }[] = [];
  for (const { anchor, isInner, offset } of parts) {
    const last = groups.at(-1);
    if (last !== undefined && (isInner || !isBalanced(text.slice(last.offset, offset)))) last.anchors.push(anchor);
    else groups.push({ anchors: [anchor], offset });
  }
  return groups.map((group, at) => ({ ...group, text: text.slice(group.offset, groups[at + 1]?.offset) }));
}

/** Whether each element and component that is opened is closed, and the reverse, of those whose tags come in pairs here. */
function isBalanced(text: string): boolean {
  const depths = new Map<string, number>();
  const closed = new Set<string>();
  for (const [, slash, name, selfClosing] of text.replace(CODE, '').matchAll(TAG)) {
    if (selfClosing === '/') continue;
    if (slash === '/') closed.add(name!);
    depths.set(name!, (depths.get(name!) ?? 0) + (slash === '/' ? -1 : 1));
  }
  return [...depths].every(([name, depth]) => depth === 0 || !(closed.has(name) || /^[A-Z]/.test(name)));
}

/** @param bodyOffset UTF-16 offset at which the front matter ends */
export function sectionedPage(text: string, bodyOffset: number, sections: readonly WholeSection[]): SectionedPage {
  return {
    front: text.slice(0, bodyOffset),
    intro: `${trimLines(text.slice(bodyOffset, sections[0]?.offset))}\n`,
    sections: sections.map((each) => splitHeading(each.text)),
  };
}

/** A heading is one line, or two where the second underlines it, with what is opened before it. */
function splitHeading(text: string): Section {
  const [, heading = '', body = ''] = HEADING.exec(text) ?? [];
  return { heading, body: trimLines(body) };
}

function trimLines(text: string): string {
  return text.replace(/^\n+|\n+$/g, '');
}

/** Texts of sections by the anchors in them, without what differs between editors. */
export function textsByAnchor(sections: readonly WholeSection[]): ReadonlyMap<string, string> {
  return new Map(
    sections.flatMap(({ anchors, text }) => {
      const plain = text
        .replaceAll('\r', '')
        .replaceAll(/[ \t]+$/gm, '')
        .trim();
      return anchors.map((anchor) => [anchor, plain] as const);
    }),
  );
}
