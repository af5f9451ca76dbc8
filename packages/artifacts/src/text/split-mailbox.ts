/**
 * How the line before each mail is written: with a time; with a sender alone, or with nothing, by programs that leave out
 * the rest; with the fixed time of `git format-patch`; or as four control characters (MMDF).
 */
type SeparatorForm = 'dated' | 'undated' | 'patch' | 'mmdf';

const WEEKDAY = String.raw`(?:[^\s\d,]{2,12},?\s+)?`;
const MONTH = String.raw`[^\s\d]{3,12}`;
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2})?`;
const ZONE = String.raw`(?:[A-Z]{1,5}|[+-]\d{4})`;
const DATE = [
  // Tue May  7 16:30:11 2024; Tue May 07 16:30 CEST 2024; Fri Jul  8 12:08:34 2011 +0200
  String.raw`${WEEKDAY}${MONTH}\s+\d{1,2},?\s+${TIME}(?:\s+${ZONE})?\s+\d{4}`,
  // Tue, 7 May 2024 16:30:11 +0200
  String.raw`${WEEKDAY}\d{1,2}\s+${MONTH}\s+\d{4}\s+${TIME}`,
  // Tue May 7 2024 16:30:11
  String.raw`${WEEKDAY}${MONTH}\s+\d{1,2},?\s+\d{4}\s+${TIME}`,
  // 2024-05-07T16:30:11Z
  String.raw`\d{4}-\d{2}-\d{2}[T\s]${TIME}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?`,
].join('|');
const DATED_SEPARATOR = new RegExp(
  String.raw`^From\s+\S.{0,300}?\s+(?:${DATE})(?:\s+${ZONE})?(?:\s+\([^()]*\))?(?:\s+remote from \S+)?\s*$`,
);
/** In UTF-16 units; programs write an address and a date. */
const MAX_SEPARATOR_LENGTH = 1000;
const UNDATED_SEPARATOR = /^From(?: (?:-|[^\s<>:]+@[^\s<>:]+|MAILER-DAEMON)?)?\s*$/;
const PATCH = /^From [0-9a-f]{40,64} Mon Sep 17 00:00:00 2001\s*$/;
const MMDF = /^\x01{4}\s*$/;

/** A line of text that would have looked like a separator. */
const QUOTED_SEPARATOR = /^>+From /;

const HEADER_LINE = /^[!-9;-~]{1,200}[ \t]*:/;
const KNOWN_HEADER =
  /^(?:From|To|Cc|Date|Subject|Message-ID|Received|Return-Path|Delivered-To|MIME-Version|Content-Type|Reply-To|Sender|Status|X-[\w-]+)[ \t]*:/i;
/** Header lines that are looked at to decide whether they are a mail's. */
const MAX_LOOKED_AT = 500;

/** Whether a file contains emails one after the other (mbox), by its name or by how it begins. */
export function isMailbox(fileName: string, head: string): boolean {
  if (/\.(?:mbox|mbx)$/i.test(fileName)) return true;
  const [first = '', ...next] = lineBreaks(head.replace(/^(?:\ufeff|\xef\xbb\xbf)/, ''));
  const form = separatorForm(first);
  return form !== undefined && isConfirmed(form, [first, ...next], true);
}

/**
 * The emails of a mailbox (mbox; quoting by `>` is undone), each as it was sent. A line is a separator if it has the form of
 * one and header lines follow; which forms count depends on the first, since a mail may contain a patch or another mailbox.
 * What is before the first separator comes first, as it is. Only one mail is in memory at a time.
 *
 * @param parts the file's bytes, cut anywhere
 */
export async function* splitMailbox(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let lines: string[] = [];
  let first: SeparatorForm | undefined;
  /** A line that may be a separator, and the header lines after it. */
  let pending: string[] = [];
  let form: SeparatorForm | undefined;

  function* flush(isBlockEnded: boolean): Generator<Uint8Array> {
    if (form !== undefined && isConfirmed(form, pending, isBlockEnded)) {
      first ??= form;
      if (hasText(lines)) yield encodeMail(lines);
      lines = [];
      pending.shift();
    }
    for (const line of pending) lines.push(QUOTED_SEPARATOR.test(line) && first !== 'mmdf' ? line.slice(1) : line);
    pending = [];
    form = undefined;
  }

  for await (const line of linesOf(parts)) {
    const bare = line.replace(/\r$/, '');
    if (form !== undefined && pending.length < MAX_LOOKED_AT && isHeaderLine(bare)) {
      pending.push(line);
      continue;
    }
    yield* flush(bare === '');
    form = separatorForm(bare);
    if (form !== undefined && !counts(form, first)) form = undefined;
    pending.push(line);
    if (form === undefined || form === 'mmdf') yield* flush(false);
  }
  yield* flush(true);
  if (hasText(lines)) yield encodeMail(lines);
}

function separatorForm(line: string): SeparatorForm | undefined {
  if (MMDF.test(line)) return 'mmdf';
  if (!line.startsWith('From') || line.length > MAX_SEPARATOR_LENGTH) return undefined;
  if (PATCH.test(line)) return 'patch';
  if (DATED_SEPARATOR.test(line)) return 'dated';
  return UNDATED_SEPARATOR.test(line) ? 'undated' : undefined;
}

/** Whether a form is a separator in a mailbox whose first one has another. */
function counts(form: SeparatorForm, first: SeparatorForm | undefined): boolean {
  return first === undefined || form === first || (form === 'dated' && first === 'undated');
}

/** @param isBlockEnded whether the header lines end with a blank line, as those of a mail do */
function isConfirmed(form: SeparatorForm, [, ...next]: readonly string[], isBlockEnded: boolean): boolean {
  if (form === 'mmdf') return true;
  const count = headerCount(next);
  return count >= 2 || (count === 1 && form === 'dated' && isBlockEnded);
}

function isHeaderLine(line: string): boolean {
  return HEADER_LINE.test(line) || /^[ \t]+\S/.test(line) || QUOTED_SEPARATOR.test(line);
}

/** Different known headers at the beginning of some lines. */
function headerCount(lines: readonly string[]): number {
  const names = new Set<string>();
  for (const line of lines) {
    if (!isHeaderLine(line)) break;
    const name = KNOWN_HEADER.exec(line)?.[0];
    if (name !== undefined) names.add(name.toLowerCase());
  }
  return names.size;
}

function hasText(lines: readonly string[]): boolean {
  return lines.some((line) => /[^\s\x01]/.test(line));
}

/** Lines without their line end, a byte a character; where there is no LF at all, a line ends with a CR. */
async function* linesOf(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  let isFirst = true;
  let lineEnd: '\n' | '\r' | undefined;
  for await (const part of parts) {
    let text = Buffer.from(part).toString('latin1');
    if (isFirst) {
      text = rest + text;
      rest = '';
      isFirst = text.length < BOM.length;
      if (text.startsWith(BOM)) text = text.slice(BOM.length);
    }
    if (lineEnd === undefined && text.includes('\n')) lineEnd = '\n';
    else if (lineEnd === undefined && rest.length + text.length > MAX_LINE_LENGTH) {
      lineEnd = rest.includes('\r') || text.includes('\r') ? '\r' : '\n';
    }
    if (isFirst || lineEnd === undefined || !text.includes(lineEnd)) {
      rest += text;
      continue;
    }
    const lines = text.split(lineEnd);
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield* lineEnd === undefined ? rest.replace(/\r$/, '').split('\r') : [rest];
}

/** The byte order mark of UTF-8, a byte a character. */
const BOM = '\xef\xbb\xbf';
/** In bytes; no line before the first LF is longer. */
const MAX_LINE_LENGTH = 65_536;

function lineBreaks(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** The blank line before the next separator belongs to the separator. */
function encodeMail(lines: readonly string[]): Uint8Array {
  const isPadded = /^\r?$/.test(lines.at(-1) ?? 'text');
  return Buffer.from((isPadded ? lines.slice(0, -1) : lines).map((line) => `${line}\n`).join(''), 'latin1');
}
