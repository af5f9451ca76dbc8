import { type Diagnostic, diagnosticsOf, TopicmillError, throwFaults } from '@topicmill/base/diagnostics';
import { isWritersName, refuseLinksBelow } from '@topicmill/base/files';
import { type BuildRecord, fileHash, hashOverFiles, textHash } from './build-record.js';
import type { Folder } from './folder.js';
import type { FolderFiles, PublishedFiles } from './folder-files.js';
import { FolderState, filesOfState, statePath, stepState } from './folder-state.js';
import type { Provenance } from './foreign-files.js';
import { type FileContent, isShared, ownsAll } from './owned-files.js';
import type { FolderRecord, StepRecord } from './record-content.js';
import { openFolder } from './source-path.js';
import type { Step, StepServices } from './step.js';
import {
  authoredPartName,
  folderFacts,
  hashInputs,
  type InputHashes,
  type InputPlace,
  type MadeFiles,
  type PlannedHashes,
  readInputs,
} from './step-inputs.js';
import type { FolderWork } from './target.js';
import { withoutEmbedding } from './without-embedding.js';
import { displayPath, joinBelow, type Workspace } from './workspace.js';

/** What happened to one step in one folder. */
export interface StepReport extends PublishedFiles {
  readonly step: string;
  /** `current`: its inputs are those of its last run, so it did not run; files that were missing or altered are restored. */
  readonly outcome: 'ran' | 'current' | 'failed';
  /** How many files it owns now, whoever wrote them. */
  readonly fileCount: number;
  /** Texts sent to the embedder. */
  readonly embeddedCount: number;
  /** Texts that the step asked vectors for, and that the cache had. */
  readonly cachedCount: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Of a step that did not run. */
const NOTHING_DONE = { written: [], removed: [], fileCount: 0, embeddedCount: 0, cachedCount: 0 } as const;

/** Inputs of a step that is not whole. */
const NEVER_CURRENT: InputHashes = { sha256: '', parts: {} };

/** What happened to one folder. */
export interface FolderReport {
  readonly id: string;
  /** `skipped`: a folder below it failed, so its own steps were not run. */
  readonly outcome: 'built' | 'failed' | 'skipped';
  readonly steps: readonly StepReport[];
}

/** How steps are run. */
export interface RunOptions {
  /** Runs steps whose inputs are those of their last run, too. */
  readonly force?: boolean;
  /** Replaces and removes files that have the names of outputs and were not written by a step, too. */
  readonly adopt?: boolean;
  /** Reports what would be written and how many texts embedded; writes and embeds nothing. */
  readonly dryRun?: boolean;
  /** The files of any folder, its own among them; without it, those on disk. */
  readonly filesOf?: ((id: string) => FolderFiles) | undefined;
  /** What hand-written files contained when the run was planned; a step that finds them changed fails before it runs. */
  readonly expected?: PlannedHashes | undefined;
  /** The state may be of another machine: what it names was published here only if the record says so. */
  readonly isRestored?: boolean | undefined;
  /** A step that would have to run fails with `STATE_OUTDATED`. */
  readonly restoresOnly?: boolean;
  /** Called after each step, whose files are published then. */
  readonly onStep?: (report: StepReport) => void;
}

/** The name that a folder's work has in the record. */
export function recordKey(
  { folder, target }: Pick<FolderWork, 'folder' | 'target'>,
  { config }: Pick<Workspace, 'config'>,
): string {
  return `${target}/${displayPath(config, folder.id)}`;
}

/**
 * Runs steps in one folder, in the order given. A step that is current does not run. A step that fails leaves its outputs
 * as they were, and the steps after it do not run; nothing is thrown. A folder below which documents are not checked out is
 * left as it is.
 */
export async function runFolder(
  work: FolderWork,
  workspace: Workspace,
  options: RunOptions = {},
): Promise<FolderReport> {
  const { folder, steps } = work;
  if (folder.fault !== undefined) return failedFolder(folder.id, folderFaults([folder], workspace), steps);
  // What it says depends on documents that are not here.
  if (folder.absentCount !== undefined) return { id: folder.id, outcome: 'built', steps: [] };
  const run = new FolderRun(work, workspace, options);
  const seen = run.reportsIfSeen();
  if (seen !== undefined) return { id: folder.id, outcome: 'built', steps: seen };
  const reports: StepReport[] = [];
  for (const step of steps) {
    const report = await run.step(step);
    reports.push(report);
    options.onStep?.(report);
    if (report.outcome === 'failed') break;
  }
  const damage = run.finish(reports.every((report) => report.outcome === 'current'));
  // It is not kept with the step's diagnostics, which later builds repeat.
  if (damage !== undefined) reports[0] = { ...reports[0]!, diagnostics: [damage, ...reports[0]!.diagnostics] };
  const outcome = reports.some((report) => report.outcome === 'failed') ? 'failed' : 'built';
  return { id: folder.id, outcome, steps: reports };
}

/**
 * Puts the files of a folder that was built on record, with their sizes, times and hashes, and that its steps are current.
 * Each is read once more for that, so that what somebody edited in the meantime is not taken for what the steps made.
 */
export function rememberFolder(work: FolderWork, workspace: Workspace): void {
  new FolderRun(work, workspace, {}).remember();
}

/** Whether it is not known of a folder what the topics looked like whose files its steps read. */
export function isUnseen(work: FolderWork, workspace: Workspace): boolean {
  return work.steps.some(readsTopics) && workspace.record.notedStats(recordKey(work, workspace)) === undefined;
}

/**
 * The report of a folder none of whose steps can run.
 *
 * @param steps the folder's own; the first one represents them all
 */
export function failedFolder(id: string, diagnostics: readonly Diagnostic[], steps: readonly Step[]): FolderReport {
  return { id, outcome: 'failed', steps: [{ ...NOTHING_DONE, step: steps[0]!.name, outcome: 'failed', diagnostics }] };
}

/** Whether a folder has failed, or something in it could not be made. */
export function hasError({ outcome, steps }: FolderReport): boolean {
  if (outcome === 'failed') return true;
  return steps.some(({ diagnostics }) => diagnostics.some(({ severity }) => severity === 'error'));
}

/** What is wrong with those of some folders that have a fault. */
export function folderFaults(folders: readonly Folder[], { config }: Pick<Workspace, 'config'>): Diagnostic[] {
  return folders.flatMap(({ id, fault }) => (fault === undefined ? [] : [{ ...fault, file: displayPath(config, id) }]));
}

/** The steps of one folder while they run. */
class FolderRun {
  private openedFiles: FolderFiles | undefined;
  private readonly record: BuildRecord;
  private readonly key: string;
  private readonly displayFolder: string;
  /** What was published, to be remembered. */
  private readonly done = new Map<string, StepRecord>();
  private readonly services: StepServices;
  /** Whether stats alone say that nothing has changed; those of the sources of all topics would be as many as of the whole docs root. */
  private readonly goesByStats: boolean;
  /** The stats of what was looked at, as it was then. */
  private readonly looked = new Map<string, string | undefined>();
  private opened: FolderState | undefined;
  private stateIsRecorded: boolean | undefined;

