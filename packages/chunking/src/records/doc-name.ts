import { shortHashHex } from '@topicmill/text/hashes';

/** Names that stand in file names and ids as they are: parts of ASCII letters and digits, joined by single signs. */
const SAFE = /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/;

/**
 * The name under which a document's records are filed: its file name without extension. A name that is not safe there
 * (spaces, `__`, signs, other scripts) keeps its letters and digits and gets eight hexadecimal digits of its own, so
 * that no two names of a folder become one.
 */
export function docNameOf(fileName: string): string {
  const baseName = fileName.replace(/^.*[/\\]/, '').replace(/(?<=.)\.[^.]*$/, '');
  if (SAFE.test(baseName)) return baseName;
  const readable = baseName
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${readable === '' ? 'document' : readable}-${shortHashHex(baseName)}`;
}

/** `{contentType}_{docName}__ch{chunkNumber}.json`. */
export function recordFileName(record: { readonly parentId: string; readonly chunkNumber: number }): string {
  return `${record.parentId.replace(':', '_')}__ch${record.chunkNumber}.json`;
}
