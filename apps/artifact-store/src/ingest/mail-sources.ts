import { splitMailbox } from '@topicmill/artifacts/text';
import { sha256Hex } from '@topicmill/base/files';
import { artifactOf, unlessEmpty } from './artifact-of.js';
import type { IngestSource, SharedFields } from './ingest-source.js';

/** A file of emails. */
export interface MailboxFile {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** What reports call it. */
  readonly name: string;
  readonly sourceId: string;
}

const HEADER_BYTES = 65_536;

/** The emails of a mailbox. Each is known by the mailbox's name followed by its Message-ID, or by its hash without one. */
export async function* mailSources(
  { bytes, name, sourceId }: MailboxFile,
  fields: SharedFields,
): AsyncGenerator<IngestSource> {
  const counts = new Map<string, number>();
  for await (const mail of splitMailbox(bytes)) {
    const id = messageIdOf(mail) ?? sha256Hex(mail).slice(0, 16);
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    const ending = `#${id}${count === 1 ? '' : `~${count}`}`;
    const given = { ...fields, sourceId: sourceId + ending, sourceSystem: fields.sourceSystem ?? 'file' };
    yield {
      name: name + ending,
      sourceId: given.sourceId,
      read: async () => unlessEmpty(await artifactOf(mail, 'email', given, undefined)),
    };
  }
}

function messageIdOf(mail: Uint8Array): string | undefined {
  const [head] = Buffer.from(mail.subarray(0, HEADER_BYTES))
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1);
  return /^message-id:\s*<([^<>\s]{1,500})>/im.exec(head!)?.[1];
}