  constructor(
    private readonly work: FolderWork,
    private readonly workspace: Workspace,
    private readonly options: RunOptions,
  ) {
    const { folder } = work;
    this.services = options.dryRun ? withoutEmbedding(workspace.services) : workspace.services;
    this.record = workspace.record;
    this.key = recordKey(work, workspace);
    this.displayFolder = displayPath(workspace.config, folder.id);
    const { force, adopt, filesOf, expected } = options;
    const isPlain = !force && !adopt && filesOf === undefined && expected === undefined;
    this.goesByStats = isPlain && !work.steps.some(readsSources);
  }

  async step(step: Step): Promise<StepReport> {
    try {
      return this.reportIfCurrent(step) ?? (await this.runStep(step));
    } catch (thrown) {
      const diagnostics = diagnosticsOf(thrown, this.files.displayPath(''));
      return { ...NOTHING_DONE, step: step.name, outcome: 'failed', diagnostics };
    }
  }

  /** @returns `CACHE_FILE_DAMAGED` for a state that could not be used */
  finish(isCurrent: boolean): Diagnostic | undefined {
    const { opened, options, record, key } = this;
    if (options.dryRun === true) return opened?.damage;
    if (opened === undefined && isCurrent) this.noteSeen();
    if (opened === undefined) return undefined;
    opened.save();
    const steps = { ...record.folder(key)?.steps, ...Object.fromEntries(this.done) };
    record.setFolder(key, { state: this.sealOfState(false), steps });
    return opened.damage;
  }

