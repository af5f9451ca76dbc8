import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

const AUTHOR = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'core.autocrlf=false'];

/** A git repository in a temporary folder that goes away with the test. */
export class GitRepo {
  readonly root = mkdtempSync(join(tmpdir(), 'topicmill-gate-'));

  constructor() {
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    this.git('init', '-q');
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true });
  }

  /** @returns the full hash */
  commit(): string {
    this.git('add', '-A');
    this.git(...AUTHOR, 'commit', '-qm', 'as it is');
    return this.git('rev-parse', 'HEAD').trim();
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', args, { cwd: this.root, encoding: 'utf8' });
  }
}
