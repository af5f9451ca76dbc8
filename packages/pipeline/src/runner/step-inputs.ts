import { TopicmillError } from '@topicmill/base/diagnostics';
import { type DocumentFile, errorCode, sha256Hex } from '@topicmill/base/files';
import type { TopicmillConfig } from '../config/index.js';
import { hashIfReadable, hashOverFiles, textHash } from './build-record.js';
import { type Folder, includedNames, pageDigest, pageHash, topicIdsOf } from './folder.js';
import type { FolderFiles } from './folder-files.js';
import { isShared, type OwnedFiles, ownsAll } from './owned-files.js';
import type { FolderRecord } from './record-content.js';
import { openFolder, sourcePath } from './source-path.js';
import { modelNames, type OtherFile, type Step, type StepInput, type StepInputs, type TopicFile } from './step.js';
import { RUN_AGAIN, readIfText, sourceChanged, type TopicPlace, topicFilesOf } from './topic-files.js';
import { CONFIG_FILE, displayPath, type Workspace } from './workspace.js';

/** One hash over all that may change a step's result, and those that it is made of. */
export interface InputHashes {
  readonly sha256: string;
  /** A hash of each single input, by a name for people: 16 hex digits, `''` for a missing one. */
  readonly parts: Readonly<Record<string, string>>;
}

/** A step's inputs as read, with their hashes. */
export interface ReadInputs extends InputHashes {
  readonly inputs: StepInputs;
}

/**
 * What people wrote when a run was planned, and what the file of the docs root for all topics will contain: hashes by the
 * names of inputs. A cache that has results under these hashes never has one of another text, as long as the run refuses
 * to read another text.
 */
export type PlannedHashes = Readonly<Record<string, string>>;

/** Where a step's inputs are. */
export interface InputPlace {
  readonly folder: Folder;
  /** The files of that folder. */
  readonly files: FolderFiles;
  readonly workspace: Workspace;
  /** Without it, files may have changed since the run was planned. */
  readonly expected?: PlannedHashes | undefined;
  /** The files of another folder, by its id. Default: those on disk. */
  readonly filesOf?: ((id: string) => FolderFiles) | undefined;
  /** What the steps of another folder made, where its files are known to be those. */
  readonly madeIn?: ((id: string) => MadeFiles | undefined) | undefined;
}

/** What the steps of a folder made: no directory is listed to find it, and nothing is hashed twice. */
export interface MadeFiles extends Pick<FolderRecord, 'read'> {
  /** Below the folder. */
  readonly paths: readonly string[];
  noteRead(read: NonNullable<FolderRecord['read']>): void;
}

/**
 * One hash over all that may change a step's result. A file whose hash is on record is not read.
 *
 * @throws as `readInputs`
 */
export function hashInputs(step: Step, place: InputPlace): string {
  return new InputReader(step, place, false).sha256();
}

/** What the steps of a folder may depend on besides files: of the configuration all, since its parts would be as many as the folders. */
export function folderFacts({ folder, workspace }: Pick<InputPlace, 'folder' | 'workspace'>): string {
  const { isTopic, childIds, sources } = folder;
  const { engine, config, services } = workspace;
  const ofFolder = JSON.stringify([isTopic, childIds, [...(sources ?? [])]]);
  return [engine, modelNames(services), ofFolder, pageDigest(config, folder), configHash(config)].join('\n');
}

const configHashes = new WeakMap<TopicmillConfig, string>();

/** What the order of pages says about a folder is in the folder. */
function configHash(config: TopicmillConfig): string {
  const hash =
    configHashes.get(config) ??
    textHash(JSON.stringify(config, (key, value: unknown) => (key === 'order' ? undefined : value)));
  configHashes.set(config, hash);
  return hash;
}

/**
 * Reads only what a step declares.
 *
 * @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`, `TOPIC_SPEC_INVALID`; `SOURCE_CHANGED`,
 *   `AUTHORED_PART_CHANGED`, `OUTPUT_OUTDATED` for a file without the expected content
 */
