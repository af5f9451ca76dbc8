import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { DocumentFile } from '@topicmill/base/files';
import type { TopicmillConfig } from '../config/index.js';
import type { Folder } from './folder.js';
import type { FolderFiles } from './folder-files.js';
import type { Memo } from './memo.js';
import type { FileContent, OwnedFiles, SharedOwnedFile } from './owned-files.js';

/** Which folders a step runs in. */
export type StepScope = 'topic' | 'folder' | 'docs-root';

/** Something a step reads. What is not declared cannot be read: the runner hands over nothing else. */
export type StepInput =
  /** A file that people write in the step's own folder. */
  | { readonly kind: 'source'; readonly path: string }
  /** Files that people write in the step's own folder, whatever they are called. */
  | { readonly kind: 'sources'; readonly files: OwnedFiles }
  /** The parts of a file in the step's own folder that people wrote, without what the tool wrote there. */
  | { readonly kind: 'authored'; readonly file: SharedOwnedFile }
  /** Files that an earlier step writes in the same folder. */
  | { readonly kind: 'made'; readonly files: OwnedFiles }
  /** A file that a step of the docs root makes for all topics; with `partFor`, as far as it says something of the folder's own. */
  | {
      readonly kind: 'docs-root';
      readonly path: string;
      readonly command?: OwnedFiles['command'];
      readonly partFor?: PartForTopic;
    }
  /** A file of each folder directly below. */
  | { readonly kind: 'below'; readonly path: string }
  /** A file that people write in every topic of the docs root. */
  | { readonly kind: 'every-topic'; readonly path: string }
  /** Which topics there are, by the file that makes one, with the titles, paths and dialects of their pages. */
  | { readonly kind: 'topics'; readonly path: string }
  /** Files that the steps of its own folder make in every topic. */
  | { readonly kind: 'every-topic-made'; readonly files: readonly OwnedFiles[] }
  /** What the site says about the folder's page: its title, address and links, and how the site makes anchors. */
  | { readonly kind: 'page' }
  /** Files whose text the folder's page includes. What they contained is a part of what `page` says about it. */
  | { readonly kind: 'included' }
  /** A section of the configuration. */
  | { readonly kind: 'config'; readonly key: keyof TopicmillConfig; readonly of?: PartOfConfig }
  /** The embedding model, by its full name. */
  | { readonly kind: 'model' };

/** What of a configuration counts for one folder, where a section says something of others too. */
export type PartOfConfig = (config: TopicmillConfig, folder: Folder) => unknown;

/**
 * What of a file for all topics concerns one of them: the step reads this text in place of the file, and is current as long as it
 * is the same.
 */
export type PartForTopic = (
  text: string,
  topic: { readonly folder: Folder; readonly files: FolderFiles; readonly config: TopicmillConfig },
) => string;

/** What the runner read for a step. */
export interface StepInputs {
  readonly folder: Folder;
  readonly config: TopicmillConfig;
  /** A `source`, `authored`, `made` or `docs-root` file by its path. */
  file(path: string): DocumentFile | undefined;
  /**
   * The same for a file that the step cannot do without.
   *
   * @throws TopicmillError `STEP_INPUT_MISSING`
   */
  required(path: string): DocumentFile;
  /**
   * `below` and `every-topic-made` files with the ids of their folders, sorted by id; folders without the file are left
   * out. `sources` with the folder's own id, sorted by path.
   */
  readonly others: readonly OtherFile[];
  /** `every-topic` files, sorted by the ids of their topics. */
  readonly topicFiles: readonly TopicFile[];
  /** The folders of `topics` by their ids, sorted; none without that input. */
  readonly topics: ReadonlyMap<string, Folder>;
  /** Path of a file in the step's folder, for messages: relative to the workspace, with `/`. */
  displayPath(path: string): string;
}

/** A file of another folder. */
export interface OtherFile {
  readonly id: string;
  readonly path: string;
  readonly file: DocumentFile;
}