  /** The reports of steps that are all current, as all that they depend on looks as it did when they were found to be. */
  reportsIfSeen(): StepReport[] | undefined {
    const { record, key } = this;
    record.noteSight(key, undefined);
    const recorded = record.folder(key);
    if (recorded?.seen === undefined || !this.goesByStats) return undefined;
    const { paths, absent, sight } = recorded.seen;
    if (!absent.every((path) => record.isAbsent(path))) return undefined;
    if (sight !== this.noteStats(record.statsOf(this.seenPaths(recorded, paths)))) return undefined;
    record.noteSight(key, sight);
    return this.work.steps.map(({ name }) => currentReport(name, recorded.steps[name]!));
  }

  remember(): void {
    const { record, key, work } = this;
    const recorded = record.folder(key);
    if (recorded === undefined) return;
    record.setFolder(key, { ...recorded, state: this.sealOfState(false) });
    const isCurrent = work.steps.map((step) =>
      // The files of every topic are on record since the step has run.
      readsTopics(step) ? this.withTracing(() => this.hashOfOwned(step)) : this.reportIfCurrent(step),
    );
    if (isCurrent.every((each) => each !== undefined)) this.noteSeen();
  }

  /** Remembers by which files all steps were found to be current. */
  private noteSeen(): void {
    const { record, key, looked, work } = this;
    const recorded = record.folder(key);
    if (recorded === undefined || !this.goesByStats) return;
    const outputs = new Set(this.seenPaths(recorded, []));
    const others = [...looked.keys()].filter((path) => !outputs.has(path)).sort();
    const isAbsent = (path: string): boolean => looked.get(path) === '' && record.isAbsent(path);
    const paths = others.filter((path) => !isAbsent(path));
    const absent = others.filter(isAbsent);
    const sight = this.noteStats(this.seenPaths(recorded, paths).map((path) => looked.get(path)));
    if (sight !== undefined && work.steps.some(readsTopics) && !this.makesWhatItReads) return;
    record.noteSight(key, sight);
    if (sight !== undefined) record.setFolder(key, { ...recorded, seen: { paths, absent, sight } });
  }

  private seenPaths({ steps }: FolderRecord, others: readonly string[]): string[] {
    const outputs = this.work.steps.flatMap(({ name }) => steps[name]?.outputs ?? []);
    return [...outputs.map((path) => joinBelow(this.displayFolder, path)), ...others];
  }

  /** @returns `undefined` where not every file has a stat that would show a change */
  private noteStats(stats: readonly (string | undefined)[]): string | undefined {
    const topics = stats.includes(undefined) ? undefined : this.sightsOfTopics;
    if (topics === undefined) return undefined;
    const facts = folderFacts({ folder: this.work.folder, workspace: this.workspace });
    return textHash(`${facts}\n${stats.join('\n')}${topics}`);
  }

  /** What the topics look like whose files the steps read; `undefined` where that is not known of each. */
  private get sightsOfTopics(): string | undefined {
    const { record, work, workspace } = this;
    if (!work.steps.some(readsTopics)) return '';
    const sights: string[] = [];
    for (const folder of workspace.tree.values()) {
      if (!folder.isTopic || folder.id === work.folder.id) continue;
      const sight = record.notedStats(recordKey({ folder, target: work.target }, workspace));
      if (sight === undefined) return undefined;
      sights.push(`\n${folder.id} ${sight}`);
    }
    return sights.join('');
  }

  /** Whether the same target makes all that the steps read of topics: only then does it show in what these look like. */
  private get makesWhatItReads(): boolean {
    const { record, work, workspace } = this;
    const read = work.steps.flatMap(({ inputs }) =>
      inputs.flatMap((input) => (input.kind === 'every-topic-made' ? input.files : [])),
    );
    return [...workspace.tree.values()].every((folder) => {
      if (!folder.isTopic) return true;
      const { steps = {} } = record.folder(recordKey({ folder, target: work.target }, workspace)) ?? {};
      const made = Object.values(steps).flatMap(({ outputs }) => outputs);
      return read.every((owned) => made.some((path) => ownsAll([owned], [path])));
    });
  }

  /** Of no use for a folder that looks as it did. */
  private get files(): FolderFiles {
    const { work, workspace, options } = this;
    this.openedFiles ??= options.filesOf?.(work.folder.id) ?? openFolder(workspace, work.folder, options.dryRun);
    return this.openedFiles;
  }

