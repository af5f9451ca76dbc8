import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Version of the Nx that a command in a folder would run: installed in it or in a folder above. */
export function installedNx(folder: string): string | undefined {
  return installedVersion(folder, 'nx');
}

/** Version of the package that a module in a folder would load; `undefined` if there is none, or it cannot be read. */
export function installedVersion(folder: string, name: string): string | undefined {
  if (mayWaitForever(folder, name)) return undefined;
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`);
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string }).version;
  } catch {
    return undefined;
  }
}

/** Whether Node would read a pipe or a device while it resolves the package: it looks at no type, and waits. */
function mayWaitForever(folder: string, name: string): boolean {
  const manifests = [join(folder, 'package.json'), join(folder, 'node_modules', name, 'package.json')];
  if (manifests.some(isPipeOrDevice)) return true;
  const above = dirname(folder);
  return above !== folder && mayWaitForever(above, name);
}

function isPipeOrDevice(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats !== undefined && !stats.isFile() && !stats.isDirectory();
  } catch {
    return false;
  }
}
