import type { Diagnostic } from '@topicmill/base/diagnostics';
import { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { lineEndsBefore } from '../text-lines.js';
import { readEndMark, SECTION_NAMES, SECTION_TITLES, type ToolSectionName } from './section-mark.js';
import { type AddedLines, findToolRegions, type ToolRegion } from './tool-regions.js';

/** What the tool has to say, as markdown with LF line ends: see `markSection`. */
export type ToolSectionTexts = Readonly<Record<ToolSectionName, string>>;

/** A section of the tool as it is in a file. */
export interface FoundSection {
  /** With its heading and marks. */
  readonly text: string;
  /** 1-based line of its heading. */
  readonly line: number;
}

/** A topic-spec.md, taken apart at the tool's sections. */
export interface TopicSpecParts {
  /**
   * What people wrote, byte for byte: `authored[i]` precedes `slots[i]`, the last one follows them all. Lines that people
   * added inside a section of the tool are in a section of their own after it.
   */
  readonly authored: readonly string[];
  /** The tool's sections in the order in which they occur; none twice. */
  readonly slots: readonly ToolSectionName[];
  readonly found: Readonly<Partial<Record<ToolSectionName, FoundSection>>>;
  /** Lines inside sections of the tool that `authored` has after them, as warnings `TOPIC_SPEC_TEXT_MOVED`. */
  readonly moved: readonly Diagnostic[];
  /** A warning for each section that occurs twice or has lost a mark; an error if nothing can be appended to the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Heading of the lines that were moved out of a section. */
const MOVED_TITLE: Readonly<Record<ToolSectionName, string>> = {
  keywords: `Moved from ${SECTION_TITLES.keywords}`,
  chunks: `Moved from ${SECTION_TITLES.chunks}`,
};

/**
 * Takes a topic-spec.md apart. A section is the tool's only if it has the tool's mark; all else is people's. If one
 * occurs twice, the first place is its place, and the other is left out.
 *
 * @param file path that the diagnostics name
 */
export function splitTopicSpec(text: string, file: string): TopicSpecParts {
  const authored: string[] = [];
  const slots: ToolSectionName[] = [];
  const found: Partial<Record<ToolSectionName, FoundSection>> = {};
  const moved: Diagnostic[] = [];
  const diagnostics: Diagnostic[] = [];
  const regions = findToolRegions(text);
  const lineEnd = lineEndOf(text);
  let before = '';
  let at = 0;
  for (const region of regions) {
    const { name, start, end, line } = region;
    before += text.slice(at, start);
    at = end;
    if (found[name] === undefined) {
      found[name] = { text: text.slice(start, end), line: line + 1 };
      slots.push(name);
      authored.push(before);
      before = '';
    } else diagnostics.push(repeated(SECTION_TITLES[name], file, line + 1));
    if (region.added.length === 0) continue;
    moved.push(...region.added.map((added) => movedLines(added, region, file)));
    const inserted = insertMoved(region, lineEnd, text.slice(at, regions[regions.indexOf(region) + 1]?.start));
    before += inserted.text;
    at += inserted.takenLength;
  }
  authored.push(before + text.slice(at));
  diagnostics.push(...lostMarks(authored, file));
  const open = slots.length < SECTION_NAMES.length ? openAtEnd(authored.join(''), text, file) : undefined;
  return { authored, slots, found, moved, diagnostics: open === undefined ? diagnostics : [...diagnostics, open] };
}

/** The tool's sections of a file, for `joinTopicSpec` to give them the line ends of another; `undefined` unless it has both. */
export function toolSections({
  found: { keywords, chunks },
}: Pick<TopicSpecParts, 'found'>): ToolSectionTexts | undefined {
  if (keywords === undefined || chunks === undefined) return undefined;
  return { keywords: withLineFeeds(keywords.text), chunks: withLineFeeds(chunks.text) };
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/**
 * Joins the parts of a topic-spec.md: hand-written text unchanged, the tool's sections in their places or, when missing, at the
 * end. They get the line ends of the hand-written text. Joining what has been joined and taken apart again changes nothing.
 */
export function joinTopicSpec(parts: Pick<TopicSpecParts, 'authored' | 'slots'>, sections: ToolSectionTexts): string {
  const missing = SECTION_NAMES.filter((name) => !parts.slots.includes(name));
  const lineEnd = lineEndOf(parts.authored.find((part) => /[\r\n]/.test(part)) ?? '');
  const section = (name: ToolSectionName): string => sections[name].replaceAll('\n', lineEnd);
  let text = '';
  for (const [i, name] of parts.slots.entries()) {
    text += parts.authored[i]!;
    if (!/[\r\n]$|^\uFEFF?$/.test(text)) text += gapAfter(text, lineEnd);
    text += section(name);
  }
  text += parts.authored.at(-1)!;
  for (const name of missing) text += gapAfter(text, lineEnd) + section(name);
  return text;
}

/** A text with lines at its end, below a heading of their own, which they share with those that were appended before. */
export function appendLines(text: string, title: string, lines: readonly string[]): string {
  const lineEnd = lineEndOf(text);
  const heading = `## ${title}`;
  const headings = text.split(/\r\n|\n|\r/).filter((line) => /^#{1,6} /.test(line));
  const start = headings.at(-1)?.trimEnd() === heading ? [] : [heading, ''];
  return text + gapAfter(text, lineEnd) + [...start, ...closedBlock(lines), ''].join(lineEnd);
}

/** CRLF if the first line ends so, else LF: a lone CR would become one with an LF that follows it. */
function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
}

/** What is needed between `text` and a heading: the end of its last line, and a blank line. */
function gapAfter(text: string, lineEnd: string): string {
  const ended = text.replace(/(?:\r\n|\n|\r)$/, '');
  if (ended === text) return text === '' || text === '\uFEFF' ? '' : lineEnd + lineEnd;
  const lastLine = ended.slice(Math.max(ended.lastIndexOf('\n'), ended.lastIndexOf('\r')) + 1);
  if (lastLine.trim() === '') return '';
  return text.endsWith('\r') ? '\r\n' : lineEnd;
}

/**
 * Puts lines that people added to a section in front of what follows it: below the heading that earlier lines have
 * there, or else below a new one.
 */
function insertMoved(
  { name, added }: ToolRegion,
  lineEnd: string,
  following: string,
): { readonly text: string; readonly takenLength: number } {
  const lines = added.flatMap((run, i) => (i === 0 ? run.lines : ['', ...run.lines]));
  const block = closedBlock(lines).join(lineEnd);
  const heading = `## ${MOVED_TITLE[name]}`;
  const present = new RegExp(`^(?:[ \\t]*(?:\\r\\n|\\n|\\r(?!\\n)))*${heading}[ \\t]*(?:\\r\\n|\\n|\\r|$)`).exec(
    following,
  )?.[0];
  const start = present === undefined ? lineEnd + heading + lineEnd : present.trimEnd() + lineEnd;
  const rest = following.slice(present?.length ?? 0);
  const gap = rest === '' || /^[ \t]*[\r\n]/.test(rest) ? '' : lineEnd;
  return { text: `${start}${lineEnd}${block}${lineEnd}${gap}`, takenLength: present?.length ?? 0 };
}

/** The lines as they are; in a fence, if they would make what follows a part of their last block. */
function closedBlock(lines: readonly string[]): readonly string[] {
  if (!isOpenAtEnd(lines.join('\n'))) return lines;
  const longest = Math.max(2, ...lines.map((line) => /^\s*(`+)/.exec(line)?.[1]?.length ?? 0));
  const fence = '`'.repeat(longest + 1);
  return [fence, ...lines, fence];
}

/** Whether a heading after the text would be part of a fence or an HTML block that is never closed. */
function isOpenAtEnd(text: string): boolean {
  const { bodyOffset } = splitFrontMatter(text);
  const probe = `${text}\n\n## ${SECTION_TITLES.chunks}\n`;
  const lastLine = lineEndsBefore(probe, probe.length - 1) - lineEndsBefore(text, bodyOffset);
  return scanLines(probe, bodyOffset).headings.at(-1)?.line !== lastLine;
}

function openAtEnd(authored: string, text: string, file: string): Diagnostic | undefined {
  if (!isOpenAtEnd(authored)) return undefined;
  const { bodyOffset } = splitFrontMatter(text);
  const fence = scanLines(text, bodyOffset).fences.find((block) => !block.closed);
  return {
    severity: 'error',
    code: fence === undefined ? 'TOPIC_SPEC_INVALID' : 'UNCLOSED_FENCE',
    message: 'The file ends inside a fenced block or an HTML block, so no section can be appended to it.',
    file,
    ...(fence === undefined ? {} : { line: fence.firstLine + lineEndsBefore(text, bodyOffset) + 1 }),
    remedy: 'Close the block.',
  };
}

function movedLines({ line, lines }: AddedLines, { name }: ToolRegion, file: string): Diagnostic {
  const count = lines.length === 1 ? 'A line' : `${lines.length} lines`;
  return {
    severity: 'warning',
    code: 'TOPIC_SPEC_TEXT_MOVED',
    message: `${count} added inside the section "${SECTION_TITLES[name]}" is moved to the section "${MOVED_TITLE[name]}".`,
    file,
    line: line + 1,
    remedy: 'Write your own text outside the sections that Topicmill writes.',
  };
}

function repeated(title: string, file: string, line: number): Diagnostic {
  return {
    severity: 'warning',
    code: 'TOPIC_SPEC_INVALID',
    message: `The section "${title}" of Topicmill is in the file twice; this one is removed when the file is next written.`,
    file,
    line,
    remedy: 'Delete it.',
  };
}

/** An end mark in hand-written text is the rest of a section whose other mark was edited or deleted. */
function lostMarks(authored: readonly string[], file: string): Diagnostic[] {
  const lines = authored.join('').split(/\r\n|\n|\r/);
  return lines.flatMap((line) => {
    const name = line.startsWith('<!-- topicmill:end') ? readEndMark(line) : undefined;
    if (name === undefined) return [];
    const title = SECTION_TITLES[name];
    return [
      {
        severity: 'warning',
        code: 'TOPIC_SPEC_INVALID',
        message: `A section "${title}" has an end mark and no mark at its beginning, so it is treated as hand-written text.`,
        file,
        remedy: `Delete the section up to the line \`<!-- topicmill:end ${name} -->\`, if Topicmill wrote it.`,
      },
    ];
  });
}