export function readInputs(step: Step, place: InputPlace): ReadInputs {
  return new InputReader(step, place, true).read();
}

/** Among the parts, the name of what people wrote in a file. */
export function authoredPartName(displayFile: string): string {
  return `what people wrote in ${displayFile}`;
}

/** Name for people, and what may change a result: a hash, or the input itself. */
type InputPart = readonly [name: string, value: string];

type InputOf<Kind extends StepInput['kind']> = StepInput & { readonly kind: Kind };

class InputReader {
  private readonly found = new Map<string, DocumentFile>();
  private readonly others: OtherFile[] = [];
  private readonly topicFiles: TopicFile[] = [];
  private readonly topics = new Map<string, Folder>();
  private readonly digest: InputPart[] = [];

  /** @param reads keeps the content of files; otherwise those that are on record are not read */
  constructor(
    private readonly step: Step,
    private readonly place: InputPlace,
    private readonly reads: boolean,
  ) {
    this.digest.push(['Topicmill', place.workspace.engine]);
    for (const input of step.inputs) {
      this.add(input);
      refuseChanged(input, place);
    }
  }

  sha256(): string {
    return sha256Hex([this.step.name, this.place.folder.id, ...this.digest.flat()].join('\0'));
  }

  read(): ReadInputs {
    const { step, found, others, topicFiles, topics } = this;
    const { folder, files, workspace } = this.place;
    const inputs: StepInputs = {
      folder,
      config: workspace.config,
      file: (path) => found.get(path),
      required(path) {
        const file = found.get(path);
        if (file === undefined) throw missingInputError(step, path, files);
        return file;
      },
      others,
      topicFiles,
      topics,
      displayPath: (path) => files.displayPath(path),
    };
    const parts = Object.fromEntries(this.digest.map(([name, value]) => [name, shortHash(value)]));
    return { inputs, sha256: this.sha256(), parts };
  }

  private add(input: StepInput): void {
    const { folder, files, workspace } = this.place;
    switch (input.kind) {
      case 'config':
        this.addPart(`${input.key} in ${CONFIG_FILE}`, configFor(input, folder, workspace));
        return;
      case 'page':
        this.addPart('what the site says of the page', pageDigest(workspace.config, folder));
        return;
      case 'model':
        this.addPart('embedding model', modelNames(workspace.services));
        return;
      case 'included':
        for (const name of includedNames(folder)) this.addFile(name, files, () => readIfText(() => files.read(name)));
        return;
      case 'source':
        this.addFile(input.path, files);
        return;
      case 'sources':
        for (const path of files.list(input.files)) this.addOther(folder.id, path, files);
        return;
      case 'made':
        this.addMade(input);
        return;
      case 'authored':
        this.addAuthored(input.file.glob, input.file, () => files.read(input.file.glob));
        return;
      case 'docs-root':
        this.addFileForAll(input);
        return;
      case 'below':
        for (const id of folder.childIds) this.addOther(id, input.path, this.filesOf(id));
        return;
      case 'every-topic':
        this.addTopics(input);
        return;
      case 'topics':
        for (const id of topicIdsOf(workspace.tree)) this.topics.set(id, workspace.tree.get(id)!);
        this.addPart('which topics there are', textHash([...this.topics.values()].map(folderIdentity).join('\n')));
        return;
      case 'every-topic-made':
        for (const id of topicIdsOf(workspace.tree)) this.addMadeFiles(id, input.files);
        return;
    }
  }

  private addMadeFiles(id: string, files: readonly OwnedFiles[]): void {
    const made = this.place.madeIn?.(id);
    for (const owned of files) {
      const known = this.reads ? undefined : made?.read?.[owned.glob];
      if (known !== undefined) {
        this.digest.push(...known);
        continue;
      }
      const ofTopic = this.filesOf(id);
      const paths = made?.paths.filter((path) => ownsAll([owned], [path])).sort() ?? listIfReadable(ofTopic, owned);
      const before = this.digest.length;
      for (const path of paths) this.addOther(id, path, ofTopic, owned);
      made?.noteRead({ [owned.glob]: this.digest.slice(before) });
    }
  }

