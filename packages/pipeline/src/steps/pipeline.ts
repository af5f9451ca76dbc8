import type { DocumentFile } from '@topicmill/base/files';
import { isOwnRelated } from '@topicmill/topics/formats';
import { QA_PAIRS_FILE, REFERENCE_FILE, RELATED_FILE } from '@topicmill/topics/formats/file-names';
import type { TopicmillConfig } from '../config/index.js';
import { type FileContent, type Folder, type OwnedFiles, ownedFile, type Step, type Target } from '../runner/index.js';
import { authorityStep } from './authority.js';
import { chunkStep, isJoined, pageChunkStep } from './chunk.js';
import { keywordsStep, pageKeywordsStep } from './keywords.js';
import { termsStep } from './terms.js';
import { FIRST_PAGE_CHUNK, FIRST_REFERENCE_CHUNK, PAGE_OUTPUTS, topicDocument } from './topic-document.js';
import { indexStep, pageIndexStep } from './topic-index.js';
import { pageTopicSpecStep, topicSpecStep } from './topic-spec.js';

/**
 * Puts the questions about a page next to what is made from it, so that the folder can be served as it is; the page itself,
 * byte for byte, only where its chunks are not all of it.
 */
const pageSourceStep: Step = {
  name: 'source',
  scope: 'topic',
  inputs: [
    { kind: 'source', path: REFERENCE_FILE },
    { kind: 'source', path: QA_PAIRS_FILE },
    { kind: 'page' },
    { kind: 'config', key: 'chunking', of: isJoined },
  ],
  outputs: [PAGE_OUTPUTS.source],
  run: async ({ config, folder, required, file }) => {
    const files = new Map<string, FileContent>();
    if (!isJoined(config, folder)) files.set(topicDocument(folder).sourceName, contentOf(required(REFERENCE_FILE)));
    const questions = file(QA_PAIRS_FILE);
    if (questions !== undefined) files.set(QA_PAIRS_FILE, contentOf(questions));
    return { files, diagnostics: [] };
  },
};

/** As text, which is kept at less cost, where that has the same bytes. */
function contentOf({ text, bytes }: DocumentFile): FileContent {
  return Buffer.from(text, 'utf8').equals(bytes) ? text : bytes;
}

/** Finds the nearest topics of each topic by the vectors of their first chunks. */
const relatedStep = relatedStepFor(FIRST_REFERENCE_CHUNK);
/** The same where the topics are pages. */
const pageRelatedStep = relatedStepFor(FIRST_PAGE_CHUNK);

function relatedStepFor(firstChunk: OwnedFiles): Step {
  return {
    name: 'related',
    scope: 'docs-root',
    inputs: [
      { kind: 'topics', path: REFERENCE_FILE },
      { kind: 'every-topic-made', files: [firstChunk] },
      { kind: 'config', key: 'chunking' },
      { kind: 'model' },
    ],
    outputs: [{ ...ownedFile(RELATED_FILE), recognizes: (_, text) => isOwnRelated(text) }],
    async run(inputs, services) {
      const { findRelated } = await import('./find-related.js');
      const { text, diagnostics, isPartial } = await findRelated(inputs, services);
      return { files: new Map([[RELATED_FILE, text]]), diagnostics, isPartial };
    },
  };
}

/**
 * The pipeline: every step, in the order in which they run. Each says what it reads, what it writes and in which
 * folders it runs; nothing else in the project says so a second time.
 */
export const STEPS: readonly Step[] = [
  chunkStep, //     golden-reference.md → _chunks/
  termsStep, //     golden-reference.md → _keywords/terms.md
  authorityStep, // every golden-reference.md → the docs root's _keywords/authority.md
  keywordsStep, //  terms, authority → _keywords/words.md
  topicSpecStep, // chunks, words, questions, what people wrote → topic-spec.md
  indexStep, //     topic-spec.md, the indexes below → index.json
  relatedStep, //   every topic's first chunk → the docs root's related.json
];

/** The same for pages of a site, whose results are apart from them. */
const PAGE_STEPS: readonly Step[] = [
  pageSourceStep, //    the page, its questions → copies, of the page where its chunks are not all of it
  pageChunkStep, //     the page → _chunks/
  authorityStep, //     every page → _keywords/authority.md
  pageKeywordsStep, //  the page, authority → _keywords/words.md
  pageTopicSpecStep, // chunks, words, questions → topic-spec.md
  pageIndexStep, //     topic-spec.md, the indexes below → index.json
  pageRelatedStep, //   every page's first chunk → related.json
];

