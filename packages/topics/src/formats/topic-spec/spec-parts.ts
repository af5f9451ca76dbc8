import type { Diagnostic } from '@topicmill/base/diagnostics';
import { scanLines, splitFrontMatter } from '@topicmill/text/markdown';
import { lineEndsBefore } from '../text-lines.js';

/** The sections of topic-spec.md that the tool writes, by the names it has for them. */
export type ToolSectionName = 'keywords' | 'chunks';

/** What the tool has to say, as markdown with LF line ends; each starts with its `##` heading and ends with a newline. */
export type ToolSectionTexts = Readonly<Record<ToolSectionName, string>>;

/** A section of the tool as it stands in a file. */
export interface FoundSection {
  /** With its heading, up to the next heading of level 1 or 2. */
  readonly text: string;
  /** 1-based line of its heading. */
  readonly line: number;
}

/** A topic-spec.md, taken apart at the tool's sections. */
export interface TopicSpecParts {
  /** What people wrote, byte for byte: `authored[i]` stands before `slots[i]`, the last one behind them all. */
  readonly authored: readonly string[];
  /** The tool's sections in the order in which they stand; none twice. */
  readonly slots: readonly ToolSectionName[];
  readonly found: Readonly<Partial<Record<ToolSectionName, FoundSection>>>;
  /** A warning for each section that stands twice; an error when nothing can be written behind the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Order in which sections that are missing are appended. */
const SECTION_NAMES = ['keywords', 'chunks'] as const satisfies readonly ToolSectionName[];

const SECTION_TITLES: Readonly<Record<ToolSectionName, string>> = { keywords: 'Keywords', chunks: 'Chunks' };
const SECTION_LEVEL = 2;

interface Range {
  readonly name: ToolSectionName;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/**
 * Takes a topic-spec.md apart. A section of the tool is a level 2 heading `Keywords` or `Chunks`, outside of any fence,
 * with all up to the next heading of level 1 or 2. Where one stands twice, the first place is its place and what the
 * other holds is the tool's as well.
 *
 * @param file path that the diagnostics name
 */
export function splitTopicSpec(text: string, file: string): TopicSpecParts {
  const authored: string[] = [];
  const slots: ToolSectionName[] = [];
  const found: Partial<Record<ToolSectionName, FoundSection>> = {};
  const diagnostics: Diagnostic[] = [];
  let before = '';
  let at = 0;
  for (const { name, start, end, line } of toolRanges(text)) {
    before += gapAt(before, text, at, start) + text.slice(at, start);
    at = end;
    if (found[name] !== undefined) {
      diagnostics.push(repeated(SECTION_TITLES[name], file, line));
      continue;
    }
    found[name] = { text: text.slice(start, end), line };
    slots.push(name);
    authored.push(before);
    before = '';
  }
  authored.push(before + gapAt(before, text, at, text.length) + text.slice(at));
  const open = slots.length < SECTION_NAMES.length ? openAtEnd(text, file) : undefined;
  return { authored, slots, found, diagnostics: open === undefined ? diagnostics : [...diagnostics, open] };
}

/**
 * Puts a topic-spec.md together: people's text unchanged, the tool's sections in their places or, when missing, at the
 * end, with a blank line around them. They get the line ends of people's text. Joining what has been joined and taken
 * apart again changes nothing.
 */
export function joinTopicSpec(parts: Pick<TopicSpecParts, 'authored' | 'slots'>, sections: ToolSectionTexts): string {
  const missing = SECTION_NAMES.filter((name) => !parts.slots.includes(name));
  const lineEnd = firstLineEnd(parts.authored.join(''));
  const blocks = parts.slots.flatMap((name, i) => [parts.authored[i]!, { name }]);
  let text = '';
  for (const block of [...blocks, parts.authored.at(-1)!, ...missing.map((name) => ({ name }))]) {
    const addition = typeof block === 'string' ? block : sections[block.name].replaceAll('\n', lineEnd);
    if (addition !== '') text += gapBefore(text, lineEnd) + addition;
  }
  return text;
}

/** What must stand between two pieces of people's text once a repeated section between them is gone. */
function gapAt(before: string, text: string, start: number, end: number): string {
  return before === '' || start === end ? '' : gapBefore(before, firstLineEnd(text));
}

function firstLineEnd(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

/** What must stand between `text` and a heading: the end of its last line, and a blank line. */
function gapBefore(text: string, lineEnd: string): string {
  const ended = text.replace(/(?:\r\n|\n|\r)$/, '');
  if (ended === text) return text === '' || text === '\uFEFF' ? '' : lineEnd + lineEnd;
  const lastLine = ended.slice(Math.max(ended.lastIndexOf('\n'), ended.lastIndexOf('\r')) + 1);
  return lastLine.trim() === '' ? '' : lineEnd;
}

function toolRanges(text: string): Range[] {
  const { bodyOffset } = splitFrontMatter(text);
  const scan = scanLines(text, bodyOffset);
  const linesBefore = lineEndsBefore(text, bodyOffset);
  const bounds = scan.headings.filter((heading) => heading.level <= SECTION_LEVEL);
  return bounds.flatMap((heading, i) => {
    const name = SECTION_NAMES.find((key) => SECTION_TITLES[key] === heading.text);
    if (name === undefined || heading.level !== SECTION_LEVEL) return [];
    const next = bounds[i + 1];
    const end = next === undefined ? text.length : scan.starts[next.line]!;
    return [{ name, start: scan.starts[heading.line]!, end, line: heading.line + linesBefore + 1 }];
  });
}

/** A heading behind a fence or an HTML block that is never closed would be part of it. */
function openAtEnd(text: string, file: string): Diagnostic | undefined {
  const { bodyOffset } = splitFrontMatter(text);
  const probe = `${text}\n\n## ${SECTION_TITLES.chunks}\n`;
  const headings = scanLines(probe, bodyOffset).headings;
  const linesBefore = lineEndsBefore(text, bodyOffset);
  if (headings.at(-1)?.line === lineEndsBefore(probe, probe.length - 1) - linesBefore) return undefined;
  const fence = scanLines(text, bodyOffset).fences.find((block) => !block.closed);
  return {
    severity: 'error',
    code: fence === undefined ? 'TOPIC_SPEC_INVALID' : 'UNCLOSED_FENCE',
    message: 'The file ends inside a fenced block or an HTML block, so that no section can be written behind it.',
    file,
    ...(fence === undefined ? {} : { line: fence.firstLine + linesBefore + 1 }),
    remedy: 'Close the block.',
  };
}

function repeated(title: string, file: string, line: number): Diagnostic {
  return {
    severity: 'warning',
    code: 'TOPIC_SPEC_INVALID',
    message: `A second section "${title}" stands here; it is the tool's too, and goes when the file is next written.`,
    file,
    line,
    remedy: 'Take it out, or give what people wrote in it another heading.',
  };
}