  private filesOf(id: string): FolderFiles {
    const { filesOf, workspace } = this.place;
    return filesOf?.(id) ?? openFolder(workspace, workspace.tree.get(id)!);
  }

  private addPart(name: string, value: string): void {
    this.digest.push([name, value]);
  }

  /** @param read default: the text as it is */
  private addFile(path: string, files: FolderFiles, read = (): DocumentFile | undefined => files.read(path)): void {
    if (this.reads) {
      const file = read();
      if (file !== undefined) this.found.set(path, file);
    }
    this.addPart(files.displayPath(path), files.hash(path));
  }

  private addFileForAll({ path, partFor }: InputOf<'docs-root'>): void {
    const ofRoot = this.filesOf('');
    if (partFor === undefined || ofRoot.hash(path) === '') {
      this.addFile(path, ofRoot);
      return;
    }
    const { folder, files, workspace } = this.place;
    const text = partFor(ofRoot.read(path)!.text, { folder, files, config: workspace.config });
    if (this.reads) this.found.set(path, { text, bytes: Buffer.from(text, 'utf8') });
    this.addPart(ofRoot.displayPath(path), textHash(text));
  }

  /** A file of another folder whose own steps report why it cannot be read; one that is not there is no part. */
  private addOther(id: string, path: string, files: FolderFiles, owned?: OwnedFiles): void {
    const isOwn = id === this.place.folder.id;
    const unlessLasting = <T>(read: () => T): T | undefined => (isOwn ? read() : valueUnlessOccupied(read));
    const file = this.reads
      ? unlessLasting(() => (isOwn ? files.readPart(path, owned) : readIfText(() => files.readPart(path, owned))))
      : undefined;
    const hash = unlessLasting(() => files.partHash(path, owned)) ?? '';
    if (hash === '') return;
    if (file !== undefined) this.others.push({ id, path, file });
    this.addPart(files.displayPath(path), hash);
  }

  private addMade({ files: made }: InputOf<'made'>): void {
    const { folder, files } = this.place;
    if (isShared(made)) files.findAgain(made.glob);
    for (const path of files.list(made)) {
      if (folder.isTopic) this.addFile(path, files);
      // What only a tool writes is left of a topic, and goes at the end of this build.
      else if (isShared(made)) this.addAuthored(path, made, () => authoredFile(files.read(path), made.shared), true);
    }
  }

  private addAuthored(
    path: string,
    made: OwnedFiles & { readonly shared: NonNullable<OwnedFiles['shared']> },
    read: () => DocumentFile | undefined,
    isOptional = false,
  ): void {
    const { files } = this.place;
    files.findAgain(path);
    const hash = files.authoredHash(path, made.shared);
    if (isOptional && hash === '') return;
    const file = this.reads ? read() : undefined;
    if (file !== undefined) this.found.set(path, file);
    this.addPart(authoredPartName(files.displayPath(path)), hash);
  }

  private addTopics({ path }: InputOf<'every-topic'>): void {
    const files = topicFilesOf(this.place.workspace, path);
    this.topicFiles.push(...files);
    for (const { folder, hash } of files) this.addPart(sourcePath(this.place.workspace.config, folder, path)!, hash);
  }
}

function folderIdentity({ id, page }: Folder): string {
  return [id, page?.title, page?.path, page?.generator, page?.dialect].join('\0');
}

const HASH = /^(?:[0-9a-f]{16})?$/;

function shortHash(value: string): string {
  return HASH.test(value) ? value : textHash(value);
}

function authoredFile(
  file: DocumentFile | undefined,
  { authoredPart }: NonNullable<OwnedFiles['shared']>,
): DocumentFile | undefined {
  const text = file === undefined ? '' : authoredPart(file.text);
  return text === '' ? undefined : { text, bytes: Buffer.from(text, 'utf8') };
}