/** The steps of a folder in order, for each kind of source, without the one that all topics read. */
const STEP_TABLES: readonly (readonly Step[])[] = [STEPS, PAGE_STEPS].map((steps) =>
  steps.filter((step) => step !== authorityStep),
);
const [FOLDER_TABLE, PAGE_TABLE] = STEP_TABLES as [readonly Step[], readonly Step[]];

/** Makes what all topics read, before any of them. */
export const AUTHORITY: Target = {
  name: 'authority',
  steps: [authorityStep],
  foldersIn: ({ tree }) => [tree.get('')!],
  stepsOf: () => [authorityStep],
};

/** Every other step of the pipeline, in each folder. */
export const INDEX: Target = {
  name: 'index',
  steps: STEP_TABLES.flat(),
  foldersIn: ({ tree }) => [...tree.values()],
  stepsOf: (folder) => stepsOfKind(folder).filter((step) => runsIn(step, folder)),
  stepsOfKind,
};

function stepsOfKind({ sources }: Folder): readonly Step[] {
  return sources === undefined ? FOLDER_TABLE : PAGE_TABLE;
}

function runsIn({ scope }: Step, folder: Folder): boolean {
  if (scope === 'topic') return folder.isTopic;
  return scope === 'folder' || folder.id === '';
}

/** A step that can be run by its name, with the earlier steps that it needs. */
interface StepTarget extends Target {
  /** Names of the step targets whose files its steps read in the same folder. */
  readonly needs: readonly string[];
}

/** What is left of the target `index`. It has another name because its states must not replace those of all steps. */
const REST = 'index-step';

/** The target `index` in parts: one for each step that can be asked for by its name, in order, then one for the rest. */
export const STEP_TARGETS: readonly StepTarget[] = stepTargets();

/**
 * The targets that build folders, in order: one that runs all steps, or one for each step, as the configuration says. The
 * last one makes `index.json`.
 */
export function indexTargets({ nx }: Pick<TopicmillConfig, 'nx'>): readonly Target[] {
  return nx.tasks === 'step' ? STEP_TARGETS : [INDEX];
}

function stepTargets(): StepTarget[] {
  const tables = STEP_TABLES.map(partsOf);
  const names = [...new Set(tables.flatMap((parts) => [...parts.keys()]))];
  const targets = names.map((name) => stepTarget(name, [...new Set(tables.flatMap((parts) => parts.get(name) ?? []))]));
  return targets.map((target) => ({ ...target, needs: targets.filter((other) => isRead(other, target)).map(nameOf) }));
}

function stepTarget(name: string, steps: readonly Step[]): Target {
  const isRest = name === REST;
  return {
    name,
    steps,
    foldersIn: ({ tree }) =>
      isRest ? [...tree.values()] : [...tree.values()].filter(({ isTopic }) => isTopic).map(withoutChildren),
    stepsOf: (folder) => INDEX.stepsOf(folder).filter((step) => steps.includes(step)),
    // What a topic had and a category has not is removed with the category's index, however it was made.
    ...(isRest ? { stepsOfKind: INDEX.stepsOfKind! } : {}),
  };
}

/** A topic does not wait for such a step of the topics below it. */
function withoutChildren(folder: Folder): Folder {
  return { ...folder, childIds: [] };
}

/** The steps of a table by the target that they belong to. */
function partsOf(table: readonly Step[]): Map<string, Step[]> {
  const parts = new Map<string, Step[]>();
  let part: Step[] = [];
  for (const step of table) {
    part.push(step);
    if (!step.isTask) continue;
    parts.set(step.name, part);
    part = [];
  }
  return parts.set(REST, part);
}

function isRead({ steps: makers, name }: Target, { steps: readers, name: readerName }: Target): boolean {
  const made = new Set(makers.flatMap(({ outputs }) => outputs.map(({ glob }) => glob)));
  const isMade = (input: Step['inputs'][number]): boolean => input.kind === 'made' && made.has(input.files.glob);
  return name !== readerName && readers.some(({ inputs }) => inputs.some(isMade));
}

function nameOf({ name }: Target): string {
  return name;
}
