import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { expect, it, onTestFinished } from 'vitest';
import { reference } from './docs-repo.js';

const COMMAND = fileURLToPath(new URL('../bin/topicmill.js', import.meta.url));
/** What one machine gives to another. */
const GIVEN = ['.topicmill/index', '.embedding-cache'];

const topics = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`docs/tools/tool-${at}/golden-reference.md`, reference(`Tool ${at}`, 'wood')]),
);

/** A machine of its own, as far as the build can tell: another path, another process, nothing of the others. */
class Machine extends FileFolder {
  private process: ChildProcess | undefined;

  constructor() {
    super(mkdtempSync(join(tmpdir(), 'topicmill-shard-')), { 'topicmill.yaml': 'docsRoot: docs\n', ...topics });
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  /** @returns the exit code, `null` of a process that was killed */
  build(...args: readonly string[]): Promise<number | null> {
    const child = spawn(process.execPath, [COMMAND, 'build', ...args], { cwd: this.root, stdio: 'ignore' });
    this.process = child;
    return new Promise((resolve) => child.on('close', resolve));
  }

  /** Kills the build when the first topic has its index. */
  killMidway(): void {
    const watcher = watch(join(this.root, 'docs'), { recursive: true }, (_, file) => {
      if (!file?.endsWith('index.json')) return;
      watcher.close();
      this.process!.kill('SIGKILL');
    });
  }

  giveTo(other: Machine): void {
    for (const path of GIVEN.filter((each) => existsSync(join(this.root, each)))) {
      cpSync(join(this.root, path), join(other.root, path), { recursive: true });
    }
  }

  get outputs(): Record<string, string> {
    const entries = readdirSync(join(this.root, 'docs'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return Object.fromEntries(files.sort().map((file) => [file.slice(this.root.length), readFileSync(file, 'latin1')]));
  }
}

it('four processes with a shard each, one of them killed midway, make what one makes', async () => {
  const [alone, last, ...machines] = Array.from({ length: 6 }, () => new Machine()) as [Machine, Machine, ...Machine[]];
  machines[2]!.killMidway();
  const ends = [alone.build(), ...machines.map((machine, at) => machine.build('--shard', `${at + 1}/4`))];
  expect(await Promise.all(ends)).toEqual([0, 0, 0, null, 0]);
  for (const machine of machines) machine.giveTo(last);
  expect(await last.build()).toBe(0);
  expect(last.outputs).toEqual(alone.outputs);
});
