import { createHash } from 'node:crypto';
import type { OpenFile } from './open-confined.js';

/** Files up to this size are read whole before anything is sent, so that hash and body are of one moment. */
const WHOLE_BYTES = 1024 * 1024;
/** A file changed less long ago may change again without its times showing it. */
const SETTLED_MS = 2000;
const KEPT_HASHES = 1000;

/** What a file contains. */
export interface FileContent {
  readonly sha256: string;
  /** The bytes, unless there are too many to be kept in memory. */
  readonly bytes: Uint8Array | undefined;
}

/** Reads and hashes files; hashes of large ones are kept as long as the file stays as it is. */
export class FileContents {
  private readonly hashes = new Map<string, string>();

  async read(file: OpenFile): Promise<FileContent> {
    if (file.byteLength <= WHOLE_BYTES) {
      const bytes = await readBytes(file);
      return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
    }
    return { bytes: undefined, sha256: await this.hashOf(file) };
  }

  private async hashOf(file: OpenFile): Promise<string> {
    const known = this.hashes.get(file.version);
    if (known !== undefined) return known;
    const hash = createHash('sha256');
    for await (const bytes of file.handle.createReadStream({ start: 0, autoClose: false }))
      hash.update(bytes as Buffer);
    const sha256 = hash.digest('hex');
    if (Date.now() - file.modified.getTime() > SETTLED_MS) {
      if (this.hashes.size >= KEPT_HASHES) this.hashes.clear();
      this.hashes.set(file.version, sha256);
    }
    return sha256;
  }
}

/** As many bytes as the file had when it was opened, or those that are left. */
async function readBytes({ handle, byteLength }: OpenFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(byteLength);
  let filled = 0;
  while (filled < byteLength) {
    const { bytesRead } = await handle.read(bytes, filled, byteLength - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
