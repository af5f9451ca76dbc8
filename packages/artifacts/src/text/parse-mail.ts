import { Transform } from 'node:stream';
import { TopicmillError } from '@topicmill/base/diagnostics';
import iconv from 'iconv-lite';
import { type Attachment, type HeaderLines, type Headers, MailParser } from 'mailparser';
import { type DetectedEncoding, detectEncoding, isEncoding, isUtf8, wideEncoding } from './decode-text.js';

/** A parsed mail: what its headers say, its texts as they are nested, and its attachments. */
export interface MailParts {
  readonly headers: Headers;
  readonly headerLines: HeaderLines;
  readonly root: MailNode;
  readonly attachments: readonly Attachment[];
  /** Encodings that no header named, and that were detected. */
  readonly detectedEncodings: readonly DetectedEncoding[];
}

/** A part of a mail. */
export interface MailNode {
  readonly contentType: string;
  readonly children: readonly MailNode[];
  /** Text of a part that is one and is not an attachment. */
  readonly textContent?: string;
}

/** What mailparser has besides its published interface; its version is fixed. */
interface ParserInternals {
  readonly tree: MailNode;
  readonly headers: Headers;
  readonly headerLines: HeaderLines;
  decoder: { decodeStream(charset: string): Transform };
  createNode(node: SplitNode): { contentType: string; charset?: string };
}

/** A part as it is split off. Lines of headers are binary strings. */
interface SplitNode {
  readonly charset: string | false;
  readonly headers: { getList(): { line: string }[] };
}

