import { type ReadableText, unreadableDocument } from '../readable-text.js';
import { type Archive, isArchive, openArchive } from './open-archive.js';
import { isCalendar } from './read-calendar.js';
import { isNotebook } from './read-notebook.js';

/** What is known about a file besides its bytes. */
export interface FileFacts {
  readonly fileName?: string | undefined;
  /** Media type, `text/csv` for instance. */
  readonly contentType?: string | undefined;
}

/** How a kind of document is recognised and read. Readers are loaded when one of their kind is met. */
interface TextKind {
  isMeant(text: string, facts: { readonly ending: string; readonly contentType: string }): boolean;
  read(text: string): Promise<ReadableText>;
}

const TEXT_KINDS: readonly TextKind[] = [
  {
    isMeant: isCalendar,
    read: async (text) => (await import('./read-calendar.js')).readCalendar(text),
  },
  {
    isMeant: (text, { ending }) => ending === 'ipynb' || (ending !== 'json' && isNotebook(text)),
    read: async (text) => (await import('./read-notebook.js')).readNotebook(text),
  },
  {
    isMeant: (_, { ending, contentType }) => ending === 'csv' || contentType === 'text/csv',
    read: async (text) => (await import('./read-delimited.js')).readDelimited(text, undefined),
  },
  {
    isMeant: (_, { ending, contentType }) =>
      /^(?:tsv|tab)$/.test(ending) || contentType === 'text/tab-separated-values',
    read: async (text) => (await import('./read-delimited.js')).readDelimited(text, '\t'),
  },
  {
    isMeant: (text, { ending, contentType }) =>
      /^x?html?$/.test(ending) || /html/.test(contentType) || (!/^mdx?$/.test(ending) && isHtml(text)),
    read: async (text) => (await import('./read-html.js')).readHtml(text),
  },
  {
    isMeant: (text) => /^\ufeff?\{\\rtf\d/.test(text),
    read: async () => {
      throw unreadableDocument('Rich text (RTF) is not read.', 'Save it as .docx or .odt, and ingest that.');
    },
  },
];

function isHtml(text: string): boolean {
  return /^\ufeff?\s*(?:<\?xml[^<>]{0,200}>\s*)?(?:<!--[^>]{0,2000}-->\s*)?<(?:!doctype\s+html|html)[\s>]/i.test(text);
}

/**
 * The text of a document that is written as text with marks: a table of values, notebook, calendar or HTML.
 *
 * @returns `undefined` for other text
 * @throws TopicmillError `DOCUMENT_UNREADABLE`
 */
export async function readMarkedText(text: string, facts: FileFacts): Promise<ReadableText | undefined> {
  const ending = fileEnding(facts);
  const contentType = (facts.contentType ?? '').toLowerCase();
  return TEXT_KINDS.find(({ isMeant }) => isMeant(text, { ending, contentType }))?.read(text);
}

function fileEnding({ fileName = '' }: FileFacts): string {
  return /\.([a-z\d]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

/** Begins documents of office programs before 2007, encrypted ones since, and emails of Outlook. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const OLD_DOCUMENT = [
  'A document of an office program before 2007 is not read.',
  'Save it as .docx, .xlsx or .pptx, and ingest that.',
] as const;
/** Names in such files that say what they are. */
const COMPOUND_KINDS: readonly (readonly [name: string, what: string, remedy: string])[] = [
  ['EncryptedPackage', 'The document needs a password.', 'Save it without one, and ingest that.'],
  ['__substg1.0_', 'An email as Outlook saves it (.msg) is not read.', 'Save it as .eml, and ingest that.'],
  ...['WordDocument', 'Workbook', 'PowerPoint Document'].map((name) => [name, ...OLD_DOCUMENT] as const),
];

/**
 * The text of a document in an archive, as office programs write them.
 *
 * @returns `undefined` for bytes that are no such document
 * @throws TopicmillError `DOCUMENT_UNREADABLE`, `ARCHIVE_TOO_LARGE`
 */
export async function readPackedDocument(bytes: Uint8Array): Promise<ReadableText | undefined> {
  if (COMPOUND_FILE.equals(bytes.subarray(0, COMPOUND_FILE.length))) checkCompoundFile(Buffer.from(bytes));
  if (!isArchive(bytes)) return undefined;
  const archive = await openArchive(bytes);
  return packedKind(archive)?.read(archive);
}

function checkCompoundFile(bytes: Buffer): void {
  const found = COMPOUND_KINDS.find(([name]) => bytes.includes(Buffer.from(name, 'utf16le')));
  if (found !== undefined) throw unreadableDocument(found[1], found[2]);
}

/** A kind of document in an archive. */
interface PackedKind {
  /** Paths of files that only such a document has all of. */
  readonly signs: readonly string[];
  read(archive: Archive): Promise<ReadableText>;
}

const officeOf = async (archive: Archive): Promise<ReadonlyMap<string, Uint8Array>> =>
  (await import('./office-package.js')).officeParts(archive);

const PACKED_KINDS: readonly PackedKind[] = [
  {
    signs: ['word/document.xml'],
    read: async (archive) => (await import('./read-word.js')).readWord(await officeOf(archive)),
  },
  {
    signs: ['mimetype', 'META-INF/container.xml'],
    read: async (archive) => (await import('./read-book.js')).readBook(archive),
  },
  {
    signs: ['xl/workbook.xml'],
    read: async (archive) => (await import('./read-workbook.js')).readWorkbook(await officeOf(archive)),
  },
  {
    signs: ['ppt/presentation.xml'],
    read: async (archive) => (await import('./read-slides.js')).readSlides(await officeOf(archive)),
  },
  {
    signs: ['mimetype', 'content.xml'],
    read: async (archive) => (await import('./read-open-document.js')).readOpenDocument(archive),
  },
  {
    signs: ['xl/workbook.bin'],
    read: async () => {
      throw unreadableDocument('A binary workbook (.xlsb) is not read.', 'Save it as .xlsx, and ingest that.');
    },
  },
];

function packedKind({ entries }: Archive): PackedKind | undefined {
  const paths = new Set(entries.map(({ path }) => path));
  return PACKED_KINDS.find(({ signs }) => signs.every((path) => paths.has(path)));
}

/** Whether an archive is one document, not several files. */
export function isPackedDocument(archive: Archive): boolean {
  return packedKind(archive) !== undefined;
}
