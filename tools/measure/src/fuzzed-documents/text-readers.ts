import { artifactSplitter, readArtifactText, splitMailbox } from '@topicmill/artifacts/text';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { DEFAULT_ARTIFACT_SIZES } from '@topicmill/chunking';
import { cpuMs, MAX_GROWTH, TEXTS, timeGrowth } from '@topicmill/test-support/time-growth';
import { findHiddenText } from '@topicmill/text/hidden-text';
import { readHtmlPage } from '@topicmill/text/html-pages';
import {
  DIALECT_NAMES,
  dialectOf,
  findLinks,
  inlineReferences,
  readableMarkdown,
  readPageFrontMatter,
} from '@topicmill/text/markdown';
import { extractTerms } from '@topicmill/topics/keywords';
import type { HostileText } from './hostile-texts.js';
import { PACKED_DOCUMENTS } from './packed-documents.js';
import { splitters } from './split-growth.js';

type ReadText = (text: string) => unknown;

const HEADERS =
  'From: a@b.c\nTo: d@e.f\nSubject: a\nDate: Tue, 7 May 2024 16:30:11 +0200\nMessage-ID: <a@b>\nMIME-Version: 1.0\n';
const DOCUMENTS = ['a.md', 'a.html', 'a.csv', 'a.tsv', 'a.ics', 'a.ipynb'];
/** Files whose form a text is put into. */
const FORMS: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  'a.rtf': (text) => `{\\rtf1 ${text}}`,
  'a.msg': (text) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(text, 'utf16le')]),
  'an event of a.ics': (text) => `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:${folded(text)}\nEND:VEVENT\nEND:VCALENDAR\n`,
  'a cell of a.ipynb': (text) =>
    JSON.stringify({ nbformat: 4, metadata: {}, cells: [{ cell_type: 'markdown', source: [text] }] }),
};
/** UTF-16 units of a text that is read first; where that takes long, its growth is looked at. */
const LENGTH = 1 << 15;
/** How many times as long as plain text one may take before its growth is looked at, and from which time on. */
const MAX_SLOWDOWN = 3;
const MIN_MS = 50;
const PLAIN = 'The lamp of the harbour burns at night, and ships find their way.\n';

/** Whatever reads a text that people or programs wrote, by its name. */
async function textReaders(): Promise<ReadonlyMap<string, ReadText>> {
  const readers = new Map<string, ReadText>(await splitters());
  for (const name of DIALECT_NAMES) {
    const dialect = dialectOf(name, 'a.md');
    if (dialect !== undefined) readers.set(`markup of ${name}`, (text) => readableMarkdown(text, dialect));
  }
  const split = await artifactSplitter(DEFAULT_ARTIFACT_SIZES);
  const mail = (headers: string, body: string) => readArtifactText(`${HEADERS}${headers}\n${body}`, 'email');
  const further: Record<string, ReadText> = {
    links: (text) => findLinks(text),
    references: (text) => inlineReferences(`${text}\n\n[zz]: b\n`),
    'hidden text': (text) => findHiddenText(`<!-- -->\n\n${text}`, 0),
    terms: (text) => extractTerms(text),
    'front matter': (text) => readPageFrontMatter(text, 'a.md'),
    'page of HTML': (text) => readHtmlPage(text),
    'code by its syntax': (text) => split(text, 'code'),
    'text without a charset': (text) => readArtifactText(inNoCharset(text), 'doc'),
    'mail without a charset': (text) => readArtifactText(inNoCharset(`${HEADERS}\n${text}`), 'email'),
    chat: (text) => readArtifactText(Buffer.from(text), 'chat'),
    'captions: WebVTT': (text) => readArtifactText(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`, 'chat'),
    'captions: SubRip': (text) => readArtifactText(`1\n00:00:01,000 --> 00:00:02,000\n${text}`, 'chat'),
    'mail: body': (text) => mail('', text),
    'mail: HTML': (text) => mail('Content-Type: text/html\n', text),
    'mail: headers': (text) => mail(`X-A: ${folded(text)}\nReferences: ${folded(text)}\nCc: ${folded(text)}\n`, 'a'),
    'mail: type': (text) => mail(`Content-Type: text/plain; charset=${folded(text)}\n`, 'a'),
    mailbox: async (text) => {
      let count = 0;
      for await (const _ of splitMailbox([Buffer.from(text)])) count++;
      return count;
    },
  };
  for (const [name, read] of Object.entries(further)) readers.set(name, read);
  for (const fileName of DOCUMENTS) {
    readers.set(`document: ${fileName}`, (text) => readArtifactText(text, 'doc', { fileName }));
  }
  for (const [name, make] of Object.entries(FORMS)) {
    const fileName = name.split(' ').at(-1)!;
    readers.set(`document: ${name}`, (text) => readArtifactText(make(text), 'doc', { fileName }));
  }
  for (const [name, pack] of PACKED_DOCUMENTS) {
    readers.set(`packed document: ${name}`, (text) => readArtifactText(pack(text), 'doc'));
  }
  return readers;
}

/** Bytes that are not UTF-8: letters of Central Europe in some lines. */
function inNoCharset(text: string): Buffer {
  return Buffer.from(`${text}\nd\xb3ugi \xbfe\n`.replaceAll('\n', ' s\xb9\n'), 'latin1');
}

/** As the further lines of a header are written. */
function folded(text: string): string {
  return text.replaceAll('\n', '\n ');
}

/** The result of reading texts that are made to be slow. */
export interface HostileTotal {
  readings: number;
  /** Readings that took over three times as long as plain text, in time that grows with the length. */
  slower: number;
  violations: number;
}

/**
 * Reads texts by each reader; says which take time that grows faster than they do, and which end by no code.
 *
 * @param isAsked whether a reader reads them, by its name
 * @returns totals by the names of the readers, each when it has read all
 */
export async function* readHostileTexts(
  texts: readonly HostileText[],
  isAsked: (reader: string) => boolean,
  onViolation: (message: string) => void,
): AsyncGenerator<readonly [reader: string, total: HostileTotal]> {
  for (const [reader, read] of await textReaders()) {
    if (isAsked(reader)) yield [reader, await readByOne(reader, read, texts, onViolation)];
  }
}

async function readByOne(
  reader: string,
  read: ReadText,
  texts: readonly HostileText[],
  onViolation: (message: string) => void,
): Promise<HostileTotal> {
  const total: HostileTotal = { readings: 0, slower: 0, violations: 0 };
  const plain = PLAIN.repeat(LENGTH / PLAIN.length);
  for (let warmUp = 0; warmUp < 3; warmUp++) await cpuMs(readingOf(read, plain));
  const most = Math.max(MIN_MS, MAX_SLOWDOWN * (await cpuMs(readingOf(read, plain))));
  for (const { name, make } of texts) {
    total.readings++;
    try {
      if ((await cpuMs(readingOf(read, make(LENGTH)))) <= most) continue;
      if ((await timeGrowth((length) => readingOf(read, make(length)), TEXTS)) <= MAX_GROWTH) {
        total.slower++;
        continue;
      }
      onViolation(`${reader} takes time that grows faster than its text: ${name}`);
    } catch (thrown) {
      onViolation(`${reader} throws ${String(thrown)}: ${name}`);
    }
    total.violations++;
  }
  return total;
}

/** The reading of a text. One that is refused with a code is read. */
function readingOf(read: ReadText, text: string): () => Promise<void> {
  return async () => {
    try {
      await read(text);
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
    }
  };
}