  private get place(): InputPlace {
    const { folder } = this.work;
    const madeIn = (id: string): MadeFiles | undefined => this.madeUnchanged(id);
    return { ...this.options, folder, files: this.files, workspace: this.workspace, madeIn };
  }

  /** What the steps of a folder made, as long as it looks as it did when they had. */
  private madeUnchanged(id: string): MadeFiles | undefined {
    const { record, work, workspace } = this;
    const key = recordKey({ folder: workspace.tree.get(id)!, target: work.target }, workspace);
    const recorded = record.folder(key);
    if (recorded?.seen === undefined || record.notedStats(key) !== recorded.seen.sight) return undefined;
    let { read } = recorded;
    return {
      paths: Object.values(recorded.steps).flatMap(({ outputs }) => outputs),
      read,
      noteRead(more) {
        read = { ...read, ...more };
        record.setFolder(key, { ...recorded, read });
      },
    };
  }

  private get state(): FolderState {
    this.opened ??= new FolderState(this.workspace.root, this.work.target, this.displayFolder);
    return this.opened;
  }

  private reportIfCurrent(step: Step): StepReport | undefined {
    const last = this.record.folder(this.key)?.steps[step.name];
    if (last === undefined) return undefined;
    const isCurrent = readsTopics(step)
      ? this.withTracing(() => this.isAsMade(step, last)) && this.isCurrent(step, last)
      : this.withTracing(() => this.isCurrent(step, last));
    return isCurrent ? currentReport(step.name, last) : undefined;
  }

  /** Does something, and notes which files it looks at. */
  private withTracing<Result>(look: () => Result): Result {
    if (!this.goesByStats) return look();
    const { result, stats } = this.record.withTrace(look);
    for (const [path, stat] of stats) this.looked.set(path, stat);
    return result;
  }

  private isAsMade(step: Step, { made }: StepRecord): boolean {
    return made === this.unlessFaulty(() => this.hashOfOwned(step));
  }

  private unlessFaulty<Result>(look: () => Result): Result | undefined {
    try {
      return look();
    } catch (thrown) {
      // Whoever reads or publishes the file reports it.
      if (thrown instanceof TopicmillError) return undefined;
      throw thrown;
    }
  }

  /** As long as nothing has changed since the record was made, neither the state nor any other file is read. */
  private isCurrent(step: Step, last: StepRecord): boolean {
    const { force, adopt } = this.options;
    if (force || adopt || this.isMissingInState(step) || !this.isStateRecorded) return false;
    return last.inputs === this.unlessFaulty(() => hashInputs(step, this.place)) && this.isAsMade(step, last);
  }

  /** Whether the state, which is written anew once it is opened, would then lack the step. */
  private isMissingInState({ name }: Step): boolean {
    return this.opened !== undefined && this.opened.get(name) === undefined;
  }

  private async runStep(step: Step): Promise<StepReport> {
    const { files, options, state } = this;
    // Results of pages are in folders that nobody has walked.
    refuseLinksBelow(this.workspace.root, this.displayFolder);
    const { inputs, ...hashes } = readInputs(step, this.place);
    const last = state.get(step.name);
    const lastFiles = last === undefined ? new Map<string, FileContent>() : filesOfState(last);
    const provenance = { known: this.publishedPaths, adopt: options.adopt === true };
    if (!options.force && last?.inputs === hashes.sha256 && ownsAll(step.outputs, lastFiles.keys())) {
      const published = files.publish(step.outputs, lastFiles, provenance);
      this.note(step, hashes, lastFiles, last.diagnostics);
      const done = { ...NOTHING_DONE, ...published, fileCount: lastFiles.size };
      const diagnostics = [...published.diagnostics, ...last.diagnostics];
      return { step: step.name, outcome: 'current', ...done, diagnostics };
    }
    if (options.restoresOnly) throwFaults([...this.restoreFaults(), outdatedOutput(step, files.displayPath(''))]);
    let cachedCount = 0;
    const counting: StepServices = {
      ...this.services,
      embed: async (request) => {
        const result = await this.services.embed(request);
        cachedCount += request.texts.length - result.embeddedCount - result.refused.size;
        return result;
      },
    };
    const { files: made, diagnostics, embeddedCount = 0, isPartial } = await step.run(inputs, counting);
    const noted = isPartial ? NEVER_CURRENT : hashes;
    const listed = files.refuseForeign(step.outputs, made, provenance);
    if (!options.dryRun && hasUnmarked(step, made, provenance)) {
      // A kill while they are written must not leave files that nobody recognizes.
      state.set(step.name, stepState('', {}, made, []));
      state.save(true);
    }
    const published = files.publishOver(step.outputs, made, listed);
    state.set(step.name, stepState(noted.sha256, noted.parts, made, diagnostics));
    this.note(step, noted, made, diagnostics);
    const done = { ...published, fileCount: made.size, embeddedCount, cachedCount };
    return { step: step.name, outcome: 'ran', ...done, diagnostics: [...published.diagnostics, ...diagnostics] };
  }

