import type { Random } from '@topicmill/test-support/generate';

/** A mail with what a reader must find in it. */
export interface FuzzedMail {
  readonly bytes: Buffer;
  readonly subject: string;
  /** Groups of words: of each group one at least is in the text of the mail, and where nothing else is said, all. */
  readonly words: readonly string[];
}

/** A mailbox with the words of each of its mails. */
export interface FuzzedMailbox {
  readonly bytes: Buffer;
  readonly mails: readonly (readonly string[])[];
}

interface Charset {
  readonly name: string;
  readonly word: string;
  encode(text: string): Buffer;
}

const CHARSETS: readonly Charset[] = [
  { name: 'us-ascii', word: 'harbour', encode: (text) => Buffer.from(text, 'latin1') },
  { name: 'utf-8', word: 'Größe 日本語 😀', encode: (text) => Buffer.from(text) },
  { name: 'UTF-8', word: 'Маяк', encode: (text) => Buffer.from(text) },
  { name: 'iso-8859-1', word: 'Größe für Häfen', encode: (text) => Buffer.from(text, 'latin1') },
  { name: 'windows-1251', word: 'Маяк в порту', encode: inWindows1251 },
];
const CYRILLIC_A = 0x410;

function inWindows1251(text: string): Buffer {
  return Buffer.from(
    Array.from(text, (character) => {
      const code = character.codePointAt(0)!;
      return code < 128 ? code : 0xc0 + code - CYRILLIC_A;
    }),
  );
}

const ODD_LINES = [
  ...['', '> quoted', '-- ', '--', '----', '--b0', '.', '\tindented', ' a: b', 'Subject: none', 'On Monday Bo wrote:'],
  ...['=20', '=', '=E4', '&amp; <b>', '-----Original Message-----', 'begin 644 a.txt', 'fromage', 'a'.repeat(120)],
];
/** Lines that begin as a separator of mails does; programs that write mailboxes put `>` before them. */
const FROM_LINES = ['From the desk of Ann', 'From host1 at 09:15:22', '>From before'];
const MAX_DEPTH = 3;

/** Makes mails of every structure that programs write. Words have a number, so that each is found once. */
export class MailMaker {
  private wordCount = 0;
  private boundaryCount = 0;

  constructor(private readonly random: Random) {}

  mail(): FuzzedMail {
    const { random } = this;
    const words: string[] = [];
    const lineEnd = random.pick(['\n', '\r\n']);
    const subject = this.word();
    const headers = [
      `From: ${random.pick(['Ann <ann@example.org>', 'ann@example.org', '"A, B" <a@b.c>', '=?utf-8?q?Gr=C3=B6?= <a@b.c>'])}`,
      `To: ${random.pick(['bo@example.org', 'Bo <bo@b.c>, Cy <cy@c.d>', 'list: a@b.c, d@e.f;', 'undisclosed-recipients:;'])}`,
      `Subject: ${random.pick([subject, `=?utf-8?b?${Buffer.from(subject).toString('base64')}?=`])}`,
      `Date: ${random.pick(['Tue, 7 May 2024 16:30:11 +0200', '7 May 24 16:30 GMT', 'yesterday'])}`,
      `Message-ID: <${this.wordCount}@example.org>`,
      ...(random.chance(0.5) ? ['MIME-Version: 1.0'] : []),
      ...(random.chance(0.3) ? ['Received: from a by b', 'Received: from c', `\tby d; ${'x'.repeat(60)}`] : []),
    ];
    const body = this.part(words, 0, lineEnd);
    const head = [...headers, ''].join('\n').replaceAll('\n', lineEnd);
    return { bytes: Buffer.concat([Buffer.from(head), body]), subject, words };
  }

  mailbox(): FuzzedMailbox {
    const { random } = this;
    const isMmdf = random.chance(0.2);
    const date = random.pick([
      'Tue May  7 16:30:11 2024',
      'Tue May 07 16:30 CEST 2024',
      'Tue, 7 May 2024 16:30:11 +0200',
      '2024-05-07T16:30:11Z',
    ]);
    const mails: (readonly string[])[] = [];
    const pieces = Array.from({ length: random.integer(1, 6) }, () => {
      const { bytes, words } = this.mail();
      mails.push(words);
      const text = bytes.toString('latin1').replaceAll('\r\n', '\n');
      const quoted = isMmdf ? text : text.replace(/^(>*From )/gm, '>$1');
      const separator = isMmdf ? '\x01\x01\x01\x01\n' : `From ann@example.org ${date}\n`;
      const blank = random.chance(0.9) ? '\n' : '';
      return `${separator}${quoted.endsWith('\n') ? quoted : `${quoted}\n`}${isMmdf ? separator : blank}`;
    });
    const bom = random.chance(0.1) ? '\xef\xbb\xbf' : '';
    return { bytes: Buffer.from(bom + pieces.join(''), 'latin1'), mails };
  }

  private word(): string {
    return `lamp${this.wordCount++}x`;
  }

