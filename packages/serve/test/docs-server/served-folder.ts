import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const LARGE_BYTES = 1.5 * 1024 * 1024;

/** What is outside of the docs root, and inside of it but hidden; no answer may contain it. */
export const SECRET = 'the secret that nobody is served';

/** A docs root with a folder outside of it, links, hidden files and a named pipe. */
export class ServedFolder {
  readonly directory = mkdtempSync(join(tmpdir(), 'docs-server-'));
  readonly docsRoot = join(this.directory, 'docs');
  readonly viewerRoot = join(this.directory, 'viewer');
  /** Contents that may be served, by path below the docs root. */
  readonly files = new Map<string, Buffer>();

  constructor() {
    this.add('letters.txt', 'abcdefghijklmnopqrstuvwxyz');
    this.add('page.md', 'Twelve chars'.repeat(100));
    this.add('PAGE.MD', '# Loud\n');
    this.add('empty.md', '');
    this.add(
      'large.json',
      pattern(LARGE_BYTES, (at) => 32 + ((at * 7) % 90)),
    );
    this.add(
      'large.bin',
      pattern(LARGE_BYTES, (at) => (at * 31 + (at >>> 8)) & 0xff),
    );
    this.add('data.jsonl', '{"a":1}\n{"a":2}\n');
    this.add('picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    this.add(
      'picture.png',
      pattern(64, (at) => at),
    );
    this.add('page.html', '<script>alert(1)</script>');
    this.add('noextension', 'x');
    this.add(
      '_search/0123456789abcdef.bin',
      pattern(16, (at) => at),
    );
    this.add('_search/manifest.json', '{}');
    this.add('größe/téa.md', 'Größe\n');
    this.add('tea & cake/a+b%.md', 'Cake\n');
    this.add('folder/deeper/still/letters.txt', 'abc');
    this.write('docs/.hidden', SECRET);
    this.write('docs/folder/.git/config', SECRET);
    this.write('outside/secret.txt', SECRET);
    this.write('docs-beside/secret.txt', SECRET);
    this.write('viewer/index.html', '<!doctype html><title>Viewer</title>');
    this.write('viewer/_topicmill/viewer.js', 'run();');
    symlinkSync('letters.txt', join(this.docsRoot, 'link-inside.txt'));
    this.files.set('link-inside.txt', this.files.get('letters.txt')!);
    symlinkSync('../outside/secret.txt', join(this.docsRoot, 'link-outside.txt'));
    symlinkSync('../outside', join(this.docsRoot, 'link-to-folder-outside'));
    symlinkSync('.hidden', join(this.docsRoot, 'link-to-hidden'));
    symlinkSync('gone', join(this.docsRoot, 'link-to-nothing'));
    execFileSync('mkfifo', [join(this.docsRoot, 'pipe')]);
  }

  /** Adds a file that may be served, or writes it anew. */
  add(path: string, content: string | Buffer): void {
    this.files.set(path, Buffer.from(content));
    this.write(`docs/${path}`, content);
  }

  write(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.directory, path)), { recursive: true });
    writeFileSync(join(this.directory, path), content);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function pattern(byteLength: number, byteAt: (at: number) => number): Buffer {
  const bytes = Buffer.alloc(byteLength);
  for (let at = 0; at < byteLength; at++) bytes[at] = byteAt(at);
  return bytes;
}