/** Bytes of a mail from which the encoding of its headers is detected. */
const SAMPLE_BYTES = 65_536;
/** Charsets that mailers declare for text in UTF-8 too; text that is valid in UTF-8 by chance is not made of words. */
const OFTEN_WRONG = /^(?:us-?ascii|ascii|utf-?8|iso-8859-1|iso-8859-15|latin1|windows-1252|cp1252)$/i;
const UTF8_OR_ASCII = /^(?:utf-?8|us-?ascii|ascii)$/i;
const BEYOND_ASCII = /[\x80-\xff]/;
const JAPANESE_ESCAPE = /\x1b(?:\$[@B]|\(J)/;
const META_CHARSET = /<meta\b[^<>]{0,200}?charset=["']?([\w-]{1,40})/i;
/** Beginning of an HTML part that is searched for its charset, in bytes. */
const META_SEARCH_BYTES = 4_096;

/**
 * Takes a raw mail (MIME) apart. Text without a charset, with an unknown one, or with one that its bytes refute is read in the
 * encoding that fits them; so are headers with bytes beyond ASCII.
 *
 * @param encoding of texts whose own charset is not UTF-8, whatever they declare; `undefined` to believe or detect
 * @throws TopicmillError `MAIL_UNREADABLE` for one with more than 1,000 parts or 2 MB of headers
 */
export async function parseMail(source: Uint8Array, encoding: string | undefined): Promise<MailParts> {
  const options = { skipHtmlToText: true, skipImageLinks: true, skipTextLinks: true, skipTextToHtml: true };
  const parser = new MailParser(options);
  const internals = parser as unknown as ParserInternals;
  const detected = new Map<string, DetectedEncoding>();
  readTextsAsTheyAre(internals, source, encoding, (found) => {
    if (found.isGuess || !detected.has(found.name)) detected.set(found.name, found);
  });
  const attachments = await attachmentsOf(parser, source);
  const { headers, headerLines, tree: root } = internals;
  return { headers, headerLines, root, attachments, detectedEncodings: [...detected.values()] };
}

/** Puts the choice of an encoding between mailparser's parts and its decoders. */
function readTextsAsTheyAre(
  parser: ParserInternals,
  source: Uint8Array,
  encoding: string | undefined,
  onDetected: (encoding: DetectedEncoding) => void,
): void {
  const createNode = parser.createNode.bind(parser);
  const { decodeStream } = parser.decoder;
  const knownCharset = (name: string | undefined): string | undefined => {
    try {
      if (name === undefined || name === '') return undefined;
      decodeStream(name).destroy();
      return name;
    } catch {
      return undefined;
    }
  };
  parser.createNode = (node) => {
    const declared = node.charset === false ? '' : node.charset;
    const repaired = repairHeaders(node.headers.getList(), source, encoding ?? knownCharset(declared));
    if (repaired?.isGuess === true) onDetected(repaired);
    const made = createNode(node);
    // Never empty: mailparser asks no decoder for text that it takes for UTF-8.
    if (/^text\//i.test(made.contentType)) made.charset = `${made.contentType} ${declared}`;
    return made;
  };
  parser.decoder = {
    decodeStream(label) {
      const [contentType, declared = ''] = label.split(' ') as [string, string?];
      if (encoding === undefined && knownCharset(declared) !== undefined && !OFTEN_WRONG.test(declared)) {
        return decodeStream(declared);
      }
      return bufferedDecoder((bytes) => {
        const named = { encoding, declared: knownCharset(declared) };
        const { name, isGuess } = charsetOf(bytes, source, contentType, named, knownCharset);
        if (isGuess !== undefined) onDetected({ name, isGuess });
        return name === 'UTF-8' ? undefined : decodeStream(name);
      });
    },
  };
}

/** Collects the bytes of a text, and decodes them by what they turn out to be; `undefined` leaves them as they are. */
function bufferedDecoder(decoderFor: (bytes: Buffer) => Transform | undefined): Transform {
  const parts: Buffer[] = [];
  return new Transform({
    transform(part: Buffer, _, done) {
      parts.push(part);
      done();
    },
    flush(done) {
      const bytes = Buffer.concat(parts);
      const decoder = decoderFor(bytes);
      if (decoder === undefined) {
        done(null, bytes);
        return;
      }
      decoder.on('data', (decoded: string | Buffer) => this.push(Buffer.from(decoded as string)));
      decoder.on('end', () => done());
      decoder.on('error', done);
      decoder.end(bytes);
    },
  });
}

/** What the command line and a header call the encoding of a text. */
interface NamedEncodings {
  readonly encoding: string | undefined;
  readonly declared: string | undefined;
}

/**
 * The encoding of a text: what the command line or its header names, unless that is UTF-8 or ASCII, which it is not, or a charset of
 * the West that its words refute.
 *
 * @returns `isGuess` only of an encoding that was detected
 */
function charsetOf(
  bytes: Uint8Array,
  source: Uint8Array,
  contentType: string,
  { encoding, declared }: NamedEncodings,
  knownCharset: (name: string | undefined) => string | undefined,
): Pick<DetectedEncoding, 'name'> & Partial<DetectedEncoding> {
  const named = encoding ?? declared;
  const isNamed = named !== undefined && !UTF8_OR_ASCII.test(named);
  const wide = isNamed ? undefined : wideEncoding(bytes);
  if (wide !== undefined) return { name: wide, isGuess: false };
  const head = Buffer.from(bytes.subarray(0, META_SEARCH_BYTES)).toString('latin1');
  if (isUtf8(bytes)) {
    return JAPANESE_ESCAPE.test(head) ? { name: 'ISO-2022-JP', isGuess: false } : { name: 'UTF-8' };
  }
  if (isNamed) return (encoding === undefined ? refutation(bytes, named) : undefined) ?? { name: named };
  const meta = /html/i.test(contentType) ? knownCharset(META_CHARSET.exec(head)?.[1]) : undefined;
  return meta === undefined || UTF8_OR_ASCII.test(meta) ? detectIn(bytes, source) : { name: meta };
}

/**
 * The encoding in which a text has words that is declared to be in one of the West, and a guess where it has some in both.
 * `undefined` where the charset is right.
 */
function refutation(bytes: Uint8Array, declared: string): DetectedEncoding | undefined {
  const found = detectEncoding(bytes.subarray(0, SAMPLE_BYTES));
  if (found === undefined || found.isGuess || found.name === 'windows-1252') return undefined;
  return found.isWesternToo === true ? { name: declared, isGuess: true } : found;
}

/** Of a text that is too short to show its encoding, that of the mail that it is a part of. */
function detectIn(bytes: Uint8Array, source: Uint8Array): DetectedEncoding {
  const found = detectEncoding(bytes);
  if (found?.isGuess === false) return found;
  // Lines in ASCII are those of headers, whose words are of no language.
  const lines = Buffer.from(source.subarray(0, SAMPLE_BYTES)).toString('latin1').split('\n');
  const around = detectEncoding(Buffer.from(lines.filter((line) => BEYOND_ASCII.test(line)).join('\n'), 'latin1'));
  return around?.isGuess === false ? around : (found ?? { name: 'windows-1252', isGuess: true });
}

/** Brings headers with bytes beyond ASCII that are not UTF-8 to UTF-8, in which mailparser reads them. */
function repairHeaders(
  lines: readonly { line: string }[],
  source: Uint8Array,
  charset: string | undefined,
): DetectedEncoding | undefined {
  const raw = lines.filter(({ line }) => /[\x80-\xff]/.test(line) && !isUtf8(Buffer.from(line, 'latin1')));
  if (raw.length === 0) return undefined;
  const isFit = charset !== undefined && isEncoding(charset) && !UTF8_OR_ASCII.test(charset);
  const bytes = Buffer.from(raw.map(({ line }) => line).join('\n'), 'latin1');
  const used = isFit ? { name: charset, isGuess: false } : detectIn(bytes, source);
  for (const header of raw) {
    header.line = Buffer.from(iconv.decode(Buffer.from(header.line, 'latin1'), used.name)).toString('latin1');
  }
  return used;
}

function attachmentsOf(parser: MailParser, source: Uint8Array): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(unreadable(cause));
    parser.on('error', fail);
    parser.on('end', () => resolve(attachments));
    parser.on('data', (part) => {
      if (part.type !== 'attachment') return;
      const bytes: Buffer[] = [];
      part.content.on('data', (piece: Buffer) => bytes.push(piece));
      part.content.on('error', fail);
      part.content.on('end', () => {
        attachments.push({ ...part, content: Buffer.concat(bytes) } as unknown as Attachment);
        part.release();
      });
    });
    parser.end(Buffer.from(source));
  });
}

function unreadable(cause: unknown): TopicmillError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new TopicmillError('MAIL_UNREADABLE', `The email cannot be parsed: ${reason}.`, {
    remedy: 'Open it in a mail program, and save its text or what is attached to it.',
    cause,
  });
}