/** The part of the configuration that an input is, for one folder, as JSON. */
function configFor({ key, of }: InputOf<'config'>, folder: Folder, { config }: Pick<Workspace, 'config'>): string {
  if (of !== undefined) return JSON.stringify(of(config, folder) ?? null);
  const cached = sections.get(config) ?? new Map<string, string>();
  sections.set(config, cached);
  const json = cached.get(key) ?? JSON.stringify(config[key] ?? null);
  cached.set(key, json);
  return json;
}

/** Sections of a configuration in JSON, which are the same for all folders. */
const sections = new WeakMap<TopicmillConfig, Map<string, string>>();

function missingInputError(step: Step, path: string, files: FolderFiles): TopicmillError {
  const commands = step.inputs.map((input) => {
    if (input.kind === 'made') return input.files.glob === path ? input.files.command : undefined;
    return input.kind === 'docs-root' && input.path === path ? input.command : undefined;
  });
  const command = commands.find((each) => each !== undefined)?.(files.displayPath(''));
  return missingInput({ step: step.name, file: files.displayPath(path), command });
}

/** Codes of the system for a folder that cannot be listed, or a file that cannot be read, because of its type or its owner. */
const LASTING_FAULTS = new Set(['EACCES', 'EISDIR', 'ELOOP', 'ENOTDIR', 'EPERM']);

/** Of a file, these may be gone at the next attempt. */
const MAY_CHANGE = new Set(['EACCES', 'EPERM']);

/**
 * None for a folder that the steps of its own topic report, because it cannot be listed twice in a row; what another
 * attempt may list is an error.
 */
function listIfReadable(files: FolderFiles, owned: OwnedFiles): string[] {
  return listUnlessLasting(files, owned) ?? listUnlessLasting(files, owned) ?? [];
}

function listUnlessLasting(files: FolderFiles, owned: OwnedFiles): string[] | undefined {
  try {
    return files.list(owned);
  } catch (thrown) {
    if (thrown instanceof TopicmillError && isPermanentFault(thrown)) return undefined;
    throw thrown;
  }
}

/** `undefined` for a link or a folder in place of a file: the steps of its own folder report it. */
function valueUnlessOccupied<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    const isOccupied =
      thrown instanceof TopicmillError && isPermanentFault(thrown) && !MAY_CHANGE.has(errorCode(thrown.cause));
    if (isOccupied) return undefined;
    throw thrown;
  }
}

function isPermanentFault(error: TopicmillError): boolean {
  return error.code === 'LINK_NOT_FOLLOWED' || LASTING_FAULTS.has(errorCode(error.cause));
}

/** What a run is planned with. */
export type PlannedWorkspace = TopicPlace & Pick<Workspace, 'configHash'>;

/**
 * The hashes by which a run of steps is planned: of what people wrote in and for a folder, and of the names of those below.
 *
 * @param madeHash hash of a file that a step of the docs root will make
 */
export function planHashes(
  steps: readonly Step[],
  folder: Folder,
  workspace: PlannedWorkspace,
  madeHash: string,
): PlannedHashes {
  const files = openFolder(workspace, folder);
  const hashes: Record<string, string> = {};
  for (const input of steps.flatMap((step) => step.inputs)) {
    const key = plannedKey(input);
    const isNothing = input.kind === 'included' && includedNames(folder).length === 0;
    if (key !== undefined && !isNothing)
      hashes[key] ??= hashIfReadable(() => plannedHash(input, { folder, files, workspace }, () => madeHash));
  }
  return hashes;
}

/** The name of an input among the planned hashes; none for what only other folders' steps make. */
export function plannedKey(input: StepInput): string | undefined {
  switch (input.kind) {
    case 'source':
    case 'docs-root':
      return input.path;
    case 'authored':
      return input.file.glob;
    case 'sources':
      return input.files.glob;
    case 'every-topic':
      return `**/${input.path}`;
    case 'config':
      return 'configuration';
    case 'page':
    case 'included':
      return input.kind;
    case 'below':
      return 'children';
    case 'made':
      return isShared(input.files) ? input.files.glob : undefined;
    default:
      return undefined;
  }
}

