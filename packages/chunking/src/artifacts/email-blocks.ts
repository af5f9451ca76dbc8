import type { Block } from './artifact-chunk.js';

/** A line of an email's text. */
interface MailLine {
  readonly startChar: number;
  /** After the line end. */
  readonly endChar: number;
  /** How often it is quoted; a blank line is quoted like the line before it. */
  readonly depth: number;
  /** Its beginning without quote marks and outer white space. */
  readonly text: string;
}

const MAX_DEPTH = 20;
const QUOTE_MARKS = /^(?:\s{0,3}>)+/;
const MIN_HEADER_LINES = 3;

const DASHED_TITLE = /^-{2,}\s?\p{L}[^-]*\p{L}[^-]*-{2,}$/u;
const FORWARD_TITLE =
  /^(?:Begin forwarded message|Anfang der weitergeleiteten Nachricht|Début du message (?:réexpédié|transféré)|Inicio del mensaje reenviado|Inizio messaggio inoltrato|下面是被转发的邮件)\s?[:：]$/iu;
const RULE = /^_{10,}$/;
const SENDER_LINE = /^\*?(?:From|Von|De|Da|Van|Från|Fra|Od|От|发件人|寄件者|差出人|보낸 사람)\*?\s?[:：]/iu;
const HEADER_LINE =
  /^\*?(?:From|Sent|Date|To|Cc|Bcc|Subject|Reply-To|Importance|Attachments|Von|Gesendet|Datum|An|Betreff|De|Envoyé|À|Objet|Enviado|Fecha|Para|CC|Asunto|Da|Inviato|Data|A|Oggetto|Assunto|Van|Verzonden|Aan|Onderwerp|Från|Skickat|Till|Ämne|Fra|Sendt|Til|Emne|Od|Wysłano|Do|Temat|От|Отправлено|Дата|Кому|Копия|Тема|发件人|发送时间|收件人|抄送|主题|寄件者|寄件日期|收件者|主旨|差出人|送信日時|宛先|件名|보낸 사람|보낸 날짜|받는 사람|제목)\*?\s?[:：]/iu;
const ATTRIBUTIONS = [
  /^(?:On|Am|Le|El|Il|Em|Op|Den|Dne|Dnia|W dniu|På|Vào|Pada)(?!\p{L}).+(?<!\p{L})(?:wrote|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev|napsal|pisze|napisał\(?a?\)?)(?!\p{L}).*[:：]$/iu,
  /^(?:在|于|於).+(?:写道|寫道)\s?[:：]$/u,
  /\d.*<[^<>\s]+@[^<>\s]+>(?:\s?(?:wrote|schrieb|написал\(?а?\)?|のメール|님이 작성))?\s?[:：]$/u,
];

/** What is enough right above a quote: a name and a verb. */
const ABOVE_QUOTE = [
  ...ATTRIBUTIONS,
  /\p{Lu}.*(?<!\p{L})(?:wrote|writes|schrieb|schreibt|écrit|escribió|scritto|scrive|escreveu|schreef|geschreven|skrev|napsal|pisze|napisał\(?a?\)?|написал\(?а?\)?)(?!\p{L}).*[:：]$/u,
];

/** The lines of a mail with their quoting. */
function mailLines(text: string): MailLine[] {
  let before = 0;
  return textLines(text).map(({ startChar, endChar, head }) => {
    const marks = QUOTE_MARKS.exec(head)?.[0] ?? '';
    const isBlank = head === '';
    const depth = isBlank ? before : Math.min(MAX_DEPTH, marks.replace(/[^>]/g, '').length);
    before = depth;
    return { startChar, endChar, depth, text: head.slice(marks.length).trim() };
  });
}

/** Whether another mail begins at a line without being quoted: a separator, header lines, or the naming of its writer. */
function startsForward(lines: readonly MailLine[], at: number, end: number): boolean {
  const { text } = lines[at]!;
  if (DASHED_TITLE.test(text) || FORWARD_TITLE.test(text)) return true;
  if (RULE.test(text)) return startsHeader(lines, nextWithText(lines, at + 1, end), end);
  if (SENDER_LINE.test(text)) return startsHeader(lines, at, end) && !isSeparated(lines, at);
  return [at + 1, Math.min(end, at + 2)].some((next) => isAttribution(lines.slice(at, next), ATTRIBUTIONS));
}

/** Whether the lines, joined, say who wrote what comes after them. */
function isAttribution(lines: readonly MailLine[], patterns: readonly RegExp[]): boolean {
  const joined = lines.map(({ text }) => text).join(' ');
  return joined.length <= 300 && /[:：]$/.test(joined) && patterns.some((pattern) => pattern.test(joined));
}

