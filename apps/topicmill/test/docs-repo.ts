import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { runTargets } from '@topicmill/pipeline/runner';
import { AUTHORITY, INDEX } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { onTestFinished } from 'vitest';
import { main } from '../src/main.js';

/** What a command line did. */
export interface CommandResult {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** A folder in which `topicmill` is run; it goes away with the test, or with what `onFinished` says. */
export class DocsRepo {
  readonly root = mkdtempSync(join(tmpdir(), 'topicmill-app-'));

  constructor(files: Readonly<Record<string, string>> = {}, onFinished: (remove: () => void) => void = onTestFinished) {
    onFinished(() => rmSync(this.root, { recursive: true, force: true }));
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  write(path: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** Texts of all files below a folder, by their paths below it. */
  files(folder = 'docs'): Record<string, string> {
    const entries = readdirSync(join(this.root, folder), { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return Object.fromEntries(
      paths.map((path) => [relative(join(this.root, folder), path).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
    );
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true });
  }

  /** Runs a command line in the folder, with nobody to ask. */
  async run(...args: readonly string[]): Promise<CommandResult> {
    let out = '';
    let err = '';
    const exitCode = await main(args, {
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (err += text) },
      cwd: this.root,
      env: {},
    });
    return { exitCode, out, err };
  }

  /** Builds all folders, as a run of all targets does; returns how many texts were embedded. */
  async build(): Promise<number> {
    const workspace = openWorkspace(this.root, { env: {} });
    let embeddedCount = 0;
    for await (const report of runTargets([AUTHORITY, INDEX], workspace)) {
      if (report.outcome !== 'built') throw new Error(JSON.stringify(report));
      for (const step of report.steps) embeddedCount += step.embeddedCount;
    }
    return embeddedCount;
  }
}

/** A repository of two topics in a category and one beside it, one of them with questions. */
export function sampleRepo(files: Readonly<Record<string, string>> = {}): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml': 'docsRoot: docs\n',
    'docs/drinks/tea/golden-reference.md': reference('Tea', 'green leaves'),
    'docs/drinks/tea/qa-pairs.md':
      '## Q: How is tea brewed?\n\nA: With hot water.\n\n## Q: Where is it kept?\n\nA: In a tin.\n',
    'docs/drinks/coffee/golden-reference.md': reference('Coffee', 'roasted beans'),
    'docs/bread/golden-reference.md': '# Bread\n\nFlour and water.\n',
    ...files,
  });
}

/** A reference of three chunks. */
export function reference(title: string, subject: string): string {
  const section = (heading: string): string =>
    `## ${heading}\n\n${`What ${heading.toLowerCase()} does to ${subject} is told here.\n`.repeat(40)}\n`;
  return `# ${title}\n\nAll of ${subject}.\n\n${['Making', 'Storing', 'Serving'].map(section).join('')}`;
}