  /** A part with its headers. */
  private part(words: string[], depth: number, lineEnd: string): Buffer {
    const kind = this.random.integer(0, depth >= MAX_DEPTH ? 4 : 9);
    if (kind <= 4) return this.textPart(words, lineEnd, 'text/plain', false);
    if (kind === 5) return this.textPart(words, lineEnd, 'text/html', false);
    if (kind === 6) return this.alternative(words, lineEnd);
    return this.multipart(this.random.pick(['mixed', 'related', 'mixed']), lineEnd, [
      this.part(words, depth + 1, lineEnd),
      ...Array.from({ length: this.random.integer(0, 2) }, () =>
        this.random.chance(0.5)
          ? this.part(words, depth + 1, lineEnd)
          : this.textPart(words, lineEnd, 'text/plain', true),
      ),
    ]);
  }

  /** The same text in two forms: the plain one is read. */
  private alternative(words: string[], lineEnd: string): Buffer {
    return this.multipart('alternative', lineEnd, [
      this.textPart(words, lineEnd, 'text/plain', false),
      this.textPart([], lineEnd, 'text/html', false),
    ]);
  }

  private multipart(kind: string, lineEnd: string, parts: readonly Buffer[]): Buffer {
    const boundary = `=_${this.boundaryCount++}_${this.random.pick(['', 'a.b', "x'y", '+/'])}`;
    const preamble = this.random.pick(['', `This is a message in parts.${lineEnd}`]);
    const head = `Content-Type: multipart/${kind};${this.random.pick([' ', `${lineEnd}\t`])}boundary="${boundary}"${lineEnd}${lineEnd}${preamble}`;
    return Buffer.concat([
      Buffer.from(head),
      ...parts.flatMap((part) => [Buffer.from(`--${boundary}${lineEnd}`), part, Buffer.from(lineEnd)]),
      Buffer.from(`--${boundary}--${lineEnd}`),
    ]);
  }

  private textPart(words: string[], lineEnd: string, type: string, isAttached: boolean): Buffer {
    const { random } = this;
    const charset = random.pick(CHARSETS);
    const word = this.word();
    words.push(word, ...(type === 'text/plain' ? charset.word.split(' ') : []));
    const lines = Array.from({ length: random.integer(0, 6) }, () => random.pick([...ODD_LINES, ...FROM_LINES]));
    lines.splice(random.integer(0, lines.length), 0, `The ${word} of ${charset.word} burns.`);
    const isHtml = type === 'text/html';
    const written = isHtml ? `<p>${word} ${random.pick(['<b>a</b>', '<br>', '&nbsp;'])}</p>` : lines.join(lineEnd);
    const bytes = charset.encode(`${written}${lineEnd}`);
    const [encoding, encoded] = this.transferred(bytes, charset.name, lineEnd);
    const headers = [
      `Content-Type: ${type}; charset=${random.pick([charset.name, `"${charset.name}"`])}`,
      ...(encoding === '' ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
      ...(isAttached ? [`Content-Disposition: attachment; filename="${word}.txt"`] : []),
    ];
    return Buffer.concat([Buffer.from(`${headers.join(lineEnd)}${lineEnd}${lineEnd}`), encoded]);
  }

  private transferred(bytes: Buffer, charset: string, lineEnd: string): readonly [name: string, encoded: Buffer] {
    const isAscii = bytes.every((byte) => byte < 128);
    const name = this.random.pick([
      'quoted-printable',
      'base64',
      '8bit',
      isAscii || charset !== 'us-ascii' ? '' : '8bit',
    ]);
    if (name === 'base64') {
      return [name, Buffer.from(`${bytes.toString('base64').replace(/.{76}/g, `$&${lineEnd}`)}${lineEnd}`)];
    }
    return [name, name === 'quoted-printable' ? quotedPrintable(bytes) : bytes];
  }
}

function quotedPrintable(bytes: Buffer): Buffer {
  const written = Array.from(bytes, (byte) => {
    const isPlain = (byte >= 32 && byte < 127 && byte !== 61) || byte === 10 || byte === 13 || byte === 9;
    return isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
  return Buffer.from(written.replace(/[ \t](?=\r?\n)/g, (space) => (space === ' ' ? '=20' : '=09')));
}

/** The bytes with some left out, doubled, moved or put in between; no program writes such a mail. */
export function damaged(bytes: Buffer, random: Random): Buffer {
  let text = bytes.toString('latin1');
  for (let edits = random.integer(1, 6); edits > 0; edits--) {
    const at = random.integer(0, text.length);
    const end = Math.min(text.length, at + random.integer(0, 80));
    const inserted = random.pick([
      '\0',
      '\xff',
      '--',
      '\r',
      '\n\n',
      '=?utf-8?b?',
      '"',
      'From ',
      'boundary=',
      '\x1b$B',
      '(',
    ]);
    text = random.pick([
      text.slice(0, at) + text.slice(end),
      text.slice(0, end) + text.slice(at),
      text.slice(at, end) + text.slice(0, at) + text.slice(end),
      text.slice(0, at) + inserted.repeat(random.integer(1, 40)) + text.slice(at),
    ]);
  }
  return Buffer.from(text, 'latin1');
}
