import { isMail, splitMailbox } from '@topicmill/artifacts/text';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { errorCode, sha256Hex } from '@topicmill/base/files';
import {
  type IngestSource,
  readArtifact,
  type SharedFields,
  type SkippedSource,
  unlessEmpty,
} from './ingest-source.js';

/** A file of emails. */
interface MailboxFile {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** What reports call it. */
  readonly name: string;
  readonly sourceId: string;
}

const HEADER_BYTES = 65_536;

/**
 * The emails of a mailbox. Each is known by the mailbox's name followed by its Message-ID, or by its hash without one. A
 * mailbox that has none, or cannot be read to its end, is a source that fails.
 *
 * @param isFound whether an empty file is left out instead of failing
 */
export async function* mailSources(
  { bytes, name, sourceId }: MailboxFile,
  fields: SharedFields,
  isFound: boolean,
): AsyncGenerator<IngestSource> {
  const counts = new Map<string, number>();
  const source = (mail: Uint8Array): IngestSource => {
    const id = messageIdOf(mail) ?? sha256Hex(mail).slice(0, 16);
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    const ending = `#${id}${count === 1 ? '' : `~${count}`}`;
    const given = { ...fields, sourceId: sourceId + ending, sourceSystem: fields.sourceSystem ?? 'file' };
    return {
      name: name + ending,
      sourceId: given.sourceId,
      read: async () => unlessEmpty(await readArtifact(mail, 'email', given, undefined)),
    };
  };
  /** Text before the first mail, which is one artifact if there are mails. */
  let preamble: Uint8Array | undefined;
  let isEmpty = true;
  try {
    for await (const mail of splitMailbox(bytes)) {
      if (isEmpty && preamble === undefined && !isMail(mail)) {
        preamble = mail;
        continue;
      }
      if (preamble !== undefined && isEmpty) yield source(preamble);
      isEmpty = false;
      yield source(mail);
    }
  } catch (cause) {
    yield failingSource({ name, sourceId }, unreadableFile(cause));
    return;
  }
  if (isEmpty)
    yield failingSource({ name, sourceId }, noMail(preamble !== undefined), isFound && preamble === undefined);
}

/** A file that yields nothing. @param isSkipped whether it is left out instead of failing */
export function failingSource(
  { name, sourceId }: Pick<MailboxFile, 'name' | 'sourceId'>,
  error: TopicmillError,
  isSkipped = false,
): IngestSource {
  const read = async (): Promise<SkippedSource> => {
    if (!isSkipped) throw error;
    return { skipped: error.message };
  };
  return { name, sourceId, read };
}

function noMail(hasText: boolean): TopicmillError {
  return new TopicmillError(
    'MAIL_UNREADABLE',
    hasText ? 'There is no email in the mailbox.' : 'The mailbox is empty.',
    {
      remedy: 'Check that it is a mailbox (mbox). For a text, give --type doc.',
    },
  );
}

function unreadableFile(cause: unknown): TopicmillError {
  return new TopicmillError('FILE_UNREADABLE', `The file cannot be read to its end (${errorCode(cause)}).`, {
    remedy: 'Check the disk and that you may read the file, and ingest it again.',
    cause,
  });
}

function messageIdOf(mail: Uint8Array): string | undefined {
  const [head] = Buffer.from(mail.subarray(0, HEADER_BYTES))
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1);
  return /^message-id:\s*<([^<>\s]{1,500})>/im.exec(head!)?.[1];
}
