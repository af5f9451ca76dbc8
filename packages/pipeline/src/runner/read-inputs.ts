import type { TopicmillError } from '@topicmill/base/diagnostics';
import { type DocumentFile, sha256Hex } from '@topicmill/base/files';
import { type Folder, includedNames, topicIdsOf } from './folder.js';
import type { FolderFiles } from './folder-files.js';
import { listIfReadable, readUnlessLasting } from './lasting-faults.js';
import { missingInput } from './missing-input.js';
import { isShared, type SharedFile, type SharedOwnedFile } from './owned-files.js';
import { pageDigest, pageHash } from './page-digest.js';
import {
  authoredHash,
  fileHash,
  hashOverFiles,
  refuseChanged,
  type SourceHashes,
  UNREADABLE,
} from './source-hashes.js';
import { openFolder, sourcePath } from './source-path.js';
import { SourceRecord } from './source-record.js';
import type { OtherFile, Step, StepInput, StepInputs, TopicFile } from './step.js';
import { readIfText, topicFilesOf } from './topic-files.js';
import { CONFIG_FILE, displayPath, type Workspace } from './workspace.js';

/** A step's inputs as read, and one hash over all that may change its result. */
export interface ReadInputs {
  readonly inputs: StepInputs;
  readonly sha256: string;
  /** A hash of each single input, by a name for people: 16 hex digits, `''` for a missing one. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Where a step's inputs are read. */
export interface InputPlace {
  readonly folder: Folder;
  /** The files of that folder. */
  readonly files: FolderFiles;
  readonly workspace: Workspace;
  /** Hashes of the hand-written files at the time the run was planned. */
  readonly expected?: SourceHashes | undefined;
  /** The files of another folder, by its id. Default: those on disk. */
  readonly filesOf?: ((id: string) => FolderFiles) | undefined;
}

/**
 * Reads only what a step declares.
 * @throws TopicmillError `FILE_UNREADABLE`, `NOT_UTF8`, `NOT_TEXT`, `TOPIC_SPEC_INVALID`; `SOURCE_CHANGED`,
 *   `AUTHORED_PART_CHANGED`, `OUTPUT_OUTDATED` for a file without the expected content
 */
export function readInputs(
  step: Step,
  { folder, files, workspace, expected, filesOf = (id) => openFolder(workspace, workspace.tree.get(id)!) }: InputPlace,
): ReadInputs {
  const found = new Map<string, DocumentFile>();
  const others: OtherFile[] = [];
  const topicFiles: TopicFile[] = [];
  const digest: InputPart[] = [['Topicmill', workspace.engine]];
  for (const input of step.inputs)
    readInput(input, folder, files, workspace, { found, others, topicFiles, digest, expected, filesOf });
  const inputs: StepInputs = {
    folder,
    config: workspace.config,
    file: (path) => found.get(path),
    required(path) {
      const file = found.get(path);
      if (file === undefined) throw missing(step, path, files);
      return file;
    },
    others,
    topicFiles,
    displayPath: (path) => files.displayPath(path),
  };
  const sha256 = sha256Hex([step.name, folder.id, ...digest.flat()].join('\0'));
  return { inputs, sha256, parts: Object.fromEntries(digest.map(([name, value]) => [name, shortHash(value)])) };
}

/** Among the parts, the name of what people wrote in a file; its hash there is that of `authoredHash`. */
export function authoredPartName(displayFile: string): string {
  return `what people wrote in ${displayFile}`;
}

/** Name for people, and what may change a result: a hash, or the input itself. */
type InputPart = readonly [name: string, value: string];

const SHA256 = /^[0-9a-f]{64}$/;
const HASH_DIGITS = 16;

/** Among the parts, the hash of a file of another topic that could not be read. */
export const UNREADABLE_PART = shortHash(UNREADABLE);

function shortHash(value: string): string {
  if (value === '') return '';
  return (SHA256.test(value) ? value : sha256Hex(value)).slice(0, HASH_DIGITS);
}

function missing(step: Step, path: string, files: FolderFiles): TopicmillError {
  const commands = step.inputs.map((input) => {
    if (input.kind === 'made') return input.files.glob === path ? input.files.command : undefined;
    return input.kind === 'docs-root' && input.path === path ? input.command : undefined;
  });
  const command = commands.find((each) => each !== undefined)?.(files.displayPath(''));
  return missingInput({ step: step.name, file: files.displayPath(path), command });
}

type InputOf<Kind extends StepInput['kind']> = StepInput & { readonly kind: Kind };

/** The part of the configuration that an input is, for one folder. */
export function configFor(input: InputOf<'config'>, folder: Folder, { config }: Pick<Workspace, 'config'>): unknown {
  return input.of === undefined ? config[input.key] : input.of(config, folder);
}

interface Sink {
  readonly found: Map<string, DocumentFile>;
  readonly others: OtherFile[];
  readonly topicFiles: TopicFile[];
  readonly digest: InputPart[];
  readonly expected: SourceHashes | undefined;
  filesOf(id: string): FolderFiles;
}

function readInput(input: StepInput, folder: Folder, files: FolderFiles, workspace: Workspace, sink: Sink): void {
  switch (input.kind) {
    case 'config':
      refuseChanged(sink.expected, input, () => workspace.configHash, CONFIG_FILE);
      sink.digest.push([`${input.key} in ${CONFIG_FILE}`, JSON.stringify(configFor(input, folder, workspace) ?? null)]);
      return;
    case 'page':
      readPage(input, folder, files, workspace, sink);
      return;
    case 'included':
      readIncluded(folder, files, workspace, sink);
      return;
    case 'model':
      sink.digest.push(['embedding model', workspace.services.model]);
      return;
    case 'source':
      readOwn(input.path, files, sink);
      refuseChanged(sink.expected, input, () => fileHash(files.read(input.path)?.bytes), files.displayPath(input.path));
      return;
    case 'sources':
      readSources(input, folder, files, sink);
      return;
    case 'made':
      readMade(input, folder, files, sink);
      return;
    case 'authored':
      readAuthored(input, files, sink);
      return;
    case 'docs-root':
      readOfDocsRoot(input, sink);
      return;
    case 'below':
      readOthers(folder.childIds, input.path, sink);
      return;
    case 'every-topic':
      lookAtTopics(input, workspace, sink);
      return;
    case 'every-topic-made':
      readMadeOfTopics(input, workspace, sink);
      return;
  }
}

function readPage(input: InputOf<'page'>, folder: Folder, files: FolderFiles, { config }: Workspace, sink: Sink): void {
  const digest = pageDigest(config, folder);
  refuseChanged(sink.expected, input, () => pageHash(digest), folder.page?.path ?? files.displayPath(''));
  sink.digest.push(['what the site says of the page', digest]);
}

function readIncluded(folder: Folder, files: FolderFiles, { config }: Workspace, sink: Sink): void {
  for (const name of includedNames(folder)) {
    const file = readIfText(() => files.read(name));
    addFile(name, sourcePath(config, folder, name)!, file, sink);
  }
}

function readMade(input: InputOf<'made'>, folder: Folder, files: FolderFiles, sink: Sink): void {
  const { files: made } = input;
  if (isShared(made)) files.findAgain(made.glob);
  for (const path of files.list(made)) {
    if (folder.isTopic) readOwn(path, files, sink);
    // What only a tool writes is left of a topic, and goes at the end of this build.
    else if (made.shared !== undefined) readAuthoredPart(path, made.shared, files, sink);
  }
  if (isShared(made)) refuseEdited(input, made, files, sink);
}

function readAuthored(input: InputOf<'authored'>, files: FolderFiles, sink: Sink): void {
  const { glob: path, shared } = input.file;
  files.findAgain(path);
  refuseEdited(input, input.file, files, sink);
  const file = files.read(path);
  if (file !== undefined) sink.found.set(path, file);
  const authored = file === undefined ? '' : shared.authoredIdentity(file.text);
  sink.digest.push([authoredPartName(files.displayPath(path)), authored]);
}

function readOfDocsRoot(input: InputOf<'docs-root'>, sink: Sink): void {
  const docsRoot = sink.filesOf('');
  const file = docsRoot.read(input.path);
  refuseChanged(sink.expected, input, () => fileHash(file?.bytes), docsRoot.displayPath(input.path));
  addFile(input.path, docsRoot.displayPath(input.path), file, sink);
}

function readSources(input: InputOf<'sources'>, { id }: Folder, files: FolderFiles, sink: Sink): void {
  const hashes: (readonly [string, string])[] = [];
  for (const path of files.list(input.files)) {
    const file = files.read(path)!;
    const sha256 = files.sha256(path)!;
    hashes.push([path, fileHash(file.bytes, sha256)]);
    sink.others.push({ id, path, file, sha256 });
    sink.digest.push([files.displayPath(path), sha256]);
  }
  refuseChanged(sink.expected, input, () => hashOverFiles(hashes), files.displayPath(input.files.glob));
}

function readOwn(path: string, files: FolderFiles, sink: Sink): void {
  const file = files.read(path);
  if (file !== undefined) sink.found.set(path, file);
  sink.digest.push([files.displayPath(path), files.sha256(path) ?? '']);
}

/** In a folder that is not a topic, what a step once wrote into a shared file does not count. */
function readAuthoredPart(path: string, shared: SharedFile, files: FolderFiles, sink: Sink): void {
  const text = shared.authoredPart(files.read(path)?.text ?? '');
  if (text !== '') addFile(path, files.displayPath(path), { text, bytes: Buffer.from(text, 'utf8') }, sink);
}

function addFile(path: string, displayFile: string, file: DocumentFile | undefined, sink: Sink): void {
  if (file !== undefined) sink.found.set(path, file);
  sink.digest.push([displayFile, file === undefined ? '' : sha256Hex(file.bytes)]);
}

function readOthers(ids: readonly string[], path: string, sink: Sink): void {
  for (const id of ids) {
    const files = sink.filesOf(id);
    const file = readUnlessLasting(() => readIfText(() => files.read(path)));
    if (file === undefined) continue;
    const sha256 = sha256Hex(file.bytes);
    sink.others.push({ id, path, file, sha256 });
    sink.digest.push([files.displayPath(path), sha256]);
  }
}

/** Files that have not changed since the run was planned are not read: their hashes are on record. */
function lookAtTopics(input: InputOf<'every-topic'>, workspace: Workspace, sink: Sink): void {
  const files = topicFilesOf(workspace, input.path, new SourceRecord(workspace, workspace.engine, Date.now()));
  sink.topicFiles.push(...files);
  sink.digest.push(
    ...files.map(({ folder, hash }): InputPart => [sourcePath(workspace.config, folder, input.path)!, hash]),
  );
  const actual = (): string => hashOverFiles(files.map(({ id, hash }) => [id, hash]));
  refuseChanged(sink.expected, input, actual, displayPath(workspace.config, ''));
}

function readMadeOfTopics({ files }: InputOf<'every-topic-made'>, { tree }: Workspace, sink: Sink): void {
  for (const id of topicIdsOf(tree)) {
    const topicFiles = sink.filesOf(id);
    for (const path of files.flatMap((owned) => listIfReadable(topicFiles, owned))) readOthers([id], path, sink);
  }
}

/** The hand-written part of a file that a step writes into too. */
function refuseEdited(input: StepInput, file: SharedOwnedFile, files: FolderFiles, { expected }: Sink): void {
  const path = file.glob;
  const actual = (): string => authoredHash(files.read(path)?.text, file.shared);
  refuseChanged(expected, input, actual, files.displayPath(path));
}