/** Whether header lines, the sender first, begin at a line. */
function startsHeader(lines: readonly MailLine[], at: number, end: number): boolean {
  if (at >= end || !SENDER_LINE.test(lines[at]!.text)) return false;
  let count = 0;
  for (let line = at; line < Math.min(end, at + 8); line++) if (HEADER_LINE.test(lines[line]!.text)) count++;
  return count >= MIN_HEADER_LINES;
}

/** Whether a separator is right before a line. */
function isSeparated(lines: readonly MailLine[], at: number): boolean {
  let before = at - 1;
  while (before >= 0 && lines[before]!.text === '') before--;
  const text = lines[before]?.text ?? '';
  return DASHED_TITLE.test(text) || FORWARD_TITLE.test(text) || RULE.test(text);
}

function nextWithText(lines: readonly MailLine[], at: number, end: number): number {
  let next = at;
  while (next < end && lines[next]!.text === '') next++;
  return next;
}

/**
 * The replies of an email's text: what one person wrote, what they quote, message by message. A quote contains the quotes
 * inside it; a forwarded mail begins at its separator or its header lines, a quote at the line that says who wrote it.
 */
export function emailBlocks(text: string): readonly Block[] {
  const lines = mailLines(text);
  return lines.length === 0 ? [] : blocksAt(lines, 0, lines.length, 0);
}

/** The blocks of the lines from `first` to `end`, all quoted at least `depth` times. */
function blocksAt(lines: readonly MailLine[], first: number, end: number, depth: number): Block[] {
  const blocks: Block[] = [];
  let start = first;
  for (let at = first; at < end; ) {
    if (lines[at]!.depth > depth) {
      const quoteStart = attributionStart(lines, start, at, depth);
      if (quoteStart > start) blocks.push(lineBlock(lines, start, quoteStart));
      const quoteEnd = endOfQuote(lines, at, end, depth);
      blocks.push(quoteBlock(lines, quoteStart, at, quoteEnd));
      start = quoteEnd;
      at = quoteEnd;
    } else {
      if (at > start && startsForward(lines, at, end)) {
        blocks.push(lineBlock(lines, start, at));
        start = at;
      }
      at++;
    }
  }
  if (end > start) blocks.push(lineBlock(lines, start, end));
  return blocks;
}

function lineBlock(lines: readonly MailLine[], first: number, end: number): Block {
  return { startChar: lines[first]!.startChar, endChar: lines[end - 1]!.endChar };
}

/** A quote with the line before it that names its writer, and the quotes inside it. */
function quoteBlock(lines: readonly MailLine[], first: number, quoted: number, end: number): Block {
  let depth = lines[quoted]!.depth;
  for (let at = quoted; at < end; at++) depth = Math.min(depth, lines[at]!.depth);
  const inner = blocksAt(lines, quoted, end, depth);
  if (inner.length === 1)
    return { ...lineBlock(lines, first, end), ...(inner[0]!.inner && { inner: inner[0]!.inner }) };
  const [head, ...others] = inner;
  return { ...lineBlock(lines, first, end), inner: [{ ...head!, startChar: lines[first]!.startChar }, ...others] };
}

function endOfQuote(lines: readonly MailLine[], at: number, end: number, depth: number): number {
  let quoteEnd = at;
  while (quoteEnd < end && lines[quoteEnd]!.depth > depth) quoteEnd++;
  return quoteEnd;
}

/** First line of the attribution that ends right before the quote at `at`, blank lines between them or not; else `at`. */
function attributionStart(lines: readonly MailLine[], first: number, at: number, depth: number): number {
  let last = at - 1;
  while (last >= first && lines[last]!.text === '') last--;
  for (let start = last; start >= Math.max(first, last - 2); start--) {
    if (lines[start]!.depth !== depth || lines[start]!.text === '') break;
    if (isAttribution(lines.slice(start, last + 1), ABOVE_QUOTE)) return start;
  }
  return at;
}

/** Characters of a line that patterns are tried on. */
const MAX_MATCHED_LENGTH = 300;
const LINE_END = /\r\n|\n|\r/g;

/** A line of a text. Offsets are UTF-16. */
export interface TextLine {
  readonly startChar: number;
  /** After the line end. */
  readonly endChar: number;
  /** The line's beginning, up to 300 characters, without white space at its end. */
  readonly head: string;
}

/** The lines of a text; a line end is CRLF, LF or CR. */
export function textLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let startChar = 0;
  for (const { 0: lineEnd, index } of text.matchAll(LINE_END)) {
    const endChar = index + lineEnd.length;
    lines.push({ startChar, endChar, head: mailHead(text, startChar, index) });
    startChar = endChar;
  }
  if (startChar < text.length) {
    lines.push({ startChar, endChar: text.length, head: mailHead(text, startChar, text.length) });
  }
  return lines;
}

function mailHead(text: string, start: number, end: number): string {
  return text.slice(start, Math.min(end, start + MAX_MATCHED_LENGTH)).trimEnd();
}
