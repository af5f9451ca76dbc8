import {
  type Archive,
  type ArchiveEntry,
  isMailbox,
  isPackedDocument,
  MAX_BYTES,
  openArchive,
  slackNames,
} from '@topicmill/artifacts/text';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readBytes } from '@topicmill/base/files';
import {
  detectArtifactType,
  type IngestSource,
  isNoText,
  readArtifact,
  type SharedFields,
  unlessEmpty,
} from './ingest-source.js';
import { mailSources } from './mail-sources.js';

/** An export of a program as it is downloaded: a ZIP archive of files. */
export interface ArchiveFile {
  readonly path: string;
  /** What reports call it. */
  readonly name: string;
  readonly sourceId: string;
}

/** Bytes of files that are unpacked at a time, if none is larger. */
const BATCH_BYTES = 64 * 1024 * 1024;
/** Bytes that a whole export may unpack to. */
const MAX_EXPORT_BYTES = 8 * 1024 * 1024 * 1024;
/** Files that one may have: a chat of many channels has one for each day of each. */
const MAX_EXPORT_FILES = 500_000;
const HEAD_BYTES = 65_536;
/** What Slack writes besides messages, about channels and people. */
const SLACK_LISTS =
  /^(?:[^/]+\/)?(?:users|channels|groups|dms|mpims|org_users|integration_logs|canvases|lists|file_conversations)\.json$/;

/** Whether a file is an archive of files by its name; a document of an office program in it counts too, and is read as one. */
export function isArchiveName(path: string): boolean {
  return /\.zip$/i.test(path);
}

/**
 * The files of an archive, each known by the archive's name followed by its path there; of mailboxes their emails. Files that
 * are not text are left out. `undefined` for a document of an office program.
 *
 * @throws TopicmillError `DOCUMENT_UNREADABLE`, `ARCHIVE_TOO_LARGE`, `FILE_UNREADABLE`
 */
export async function archiveSources(
  file: ArchiveFile,
  fields: SharedFields,
): Promise<AsyncGenerator<IngestSource> | undefined> {
  const archive = await openArchive(readBytes(file.path, file.name), MAX_EXPORT_FILES);
  if (isPackedDocument(archive)) return undefined;
  const byteCount = archive.entries.reduce((sum, entry) => sum + entry.byteCount, 0);
  if (byteCount > MAX_EXPORT_BYTES) throw tooLargeArchive(MAX_EXPORT_BYTES);
  return entrySources(archive, file, fields);
}

async function* entrySources(archive: Archive, file: ArchiveFile, fields: SharedFields): AsyncGenerator<IngestSource> {
  const entries = archive.entries.filter(({ path }) => !/(?:^|\/)(?:\.|__MACOSX\/)/.test(path));
  const isUserList = (path: string): boolean => /^(?:[^/]+\/)?users\.json$/.test(path);
  const [users] = archive.unpack(isUserList).values();
  const names = users && slackNames(users);
  for (const batch of unpackingBatches(entries)) {
    const wanted = new Set(batch.map(({ path }) => path));
    const isTooLarge = batch.length === 1 && batch[0]!.byteCount > MAX_BYTES;
    const parts = isTooLarge ? new Map<string, Uint8Array>() : archive.unpack((path) => wanted.has(path));
    for (const { path } of batch) {
      const place = { name: `${file.name}#${path}`, sourceId: `${file.sourceId}#${path}` };
      const bytes = parts.get(path);
      if (bytes === undefined) yield { ...place, read: () => Promise.reject(tooLargeArchive(MAX_BYTES)) };
      else if (names !== undefined && SLACK_LISTS.test(path)) {
        yield { ...place, read: async () => ({ skipped: 'It describes the export.' }) };
      } else yield* fileOfArchive(bytes, path, place, { ...fields, names });
    }
  }
}

/** Files in an order in which few are unpacked at the same time. */
function* unpackingBatches(entries: readonly ArchiveEntry[]): Generator<readonly ArchiveEntry[]> {
  let batch: ArchiveEntry[] = [];
  let byteCount = 0;
  for (const entry of entries) {
    if (batch.length > 0 && byteCount + entry.byteCount > BATCH_BYTES) {
      yield batch;
      batch = [];
      byteCount = 0;
    }
    batch.push(entry);
    byteCount += entry.byteCount;
  }
  if (batch.length > 0) yield batch;
}

async function* fileOfArchive(
  bytes: Uint8Array,
  path: string,
  place: { readonly name: string; readonly sourceId: string },
  fields: SharedFields,
): AsyncGenerator<IngestSource> {
  const type = detectArtifactType(path, bytes, fields);
  if (type === 'email' && isMailbox(path, Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1'))) {
    yield* mailSources({ bytes: [bytes], ...place }, fields, true);
    return;
  }
  const given = { ...fields, sourceId: place.sourceId, sourceSystem: fields.sourceSystem ?? 'file' };
  yield {
    ...place,
    async read() {
      try {
        return unlessEmpty(await readArtifact(bytes, type, given, path));
      } catch (thrown) {
        if (isNoText(thrown)) return { skipped: thrown.message };
        throw thrown;
      }
    },
  };
}

function tooLargeArchive(byteCount: number): TopicmillError {
  return new TopicmillError('ARCHIVE_TOO_LARGE', `It unpacks to more than ${byteCount} bytes.`, {
    remedy: 'Unpack it, check what is in it, and ingest the folder.',
  });
}
