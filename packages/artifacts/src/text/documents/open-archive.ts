import { TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { decodeText } from '../decode-text.js';
import { unreadableDocument } from '../readable-text.js';

/** A file in a ZIP archive. */
export interface ArchiveEntry {
  /** With `/` between folders, as the archive has it. */
  readonly path: string;
  /** Length when unpacked, as the archive claims; more than that is never unpacked. */
  readonly byteCount: number;
}

/** A ZIP archive, of which parts are unpacked when they are asked for. */
export interface Archive {
  /** Its files, in order of code units. */
  readonly entries: readonly ArchiveEntry[];
  /**
   * Unpacks files.
   *
   * @throws TopicmillError `ARCHIVE_TOO_LARGE` for more than {@link MAX_BYTES} together, `DOCUMENT_UNREADABLE` for damage
   */
  unpack(isWanted: (path: string) => boolean): ReadonlyMap<string, Uint8Array>;
}

/** Bytes that one document may unpack to, and files that it may have. */
export const MAX_BYTES = 256 * 1024 * 1024;
const MAX_ENTRIES = 20_000;
const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const EMPTY_ARCHIVE = Buffer.from('PK\x05\x06', 'latin1');

/** Whether bytes are a ZIP archive, as documents of office programs are. */
export function isArchive(bytes: Uint8Array): boolean {
  return [LOCAL_HEADER, EMPTY_ARCHIVE].some((signature) => signature.equals(bytes.subarray(0, signature.length)));
}

/**
 * Opens a ZIP archive. Nothing is unpacked yet.
 *
 * @param maxEntries files that it may have, 20,000 as a document
 * @throws TopicmillError `ARCHIVE_TOO_LARGE` for more files, `DOCUMENT_UNREADABLE` for damage and passwords
 */
export async function openArchive(bytes: Uint8Array, maxEntries = MAX_ENTRIES): Promise<Archive> {
  const { unzipSync } = await import('fflate');
  if (isEncrypted(bytes)) {
    throw unreadableDocument('The archive needs a password.', 'Save it without one, and ingest that.');
  }
  const unpacked: typeof unzipSync = (...given) => {
    try {
      return unzipSync(...given);
    } catch (cause) {
      if (cause instanceof TopicmillError) throw cause;
      throw unreadableDocument('The archive is damaged.', 'Save it again in the program that made it.', cause);
    }
  };
  const entries: ArchiveEntry[] = [];
  unpacked(bytes, {
    filter({ name, originalSize }) {
      if (entries.length === maxEntries) throw tooLarge(`more than ${maxEntries} files`);
      if (!name.endsWith('/')) entries.push({ path: name, byteCount: originalSize });
      return false;
    },
  });
  return {
    entries: entries.sort((a, b) => compareCodeUnits(a.path, b.path)),
    unpack(isWanted) {
      let byteCount = 0;
      const parts = unpacked(bytes, {
        filter({ name, originalSize }) {
          if (name.endsWith('/') || !isWanted(name)) return false;
          byteCount += originalSize;
          if (byteCount > MAX_BYTES) throw tooLarge(`more than ${MAX_BYTES} bytes when it is unpacked`);
          return true;
        },
      });
      return new Map(Object.entries(parts));
    },
  };
}

/** The error for an archive or a document with more in it than is read. @param what such as `more than 1000 sheets` */
export function tooLarge(what: string): TopicmillError {
  return new TopicmillError('ARCHIVE_TOO_LARGE', `The file has ${what}.`, {
    remedy: 'If its size is intended, save it as several files, and ingest those.',
  });
}

/** Flag of the first file; programs that encrypt one encrypt all. */
function isEncrypted(bytes: Uint8Array): boolean {
  return LOCAL_HEADER.equals(bytes.subarray(0, 4)) && ((bytes[6] ?? 0) & 1) === 1;
}

/** A part as text. @throws TopicmillError `DOCUMENT_UNREADABLE` where it is missing */
export function textPart(parts: ReadonlyMap<string, Uint8Array>, path: string): string {
  const bytes = parts.get(path);
  const text = bytes && decodeText(bytes)?.text;
  if (text !== undefined) return text;
  throw unreadableDocument(`The document has no ${path}.`, 'Save it again in the program that made it.');
}
