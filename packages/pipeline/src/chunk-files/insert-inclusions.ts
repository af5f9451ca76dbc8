import type { Diagnostic } from '@topicmill/base/diagnostics';
import { type Chunk, trimBlankLines } from '@topicmill/chunking';
import {
  type Dialect,
  findInclusions,
  type IncludedLines,
  type Inclusion,
  includedLines,
  isDialectScan,
  LineKind,
  type LineScan,
  lineNumberAt,
  scanMarkdown,
} from '@topicmill/text/markdown';
import type { ManifestChunk } from '@topicmill/topics/formats';
import { includesFurther, isMadeElsewhere } from '../sources/index.js';
import type { PublishedPage } from './chunk-addresses.js';

type ManifestInclusion = NonNullable<ManifestChunk['inclusions']>[number];
type FurtherLines = NonNullable<ManifestInclusion['includes']>;

/** A page whose inclusions are to be filled. */
export interface IncludingPage {
  readonly text: string;
  readonly bodyOffset: number;
  readonly dialect: Dialect | undefined;
  readonly displayPath: string;
  readonly published: PublishedPage;
}

/** A chunk file with the text that is not its chunk's own. */
export interface FilledChunk {
  readonly text: string;
  readonly inclusions: readonly ManifestInclusion[];
  /** What only the HTML of its section has. */
  readonly published?: ManifestChunk['published_text'];
}

/** What the inclusions of a page put where. */
export interface PageInclusions {
  /** @param text of the chunk's file as the page has it */
  readonly fill: (chunk: Chunk, text: string) => FilledChunk;
  readonly diagnostics: readonly Diagnostic[];
  /** UTF-16 offsets of the directives that files fill. */
  readonly filledAt: ReadonlySet<number>;
}

interface Insertion {
  /** UTF-16 offset in the page after the directive. */
  readonly offset: number;
  readonly file: string;
  readonly lines: IncludedLines;
  /** What the file includes itself. */
  readonly further: FurtherLines;
  /** As it is inserted. */
  readonly text: string;
}

/** The text of the files that a page includes, after the directives that include them; `undefined` for a page that includes none. */
export function inclusionsOf(page: IncludingPage): PageInclusions | undefined {
  const { text, bodyOffset, dialect, published } = page;
  const form = dialect?.inclusions;
  if (form === undefined || published.page.inclusions === undefined) return undefined;
  const scan = scanMarkdown(text, { bodyOffset, dialect });
  const written = isDialectScan(scan) ? [...scan.inclusions].sort((a, b) => a.startOffset - b.startOffset) : [];
  const insertions: Insertion[] = [];
  const filledAt = new Set<number>();
  const diagnostics: Diagnostic[] = [];
  const itself = JSON.stringify([published.page.path, undefined, undefined, undefined]);
  for (const inclusion of written) {
    const reader = new InclusionReader(published, form);
    const shown = reader.read(inclusion, undefined, [itself]);
    if (isSure(form, published) && !isSample(inclusion, text, scan)) {
      diagnostics.push(...reader.faults.map((fault) => diagnosticOf(fault, inclusion, page)));
    }
    if (shown === undefined) continue;
    const filledIn = form === 'partials' ? withProps(shown.lines.text, text, inclusion) : shown.lines.text;
    const added = formatInsertion(inclusion, text, filledIn, shown.file);
    insertions.push({ ...shown, offset: inclusion.endOffset, text: added });
    filledAt.add(inclusion.startOffset);
  }
  return { fill: (chunk, file) => filled(chunk, file, text, insertions), diagnostics, filledAt };
}

