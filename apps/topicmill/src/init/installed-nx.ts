import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Version of the Nx that a command in a folder would run: installed in it or in a folder above. */
export function installedNx(folder: string): string | undefined {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('nx/package.json');
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string }).version;
  } catch {
    return undefined;
  }
}