function plannedHash(
  input: StepInput,
  { folder, files, workspace }: Pick<InputPlace, 'folder' | 'files'> & { readonly workspace: PlannedWorkspace },
  hashOfMade: (path: string) => string,
): string {
  switch (input.kind) {
    case 'source':
      return files.hash(input.path);
    case 'docs-root':
      return hashOfMade(input.path);
    case 'config':
      return workspace.configHash;
    case 'page':
      return pageHash(pageDigest(workspace.config, folder));
    case 'included':
      return hashOverFiles(includedNames(folder).map((name) => [name, hashIfReadable(() => files.hash(name))]));
    case 'authored':
      return files.authoredHash(input.file.glob, input.file.shared);
    case 'made':
      return isShared(input.files) ? files.authoredHash(input.files.glob, input.files.shared) : '';
    case 'sources':
      return hashOverFiles(files.list(input.files).map((path) => [path, files.hash(path)]));
    case 'every-topic':
      return hashOverFiles(topicFilesOf(workspace, input.path).map(({ id, hash }) => [id, hash]));
    case 'below':
      // Those that could not be built are left out of the folder that the steps have.
      return hashOverFiles((workspace.tree.get(folder.id) ?? folder).childIds.map((id) => [id, '']));
    default:
      return '';
  }
}

/**
 * Refuses an input that has changed since the run was planned. A file that was merely touched has not.
 *
 * @throws TopicmillError `SOURCE_CHANGED`, `AUTHORED_PART_CHANGED`; `OUTPUT_OUTDATED` for what is made for all topics
 */
function refuseChanged(input: StepInput, place: InputPlace): void {
  const { folder, files, workspace, filesOf, expected } = place;
  const planned = expected?.[plannedKey(input)!];
  if (planned === undefined) return;
  const ofRoot = (): FolderFiles => filesOf?.('') ?? openFolder(workspace, workspace.tree.get('')!);
  if (planned === plannedHash(input, place, (path) => ofRoot().hash(path))) return;
  switch (input.kind) {
    case 'source':
      throw sourceChanged(files.displayPath(input.path));
    case 'sources':
      throw sourceChanged(files.displayPath(input.files.glob));
    case 'config':
      throw sourceChanged(CONFIG_FILE);
    case 'page':
    case 'included':
      throw sourceChanged(folder.page?.path ?? files.displayPath(''));
    case 'every-topic':
      throw new TopicmillError('SOURCE_CHANGED', `A ${input.path} was edited after the build had started.`, {
        remedy: RUN_AGAIN,
      });
    case 'docs-root':
      throw new TopicmillError('OUTPUT_OUTDATED', 'The file does not match the current topics.', {
        file: displayPath(workspace.config, input.path),
        remedy: 'Run `npx topicmill build`.',
      });
    case 'below':
      throw foldersChanged(folder.id);
    default:
      throw new TopicmillError('AUTHORED_PART_CHANGED', 'The file was edited after the build had started.', {
        file: files.displayPath(plannedKey(input)!),
        remedy: RUN_AGAIN,
      });
  }
}

/** Of a folder that was added or removed since the run was planned. */
export function foldersChanged(id: string): TopicmillError {
  const message = `The folder "${id}", or one below it, was added or removed while the build was starting.`;
  return new TopicmillError('AUTHORED_PART_CHANGED', message, { file: id, remedy: RUN_AGAIN });
}

/** A missing file that a step needs. */
interface MissingInput {
  readonly step: string;
  /** As messages name it. */
  readonly file: string;
  /** The command line that makes it. */
  readonly command?: string | undefined;
  /** What is missing, where it is not the whole file. */
  readonly part?: string;
}

/** A `STEP_INPUT_MISSING` error that names the command which makes the file. */
export function missingInput({ step, file, command, part = 'this file' }: MissingInput): TopicmillError {
  const maker = command === undefined ? '' : `Run \`npx ${command}\` first; `;
  return new TopicmillError('STEP_INPUT_MISSING', `The step "${step}" needs ${part}, which does not exist.`, {
    file,
    remedy: `${maker}\`npx topicmill build\` runs all steps in order.`,
  });
}
