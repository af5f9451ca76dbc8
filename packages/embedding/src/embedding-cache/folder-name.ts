const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/;
const LITERAL = /^[a-z0-9_.-]$/;
const EMPTY = '%';

/**
 * A name as one folder name that is safe on every file system, and different for every name.
 * `a`–`z`, digits, `_`, `-` and inner `.` stand for themselves; every other UTF-8 byte is `%` and two lower-case hex
 * digits. Capitals are encoded too, so that names that differ only in case stay apart on file systems that ignore it. The
 * first letter of a name that Windows reserves (`con`, `nul`, `com1`, …) is encoded as well.
 *
 * `ollama:mxbai-embed-large` → `ollama%3amxbai-embed-large`
 */
export function encodeFolderName(name: string): string {
  if (name === '') return EMPTY;
  const reserved = RESERVED_ON_WINDOWS.test(name);
  const bytes = Buffer.from(name, 'utf8');
  let encoded = '';
  bytes.forEach((byte, at) => {
    const character = String.fromCharCode(byte);
    const atEdge = at === 0 || at === bytes.length - 1;
    const literal = LITERAL.test(character) && !(character === '.' && atEdge) && !(reserved && at === 0);
    encoded += literal ? character : `%${byte.toString(16).padStart(2, '0')}`;
  });
  return encoded;
}

/** The name that a folder name encodes, or `undefined` if `encodeFolderName` never returns this folder name. */
export function decodeFolderName(folderName: string): string | undefined {
  if (folderName === EMPTY) return '';
  let name: string;
  try {
    name = decodeURIComponent(folderName);
  } catch {
    return undefined;
  }
  return encodeFolderName(name) === folderName ? name : undefined;
}
