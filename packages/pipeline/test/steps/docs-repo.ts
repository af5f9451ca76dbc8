import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '@topicmill/base/diagnostics';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { sharedFolder } from '@topicmill/test-support/shared-folder';
import type { Embedder } from '@topicmill/text/embedder';
import { authoredDigestInput } from '@topicmill/topics/formats';
import { expect, onTestFinished } from 'vitest';
import {
  BuildRecord,
  type Folder,
  type FolderReport,
  finishBuild,
  folderWork,
  type PublishedFiles,
  type ReconcileReport,
  reconcile,
  runFolder,
  runFolders,
  type StepReport,
  type Workspace,
} from '../../src/runner/index.js';
import { AUTHORITY, INDEX } from '../../src/steps/index.js';
import { cachedEmbedding } from '../../src/workspace/embedding-services.js';
import { openWorkspace } from '../../src/workspace/index.js';
import { wordEmbedder } from './word-embedder.js';

/** How a docs repository is built. */
export interface BuildOptions {
  /** `null` stands for the built-in one. */
  readonly embedder?: Embedder | null;
  /** One folder after the other, instead of several at once. */
  readonly sequential?: boolean;
  /** Folders of one depth in this order, instead of that of the tree. */
  readonly order?: (folders: readonly Folder[]) => readonly Folder[];
  /** When files are noted as they are, in milliseconds since the epoch; without it now, when they have just been written. */
  readonly notedMs?: number;
}

/** What a build did. */
export class Build {
  constructor(
    readonly reports: readonly FolderReport[],
    readonly reconciled: PublishedFiles,
  ) {}

  /** Every step that ran, as `<folder id>:<step>`, sorted. */
  get ran(): string[] {
    return this.withOutcome('ran');
  }

  /** Every step whose inputs were those of its last run. */
  get current(): string[] {
    return this.withOutcome('current');
  }

  get failed(): string[] {
    return this.withOutcome('failed');
  }

  /** Ids of the folders that were not built because one below them failed. */
  get skipped(): string[] {
    return this.reports.filter(({ outcome }) => outcome === 'skipped').map(({ id }) => id);
  }

  /** Every file written by a step, as `<folder id>/<path>`, sorted. */
  get written(): string[] {
    return this.paths(({ written }) => written);
  }

  get removed(): string[] {
    return this.paths(({ removed }) => removed);
  }

  get embeddedCount(): number {
    return this.steps.reduce((total, { report }) => total + report.embeddedCount, 0);
  }

  get diagnostics(): Diagnostic[] {
    return this.steps.flatMap(({ report }) => report.diagnostics);
  }

  private get steps(): { id: string; report: StepReport }[] {
    return this.reports.flatMap(({ id, steps }) => steps.map((report) => ({ id, report })));
  }

  private withOutcome(outcome: StepReport['outcome']): string[] {
    return this.steps
      .filter(({ report }) => report.outcome === outcome)
      .map(({ id, report }) => `${id}:${report.step}`)
      .sort();
  }

  private paths(of: (report: StepReport) => readonly string[]): string[] {
    return this.steps.flatMap(({ id, report }) => of(report).map((path) => `${id}/${path}`)).sort();
  }
}

const HANDBOOK = join(import.meta.dirname, 'fixtures', 'handbook', 'input');
const TARGETS = [AUTHORITY, INDEX];

/** Folders of repositories that were made once, by name. */
const made = new Map<string, string>();

