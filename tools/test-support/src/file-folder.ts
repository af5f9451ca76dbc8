import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A folder of a test, whose files are named by their paths below it, with `/`. */
export class FileFolder {
  /** @param root absolute path of a folder that exists */
  constructor(
    readonly root: string,
    files: Readonly<Record<string, string>> = {},
  ) {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  path(path: string): string {
    return join(this.root, path);
  }

  /** Makes the folders that it needs. */
  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), content);
  }

  read(path: string): string {
    return readFileSync(this.path(path), 'utf8');
  }

  bytes(path: string): Buffer {
    return readFileSync(this.path(path));
  }

  has(path: string): boolean {
    return existsSync(this.path(path));
  }

  remove(path: string): void {
    rmSync(this.path(path), { recursive: true, maxRetries: 3 });
  }

  /** @throws Error for a change that changes nothing */
  edit(path: string, change: (text: string) => string): void {
    const text = this.read(path);
    const changed = change(text);
    if (changed === text) throw new Error(`${path} is not changed by this edit`);
    this.write(path, changed);
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(this.path(to)), { recursive: true });
    renameSync(this.path(from), this.path(to));
  }

  /** Texts of all files of a folder below it, sorted, by their paths below that folder. */
  files(folder = 'docs'): Record<string, string> {
    const entries = readdirSync(this.path(folder), { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const nameOf = (path: string): string => relative(this.path(folder), path).replaceAll('\\', '/');
    return Object.fromEntries(paths.sort().map((path) => [nameOf(path), readFileSync(path, 'utf8')]));
  }
}