  private note(
    step: Step,
    { sha256, parts }: InputHashes,
    made: ReadonlyMap<string, FileContent>,
    diagnostics: readonly Diagnostic[],
  ): void {
    const outputs = [...made.keys()].sort();
    const hashes = outputs.map((path): [string, string] => {
      const content = made.get(path)!;
      return [path, typeof content === 'string' ? this.files.ownHash(path) : fileHash(content)];
    });
    this.done.set(step.name, { inputs: sha256, outputs, made: hashOverFiles(hashes), diagnostics });
    for (const { glob } of step.outputs.filter(isShared)) this.noteAuthored(glob, made.get(glob), parts);
  }

  /** What people wrote is the same after a step has written, unless they did meanwhile: it need not be taken apart again. */
  private noteAuthored(path: string, made: FileContent | undefined, parts: InputHashes['parts']): void {
    const shown = this.files.displayPath(path);
    const authored = parts[authoredPartName(shown)];
    if (authored === undefined || this.files.read(path)?.text !== made) return;
    this.record.notePart(shown, this.files.hash(path), authored);
  }

  /** Hash over the files with names that a step owns, as they are now; `undefined` where a killed process left some. */
  private hashOfOwned({ outputs }: Step): string | undefined {
    if (outputs.some(({ directory }) => this.files.names(directory).some(isWritersName))) return undefined;
    const paths = [...new Set(outputs.flatMap((owned) => this.files.list(owned)))].sort();
    return hashOverFiles(paths.map((path) => [path, this.files.ownHash(path)]));
  }

  private get isStateRecorded(): boolean {
    // What a cache has restored may be written anew in every run: it is proven when it is used.
    this.stateIsRecorded ??= this.record.folder(this.key)?.state === this.sealOfState(this.options.isRestored !== true);
    return this.stateIsRecorded;
  }

  private sealOfState(isProven: boolean): string {
    return this.record.seal(statePath(this.work.target, this.displayFolder), isProven);
  }

  /** Paths below the folder of files that were published there before. */
  private get publishedPaths(): ReadonlySet<string> {
    const recorded = this.record.folder(this.key);
    if (recorded === undefined) return new Set(this.options.isRestored ? [] : this.state.filePaths);
    return new Set([...Object.values(recorded.steps).flatMap(({ outputs }) => outputs), ...this.state.filePaths]);
  }

  private restoreFaults(): Diagnostic[] {
    const { damage } = this.state;
    return damage === undefined ? [] : [{ ...damage, remedy: BUILD_FIRST }];
  }
}

function readsTopics({ inputs }: Step): boolean {
  return inputs.some(({ kind }) => kind === 'every-topic-made');
}

function readsSources({ inputs }: Step): boolean {
  return inputs.some(({ kind }) => kind === 'every-topic');
}

/** Each property by itself: a build of many unchanged pages makes tens of thousands, and spreading takes most of their time. */
function currentReport(step: string, { outputs, diagnostics }: StepRecord): StepReport {
  const { written, removed, embeddedCount, cachedCount } = NOTHING_DONE;
  const fileCount = outputs.length;
  return { step, outcome: 'current', written, removed, fileCount, embeddedCount, cachedCount, diagnostics };
}

/** Whether a step makes new files whose content does not show that a step made them: only the state does. */
function hasUnmarked({ outputs }: Step, made: ReadonlyMap<string, FileContent>, { known }: Provenance): boolean {
  const isNew = (path: string): boolean => !known.has(path);
  return outputs.some(({ isUnmarked }) => isUnmarked === true) && [...made.keys()].some(isNew);
}

const BUILD_FIRST = 'Build it first: `npx nx run-many -t index`, or make the target that calls this one depend on it.';

function outdatedOutput(step: Step, file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'STATE_OUTDATED',
    message: `The step "${step.name}" has not been run with its current inputs.`,
    file,
    remedy: BUILD_FIRST,
  };
}