const PROP = /\{[ \t]{0,9}props\.(\w{1,100})[ \t]{0,9}\}/g;
const ATTRIBUTE = /\s(\w{1,100})=(["'])([^"'{}<>]{0,300})\2/g;

/** A partial with the texts that its tag gives to it in place of their names. */
function withProps(partial: string, page: string, { startOffset, endOffset }: Inclusion): string {
  if (!partial.includes('props.')) return partial;
  const texts = new Map(
    [...page.slice(startOffset, endOffset).matchAll(ATTRIBUTE)].map(([, name, , value]) => [name, value]),
  );
  return partial.replace(PROP, (written, name: string) => texts.get(name) ?? written);
}

/** Whether what is not found is a fault: names of Hugo's shortcodes are only likely, and themes have includes of Liquid. */
function isSure(form: Form, { page }: PublishedPage): boolean {
  return form !== 'liquid' && !(form === 'shortcodes' && page.generator === 'hugo');
}

/** Whether a tag is code that a page shows: templates of themes and the like include files of their own in the same way. */
function isSample({ line, startOffset }: Inclusion, text: string, { kinds }: LineScan): boolean {
  return kinds[line] === LineKind.Fence && text.startsWith('{%', startOffset);
}

type Form = NonNullable<Dialect['inclusions']>;

/** A fault of an inclusion, which is reported at the line of the inclusion in the page. */
interface InclusionFault {
  readonly code: 'INCLUSION_CIRCULAR' | 'INCLUSION_MISSING';
  readonly message: string;
}

type ShownFile = Pick<Insertion, 'file' | 'lines' | 'further'>;

/** What the inclusions of a page show, those in included files filled too. */
class InclusionReader {
  readonly faults: InclusionFault[] = [];

  constructor(
    private readonly published: PublishedPage,
    private readonly form: Form,
  ) {}

  /**
   * @param from path of the included file that includes it; `undefined` for the page itself
   * @param around keys of the inclusions that it is in
   */
  read(inclusion: Inclusion, from: string | undefined, around: readonly string[]): ShownFile | undefined {
    const { page, included } = this.published;
    if (isMadeElsewhere(inclusion.path, page.generator)) return undefined;
    const by = from === undefined ? '' : ` in ${from}`;
    const file = page.inclusions!.find((each) => each.written === inclusion.path && each.from === from)?.path;
    if (file === undefined && ALIAS.test(inclusion.path)) return undefined;
    if (file === undefined) return this.reportMissing(`The file is not in the repository: ${inclusion.path}${by}.`);
    const content = included(file)?.text;
    if (content === undefined) return this.reportMissing(`The file is not text: ${inclusion.path}${by}.`);
    const lines = includedLines(this.form, content, inclusion);
    if (lines === undefined) {
      return this.reportMissing(`${file} does not have what is included: ${inclusion.path}${by}.`);
    }
    const key = JSON.stringify([file, inclusion.anchor, inclusion.lines, inclusion.between]);
    if (around.includes(key)) {
      this.faults.push({
        code: 'INCLUSION_CIRCULAR',
        message: `${file} includes itself${by === '' ? '' : ` by ${from}`}.`,
      });
      return undefined;
    }
    const { text, further } = this.filled(lines.text, file, [...around, key]);
    return { file, lines: { ...lines, text }, further };
  }

  /** The text with what it includes in place of the marks, as generators show it. */
  private filled(text: string, file: string, around: readonly string[]): { text: string; further: FurtherLines } {
    const further: FurtherLines = [];
    if (!includesFurther(this.form, file)) return { text, further };
    let shown = '';
    let at = 0;
    for (const inclusion of findInclusions(this.form, text)) {
      const found = this.read(inclusion, file, around);
      const added = found === undefined ? '' : formatInsertion(inclusion, text, found.lines.text, found.file);
      if (found !== undefined) further.push(furtherLines(found), ...found.further);
      shown += text.slice(at, inclusion.startOffset) + added.replace(/^\n[ \t]*/, '');
      at = inclusion.endOffset;
    }
    return { text: shown + text.slice(at), further };
  }

  private reportMissing(message: string): undefined {
    this.faults.push({ code: 'INCLUSION_MISSING', message });
  }
}

function furtherLines({ file, lines: { firstLine, lastLine } }: ShownFile): FurtherLines[number] {
  return { file, first_line: firstLine, last_line: lastLine };
}

/** Tags whose files are shown as code, unless they are markdown or HTML. */
const TAG = /^\{(?:\{[<%]|%)/;
const MARKUP_FILE = /\.(?:md|markdown|mdx|qmd|rmd|html?|txt|inc|liquid)$/i;
const CODE = /^[ \t]*(?:<<<|\[!code|:::[ \t]*code|[`~:]{3,9}\{literalinclude|@\[code|\{[ \t]*\w|\{\*)|\{\{#play/i;
/** What it stands for is code of the site: a file that is not found may be somewhere else. */
const ALIAS = /^[@~]\//;
/** Without a blank line, markdown after a tag is HTML to whoever reads it as CommonMark. */
const COMPONENT = /^[ \t]*<[A-Z]/;

function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--;
  return start;
}

/** As the generator shows it: as a block of code, on lines of its own, or inside of a line. */
function formatInsertion({ startOffset, endOffset }: Inclusion, page: string, shown: string, path: string): string {
  const before = page.slice(lineStart(page, startOffset), startOffset);
  const after = /^[^\r\n]*/.exec(page.slice(endOffset))![0];
  const written = page.slice(startOffset, endOffset);
  if (before.trim() !== '' || after.trim() !== '') return shown;
  const indent = before + /^[ \t]*/.exec(written)![0];
  const isCode =
    CODE.test(written) || (TAG.test(written) && !MARKUP_FILE.test(path) && !isWithinFence(page, startOffset));
  const text = isCode ? asFencedCode(shown, path) : COMPONENT.test(written) ? `\n${shown}` : shown;
  return text
    .split('\n')
    .map((line) => `\n${line === '' ? '' : indent}${line}`)
    .join('');
}

/** Whether a line of code is above an offset that belongs to an open fence. */
function isWithinFence(page: string, offset: number): boolean {
  return [...page.slice(0, offset).matchAll(/^[ \t]*(?:`{3,}|~{3,})/gm)].length % 2 === 1;
}

function asFencedCode(code: string, path: string): string {
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
  for (const insertion of insertions) {
    const { offset, further, text: added } = insertion;
    if (offset <= chunk.startOffset || offset > chunk.endOffset) continue;
    text += file.slice(at, offset + shift);
    at = offset + shift;
    inclusions.push({
      ...furtherLines(insertion),
      ...{ start: text.length, end: text.length + added.length },
      ...(further.length === 0 ? {} : { includes: [...further] }),
    });
    text += added;
  }
  return { text: text + file.slice(at), inclusions };
}

const REMEDIES: Readonly<Record<InclusionFault['code'], string>> = {
  INCLUSION_CIRCULAR: 'Remove one of the inclusions.',
  INCLUSION_MISSING:
    'Correct the path or the name of the region; files outside the folder that contains topicmill.yaml are not read.',
};

function diagnosticOf(
  { code, message }: InclusionFault,
  { startOffset }: Inclusion,
  { text, displayPath }: IncludingPage,
): Diagnostic {
  const line = lineNumberAt(text, startOffset);
  return { severity: 'warning', code, message, file: displayPath, line, remedy: REMEDIES[code] };
}