/** A file of one of all topics: it is read when it is asked for, so that what is known about its hash costs no reading. */
export interface TopicFile {
  readonly id: string;
  readonly folder: Folder;
  readonly path: string;
  /** Of the file's bytes, as `fileHash` gives it. */
  readonly hash: string;
  /**
   * `undefined` for a file that is not text, or that could not be read when it was hashed: the steps of its own folder
   * report it, and the other folders are built.
   *
   * @throws TopicmillError `SOURCE_CHANGED` if it does not have the content that was hashed, `FILE_UNREADABLE`
   */
  read(): DocumentFile | undefined;
}

/** What a step made: the content of every file that it owns from now on, by path below its folder. */
export interface StepResult {
  /** Published in this order, but files that are not text first. */
  readonly files: ReadonlyMap<string, FileContent>;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts sent to the embedder. */
  readonly embeddedCount?: number;
  /** Whether the next build runs the step again, whatever has changed, since something outside kept it from being whole. */
  readonly isPartial?: boolean;
}

/** Name under which requests and the cache have the vectors of questions. */
export const QUESTIONS_STRATEGY = 'questions';

/** Texts to embed for one source; `labels` name them in errors. */
export interface EmbeddingRequest {
  readonly strategy: string;
  readonly sourceSha256: string;
  readonly texts: readonly string[];
  readonly labels: readonly string[];
  /** Whether a text that the model refuses costs that text alone; without it, it fails the step. */
  readonly allowsRefusals?: boolean | undefined;
  /** Whether texts are asked for although they were refused before by this process. */
  readonly asksAgain?: boolean | undefined;
  /** How many numbers the vectors have with which those asked for are compared, where that is known. */
  readonly vectorLength?: number | undefined;
}

export interface EmbeddingResult {
  /** One vector for each text, all of one length; zero for a text that is refused. */
  readonly vectors: readonly Float32Array[];
  /** Why texts have no vector, by their indexes; none without `allowsRefusals`. */
  readonly refused: ReadonlyMap<number, Error>;
  /** How many were computed anew. */
  readonly embeddedCount: number;
}

/** What steps can do besides turning text into text. */
export interface StepServices {
  /** The embedding model's full name, as it is written in cache keys. */
  readonly model: string;
  /** The full name of what reads questions, those of `QUESTIONS_STRATEGY`, where it is not that model: its vectors can be compared. */
  readonly questionModel?: string | undefined;
  /** Whether the vectors of a strategy are made from a table, at no cost, and none is stored. */
  isTable?(strategy: string): boolean;
  embed(request: EmbeddingRequest): Promise<EmbeddingResult>;
  /** Why texts were refused so far, by their SHA-256. */
  readonly refusals?: ReadonlyMap<string, Error>;
  /** Vectors by text, of the texts that were embedded before under a strategy. */
  findVectors(strategy: string, texts: readonly string[]): ReadonlyMap<string, Float32Array>;
  /** Results of an earlier run, for a step that reads every topic: it saves time and never changes a result. */
  openMemo(name: string): Memo;
}

/** The names of all models that make vectors of a workspace: what was made with others is rebuilt. */
export function modelNames({ model, questionModel }: Pick<StepServices, 'model' | 'questionModel'>): string {
  return questionModel === undefined ? model : `${model}, questions by ${questionModel}`;
}

/** One row of the pipeline's table. */
export interface Step {
  readonly name: string;
  readonly scope: StepScope;
  readonly inputs: readonly StepInput[];
  readonly outputs: readonly OwnedFiles[];
  /**
   * Whether it can be asked for by its name; it runs with the steps in the table between it and the last such step before
   * it. The steps after the last such step belong to the target `index`.
   */
  readonly isTask?: true;
  /** @throws TopicmillError for input that cannot be built; nothing is written then */
  run(inputs: StepInputs, services: StepServices): Promise<StepResult>;
}