/** A docs repository in a temporary folder that goes away with the test. */
export class DocsRepo extends FileFolder {
  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}, parent = tmpdir()) {
    super(mkdtempSync(join(parent, 'topicmill-pipeline-')));
    onTestFinished(() => this.discard());
    for (const [path, content] of Object.entries({ 'topicmill.yaml': 'docsRoot: docs\n', ...files })) {
      this.write(path, content);
    }
  }

  /** One with the files of a folder in it. */
  static from(directory: string): DocsRepo {
    const repo = new DocsRepo();
    cpSync(directory, repo.root, { recursive: true, preserveTimestamps: true });
    return repo;
  }

  /** The handbook of the fixtures. */
  static handbook(): DocsRepo {
    return DocsRepo.from(HANDBOOK);
  }

  /** The handbook with all its outputs and caches. A process builds it once; every test has a copy. */
  static async builtHandbook(): Promise<DocsRepo> {
    return DocsRepo.madeOnce('handbook', async () => {
      const repo = DocsRepo.handbook();
      expect((await repo.build()).failed).toEqual([]);
      return repo;
    });
  }

  /** A copy of what is made when it is first asked for by this name. */
  static async madeOnce(name: string, make: () => Promise<DocsRepo>): Promise<DocsRepo> {
    const kept = made.get(name);
    if (kept !== undefined) return DocsRepo.from(kept);
    const repo = await make();
    const folder = sharedFolder(name);
    cpSync(repo.root, folder, { recursive: true, preserveTimestamps: true });
    made.set(name, folder);
    return repo;
  }

  /** Removes it before the test is done. */
  discard(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** Every file below a folder as `filesBelow` has them; without the hidden folders of the workspace's root. */
  override files(below = ''): Record<string, string> {
    const files = Object.entries(filesBelow(this.path(below)));
    return Object.fromEntries(files.filter(([path]) => !path.startsWith('.')));
  }

  /** What people wrote: references, questions, the configuration, and each `topic-spec.md` that is not the tool's alone. */
  sources(): Record<string, Uint8Array> {
    const paths = Object.keys(this.files()).filter(
      (path) =>
        /(?:^|\/)(?:golden-reference\.md|qa-pairs\.md|topicmill\.yaml)$/.test(path) ||
        (path.endsWith('topic-spec.md') && authoredDigestInput(this.read(path)) !== ''),
    );
    return Object.fromEntries(paths.map((path) => [path, readFileSync(this.path(path))]));
  }

  open({ embedder = wordEmbedder(), notedMs }: BuildOptions = {}): Workspace {
    const opened = openWorkspace(this.root, { env: {} });
    const workspace =
      notedMs === undefined ? opened : { ...opened, record: new BuildRecord(this.root, opened.engine, () => notedMs) };
    return embedder === null ? workspace : { ...workspace, services: cachedEmbedding(embedder, this.root, undefined) };
  }

  /** The authority, every folder, and what a build does at its end. */
  async build(options: BuildOptions = {}): Promise<Build> {
    const workspace = this.open(options);
    const folders = options.order?.([...workspace.tree.values()]) ?? [...workspace.tree.values()];
    const root = workspace.tree.get('')!;
    const reports = [await runFolder(folderWork(AUTHORITY, root), workspace)];
    reports.push(...(await (options.sequential ? runOneByOne : runTogether)(folders, workspace)));
    const done = reports.map((report, at) => ({
      ...folderWork(at === 0 ? AUTHORITY : INDEX, workspace.tree.get(report.id)!),
      report,
    }));
    return new Build(reports, finishBuild(done, TARGETS, workspace));
  }

  /** What a run does for which a cache restored every state: no step runs, the files are restored. */
  reconcile(nowMs?: number): Promise<ReconcileReport> {
    const workspace = this.open(nowMs === undefined ? {} : { notedMs: nowMs });
    const root = workspace.tree.get('')!;
    const folders = [...workspace.tree.values()].map((folder) => folderWork(INDEX, folder));
    return reconcile([folderWork(AUTHORITY, root), ...folders], TARGETS, workspace);
  }
}

/** Bytes, as Latin-1, of every file below a folder, by path. */
export function filesBelow(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(directory.length + 1), readFileSync(path, 'latin1')]),
  );
}

async function runTogether(folders: readonly Folder[], workspace: Workspace): Promise<FolderReport[]> {
  const reports: FolderReport[] = [];
  for await (const report of runFolders({ folders, target: INDEX }, workspace)) reports.push(report);
  return reports;
}

async function runOneByOne(folders: readonly Folder[], workspace: Workspace): Promise<FolderReport[]> {
  const reports: FolderReport[] = [];
  for (const folder of [...folders].sort((a, b) => depthOf(b) - depthOf(a))) {
    reports.push(await runFolder(folderWork(INDEX, folder), workspace));
  }
  return reports;
}

function depthOf({ id }: Folder): number {
  return id === '' ? 0 : id.split('/').length;
}
