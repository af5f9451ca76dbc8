import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTargets } from '@topicmill/pipeline/runner';
import { updateSearchStore } from '@topicmill/pipeline/search-store';
import { AUTHORITY, INDEX } from '@topicmill/pipeline/steps';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { onTestFinished } from 'vitest';
import { main } from '../src/main.js';
import { serveModel } from './served-model.js';

/** What a command line did. */
export interface CommandResult {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** A folder in which `topicmill` is run; it goes away with the test, or with what `onFinished` says. */
export class DocsRepo extends FileFolder {
  /** Environment of the commands. */
  env: Readonly<Record<string, string>> = {};

  /** @param parent the folder that it is made in */
  constructor(
    files: Readonly<Record<string, string>> = {},
    onFinished: (remove: () => void) => void = onTestFinished,
    parent = tmpdir(),
  ) {
    super(mkdtempSync(join(parent, 'topicmill-app-')), files);
    onFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  /** Runs a command line in the folder, with nobody to ask. */
  run(...args: readonly string[]): Promise<CommandResult> {
    return this.runIn(this.env, ...args);
  }

  /** The same in an environment. */
  async runIn(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<CommandResult> {
    let out = '';
    let err = '';
    const exitCode = await main(args, {
      stdout: { write: (text: string) => (out += text) },
      stderr: { write: (text: string) => (err += text) },
      cwd: this.root,
      env,
    });
    return { exitCode, out, err };
  }

  /** Builds all folders, as a run of all targets does; returns how many texts were embedded. */
  async build(): Promise<number> {
    const workspace = openWorkspace(this.root, { env: this.env });
    let embeddedCount = 0;
    for await (const report of runTargets([AUTHORITY, INDEX], workspace)) {
      if (report.outcome !== 'built') throw new Error(JSON.stringify(report));
      for (const step of report.steps) embeddedCount += step.embeddedCount;
    }
    await updateSearchStore(workspace);
    return embeddedCount;
  }
}

/** A repository of two topics in a category and one next to it, one of them with questions. */
export function sampleRepo(
  files: Readonly<Record<string, string>> = {},
  onFinished?: (remove: () => void) => void,
): DocsRepo {
  const sample = {
    'topicmill.yaml': 'docsRoot: docs\n',
    'docs/drinks/tea/golden-reference.md': reference('Tea', 'green leaves'),
    'docs/drinks/tea/qa-pairs.md':
      '## Q: How is tea brewed?\n\nA: With hot water.\n\n## Q: Where is it kept?\n\nA: In a tin.\n',
    'docs/drinks/coffee/golden-reference.md': reference('Coffee', 'roasted beans'),
    'docs/bread/golden-reference.md': '# Bread\n\nFlour and water.\n',
    ...files,
  };
  return new DocsRepo(sample, onFinished);
}

/** The same with a model on a server, whose vectors are stored. */
export async function servedRepo(files: Readonly<Record<string, string>> = {}): Promise<DocsRepo> {
  const { env } = await serveModel();
  const repo = sampleRepo({ 'topicmill.yaml': SERVED, ...files });
  repo.env = env;
  return repo;
}

/** Configuration of such a repository. */
export const SERVED = "docsRoot: docs\nembedding: { model: 'openai:m' }\n";

/** A reference of three chunks. */
export function reference(title: string, subject: string): string {
  const section = (heading: string): string =>
    `## ${heading}\n\n${`What ${heading.toLowerCase()} does to ${subject} is told here.\n`.repeat(40)}\n`;
  return `# ${title}\n\nAll of ${subject}.\n\n${['Making', 'Storing', 'Serving'].map(section).join('')}`;
}
