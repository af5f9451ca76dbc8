import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { onTestFinished } from 'vitest';

const AUTHOR = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'core.autocrlf=false'];

/** A git repository in a temporary folder that goes away with the test. */
export class GitRepo extends FileFolder {
  constructor() {
    super(mkdtempSync(join(tmpdir(), 'topicmill-gate-')));
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
    this.git('init', '-q');
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
