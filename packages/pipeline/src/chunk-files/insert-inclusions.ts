import type { Diagnostic } from '@topicmill/base/diagnostics';
import { type Chunk, trimBlankLines } from '@topicmill/chunking';
import {
  type Dialect,
  type IncludedLines,
  type Inclusion,
  includedLines,
  isDialectScan,
  lineNumberAt,
  scanMarkdown,
} from '@topicmill/text/markdown';
import type { ManifestChunk } from '@topicmill/topics/formats';
import type { PublishedPage } from './chunk-addresses.js';

type ManifestInclusion = NonNullable<ManifestChunk['inclusions']>[number];

/** A page whose inclusions are to be filled. */
export interface IncludingPage {
  readonly text: string;
  readonly bodyOffset: number;
  readonly dialect: Dialect | undefined;
  readonly displayPath: string;
  readonly published: PublishedPage;
}

/** A chunk file with the text that its chunk includes. */
export interface FilledChunk {
  readonly text: string;
  readonly inclusions: readonly ManifestInclusion[];
}

/** What the inclusions of a page put where. */
export interface PageInclusions {
  /** @param text of the chunk's file as the page has it */
  readonly fill: (chunk: Chunk, text: string) => FilledChunk;
  readonly diagnostics: readonly Diagnostic[];
}

interface Insertion {
  /** UTF-16 offset in the page after what stands for the text. */
  readonly offset: number;
  readonly file: string;
  readonly lines: IncludedLines;
  /** As it is inserted. */
  readonly text: string;
}

/** The text of the files that a page includes, after what stands for it; `undefined` for a page that includes none. */
export function inclusionsOf(page: IncludingPage): PageInclusions | undefined {
  const { text, bodyOffset, dialect, published } = page;
  const form = dialect?.inclusions;
  if (form === undefined || published.page.inclusions === undefined) return undefined;
  const scan = scanMarkdown(text, { bodyOffset, dialect });
  const written = isDialectScan(scan) ? [...scan.inclusions].sort((a, b) => a.startOffset - b.startOffset) : [];
  const insertions: Insertion[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const inclusion of written) {
    const found = insertionOf(inclusion, page, form);
    if ('missing' in found) diagnostics.push(missing(inclusion, found.missing, page));
    else insertions.push(found);
  }
  return { fill: (chunk, file) => filled(chunk, file, text, insertions), diagnostics };
}

function insertionOf(
  inclusion: Inclusion,
  { text, published: { page, included } }: IncludingPage,
  form: NonNullable<Dialect['inclusions']>,
): Insertion | { readonly missing: string } {
  const path = page.inclusions!.find(({ written }) => written === inclusion.path)?.path;
  if (path === undefined) return { missing: 'The file is not in the repository' };
  const content = included(path)?.text;
  if (content === undefined) return { missing: 'The file is not text' };
  const lines = includedLines(form, content, inclusion);
  if (lines === undefined) return { missing: `${path} does not have what is included` };
  return { offset: inclusion.endOffset, file: path, lines, text: inserted(inclusion, text, lines.text, path) };
}

const CODE = /^[ \t]*<<<|\{\{#play/;
const LINE_BEFORE = /[^\r\n]*$/;

/** As the generator shows it: as a block of code, on lines of its own, or inside of a line. */
function inserted({ startOffset, endOffset }: Inclusion, page: string, shown: string, path: string): string {
  const before = LINE_BEFORE.exec(page.slice(0, startOffset))![0];
  const after = /^[^\r\n]*/.exec(page.slice(endOffset))![0];
  const written = page.slice(startOffset, endOffset);
  if (before.trim() !== '' || after.trim() !== '') return shown;
  const indent = before + /^[ \t]*/.exec(written)![0];
  const text = CODE.test(written) ? fenced(shown, path) : shown;
  return text
    .split('\n')
    .map((line) => `\n${line === '' ? '' : indent}${line}`)
    .join('');
}

function fenced(code: string, path: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const language = /\.([\w+-]+)$/.exec(path)?.[1] ?? '';
  return `${fence}${language}\n${code}\n${fence}`;
}

function filled(chunk: Chunk, file: string, page: string, insertions: readonly Insertion[]): FilledChunk {
  const own = page.slice(chunk.startOffset, chunk.endOffset);
  const written = trimBlankLines(own);
  // The file ends with the own text and a line end.
  const shift = file.length - 1 - written.length - (chunk.startOffset + own.indexOf(written));
  let text = '';
  let at = 0;
  const inclusions: ManifestInclusion[] = [];
  for (const { offset, lines, file: path, text: added } of insertions) {
    if (offset <= chunk.startOffset || offset > chunk.endOffset) continue;
    text += file.slice(at, offset + shift);
    at = offset + shift;
    const { firstLine, lastLine } = lines;
    inclusions.push({
      ...{ file: path, first_line: firstLine, last_line: lastLine },
      ...{ start: text.length, end: text.length + added.length },
    });
    text += added;
  }
  return { text: text + file.slice(at), inclusions };
}

function missing(inclusion: Inclusion, what: string, { text, displayPath }: IncludingPage): Diagnostic {
  return {
    severity: 'warning',
    code: 'INCLUSION_MISSING',
    message: `${what}: ${inclusion.path}.`,
    file: displayPath,
    line: lineNumberAt(text, inclusion.startOffset),
    remedy: 'Correct the path or the name of the region; files outside of the folder of topicmill.yaml are not read.',
  };
}
