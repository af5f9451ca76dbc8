import { type Diagnostic, TopicmillError, throwErrors } from '@topicmill/base/diagnostics';
import { lowerCase } from '@topicmill/text/words';
import {
  authoredDigestInput,
  authoredPart,
  type ChunkEntry,
  type ChunkSet,
  type ChunksManifest,
  describeReference,
  editedPageRows,
  hasOwnSections,
  isPageSpec,
  manifestChunkFacts,
  mergeGeneratedSections,
  type PageSpecEdit,
  pageSpecEdit,
  type ReferenceDescription,
  readChunksManifest,
  readWordsFile,
  takeInLateEdit,
  takeInPageSpecEdit,
  updatePageSpec,
  updateTopicSpec,
} from '@topicmill/topics/formats';
import { type ChunkContent, readChunkAmong } from '@topicmill/topics/formats/chunk-pack';
import {
  MODEL_QUESTIONS_FILE,
  PAGE_NOTE_FILE,
  QA_PAIRS_FILE,
  REFERENCE_FILE,
  TOPIC_SPEC_FILE,
} from '@topicmill/topics/formats/file-names';
import {
  chunkKeywords,
  generalWordsOf,
  headingWordsOf,
  type ShownKeyword,
  shownKeywords,
} from '@topicmill/topics/keywords';
import { cosineSimilarity, fourDecimals } from '@topicmill/topics/similarity';
import type { TopicmillConfig } from '../config/index.js';
import {
  type EmbeddingResult,
  type MergedFile,
  type OwnedFiles,
  ownedFile,
  type SharedOwnedFile,
  type Step,
  type StepInput,
  type StepInputs,
  type StepResult,
  type StepServices,
} from '../runner/index.js';
import { isExcluded } from './chunk.js';
import { chunksRequest, refusedText } from './embedding-requests.js';
import { WORDS, WORDS_PATH } from './keywords.js';
import { matchQuestions } from './match-questions.js';
import {
  CHUNKS_DIRECTORY,
  type DocumentOutputs,
  PAGE_OUTPUTS,
  REFERENCE_OUTPUTS,
  topicDocument,
} from './topic-document.js';

/**
 * The `topic-spec.md` of a page. It is generated, and people write in the page's note; what they still write here
 * is moved there before the file is replaced.
 */
const PAGE_TOPIC_SPEC: SharedOwnedFile = {
  ...ownedFile(TOPIC_SPEC_FILE),
  recognizes: (_, text) => hasOwnSections(text),
  shared: {
    merge: (present, made, file) => {
      if (present === made || present === '') return { text: made, ...NOTHING_MOVED };
      return { text: made, ...moveFrom(present, file, made), diagnostics: editedPageRows(present, made, file) };
    },
    mergeLate: (present, { after }, file) => ({ text: present, ...moveFrom(after, file) }),
    authoredPart: (text) => editOf(text)?.text ?? '',
    authoredIdentity: (text) => editOf(text)?.text ?? '',
  },
};

const NOTHING_MOVED: Omit<MergedFile, 'text'> = { diagnostics: [] };

function moveFrom(text: string, file: string, made?: string): Omit<MergedFile, 'text'> {
  const edit = editOf(text, made);
  if (edit === undefined) return NOTHING_MOVED;
  const update = (note = ''): string => takeInPageSpecEdit(note, edit);
  return { diagnostics: [], moved: { to: PAGE_NOTE_FILE, update, diagnostic: (target) => textMoved(file, target) } };
}

function editOf(text: string, made?: string): PageSpecEdit | undefined {
  return text.trim() === '' ? undefined : pageSpecEdit(text, made);
}

function textMoved(file: string, target: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'TOPIC_SPEC_TEXT_MOVED',
    message: `The file is generated and was edited by hand: what was written there is moved to ${target}.`,
    file,
    remedy: `Build again, so that it counts. Write in ${target} from now on, and commit that file.`,
  };
}

/** The file that people and this step both write, with what is to be kept of it. */
export const TOPIC_SPEC: SharedOwnedFile = {
  ...ownedFile(TOPIC_SPEC_FILE),
  command: (displayFolder) => `topic-spec ${displayFolder}`,
  shared: {
    merge: mergeGeneratedSections,
    mergeLate: takeInLateEdit,
    authoredPart: authoredPartOfAny,
    authoredIdentity: authoredDigestInput,
  },
};

/** Embeds the chunks and writes their similarities, keywords and matched questions into `topic-spec.md`. */
export const topicSpecStep = topicSpecStepFor(REFERENCE_OUTPUTS, TOPIC_SPEC, { kind: 'authored', file: TOPIC_SPEC });
/** The same for a page: what people say about it is in the page or in its note, and the file is the step's alone. */
export const pageTopicSpecStep = topicSpecStepFor(
  PAGE_OUTPUTS,
  PAGE_TOPIC_SPEC,
  { kind: 'page' },
  { kind: 'source', path: PAGE_NOTE_FILE },
);

function topicSpecStepFor(
  { chunks, manifest }: DocumentOutputs,
  topicSpec: OwnedFiles,
  ...authored: readonly StepInput[]
): Step {
  return {
    name: 'topic-spec',
    scope: 'topic',
    isTask: true,
    inputs: [
      { kind: 'source', path: REFERENCE_FILE },
      { kind: 'source', path: QA_PAIRS_FILE },
      { kind: 'source', path: MODEL_QUESTIONS_FILE },
      ...authored,
      { kind: 'made', files: chunks },
      { kind: 'made', files: manifest },
      { kind: 'made', files: WORDS },
      { kind: 'config', key: 'chunking', of: (config, { id }) => isExcluded(config, id) },
      { kind: 'config', key: 'keywords' },
      { kind: 'config', key: 'prompts' },
      { kind: 'config', key: 'technicalBaselineTitles' },
      { kind: 'model' },
    ],
    outputs: [topicSpec],
    run: runTopicSpec,
  };
}

async function runTopicSpec(inputs: StepInputs, services: StepServices): Promise<StepResult> {
  const words = readWordsFile(inputs.required(WORDS_PATH).text, inputs.displayPath(WORDS_PATH));
  const text = topicDocument(inputs.folder).readable(inputs.required(REFERENCE_FILE).text);
  const title = inputs.folder.page?.title ?? '';
  const headings = headingWordsOf(`# ${title}\n\n${text}`);
  const keywords = shownKeywords(words, generalWordsOf(inputs.config.keywords.languages), headings);
  const { chunks, embeddedCount, diagnostics, isPartial } = await describeChunks(inputs, keywords, services);
  const sections = {
    source: topicDocument(inputs.folder).sourceName,
    hasQuestions: inputs.file(QA_PAIRS_FILE) !== undefined,
    keywords: keywords.map(({ keyword: { term, score, count } }) => ({ name: term, score, count })),
    chunks,
  };
  const topic = { id: inputs.folder.id, ...describeTopic(inputs) };
  const isPage = inputs.folder.page !== undefined;
  const authored = isPage ? PAGE_NOTE_FILE : TOPIC_SPEC_FILE;
  const [present, file] = [inputs.file(authored)?.text ?? '', inputs.displayPath(authored)];
  const update = (isPage ? updatePageSpec : updateTopicSpec)(present, topic, sections, file);
  throwErrors(update.diagnostics);
  return {
    files: new Map([[TOPIC_SPEC_FILE, update.text!]]),
    diagnostics: [...diagnostics, ...update.diagnostics],
    embeddedCount,
    isPartial,
  };
}

function describeTopic({ folder: { id, page }, required }: StepInputs): ReferenceDescription {
  return page ?? describeReference(required(REFERENCE_FILE).text, id);
}

interface DescribedChunks {
  readonly chunks: ChunkSet | undefined;
  readonly embeddedCount: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly isPartial: boolean;
}

const NO_CHUNKS: DescribedChunks = { chunks: undefined, embeddedCount: 0, diagnostics: [], isPartial: false };

async function describeChunks(
  inputs: StepInputs,
  keywords: readonly ShownKeyword[],
  services: StepServices,
): Promise<DescribedChunks> {
  if (isExcluded(inputs.config, inputs.folder.id)) return NO_CHUNKS;
  const document = topicDocument(inputs.folder);
  const { manifestPath } = document;
  const manifest = readChunksManifest(inputs.required(manifestPath).text, inputs.displayPath(manifestPath));
  const files = manifest.chunks.map(({ file }) => readChunkFile(inputs, file));
  const texts = files.map(({ text }) => document.embedded(text));
  const request = chunksRequest(
    { strategy: manifest.strategy, source_sha256: document.embeddingKey(manifest.source_sha256) },
    files.map(({ path }, at) => ({ text: texts[at]!, displayPath: inputs.displayPath(path) })),
  );
  const embedded = await services.embed({ ...request, allowsRefusals: true, asksAgain: true });
  const { vectors, refused } = embedded;
  const prompts = await matchQuestions(
    inputs,
    texts.map((text, at) => ({ text, vector: vectors[at]! })),
    manifest,
    services,
  );
  const keywordsByChunk = chunkKeywords(
    keywords,
    files.map(({ text }) => document.readableChunk(text)),
  );
  const technical = technicalBaseline(manifest, inputs.config);
  const baselineTechnical = technical === undefined || refused.has(technical) ? undefined : technical;
  const similarity = (baseline: number, at: number): number | undefined =>
    refused.has(baseline) || refused.has(at) ? undefined : similarityTo(baseline, at, vectors);
  const items = manifest.chunks.map((entry, i): ChunkEntry => {
    const { path, byteCount } = files[i]!;
    return {
      file: path,
      title: entry.title,
      ...manifestChunkFacts(entry),
      byteCount,
      startByte: entry.start_byte,
      endByte: entry.end_byte,
      similarityConceptual: similarity(0, i),
      ...(baselineTechnical === undefined ? {} : { similarityTechnical: similarity(baselineTechnical, i) }),
      keywords: keywordsByChunk[i]!,
      prompts: prompts.byChunk[i]!,
    };
  });
  return {
    chunks: {
      strategy: manifest.strategy,
      model: services.model,
      baselineConceptual: 0,
      baselineTechnical,
      ...(manifest.page && addressAndCopy(manifest.page)),
      items,
    },
    embeddedCount: embedded.embeddedCount + prompts.embeddedCount,
    diagnostics: [...refusalDiagnostics(refused, manifest, inputs), ...prompts.diagnostics],
    isPartial: refused.size > 0 || prompts.isPartial,
  };
}

function addressAndCopy({ id, url, head }: NonNullable<ChunksManifest['page']>): Pick<ChunkSet, 'page' | 'isJoined'> {
  return { page: { id, url }, ...(head === undefined ? {} : { isJoined: true }) };
}

/** What the model said about each text that it refused, with the place in its source at which it begins. */
function refusalDiagnostics(
  refused: EmbeddingResult['refused'],
  { chunks }: ChunksManifest,
  inputs: StepInputs,
): Diagnostic[] {
  return [...refused].map(([at, { message }]) =>
    refusedText(
      `${message} It takes other texts, so this chunk alone has no vector; the page is built and found by its words.`,
      inputs.displayPath(REFERENCE_FILE),
      chunks[at]!.start_line,
    ),
  );
}

function readChunkFile(inputs: StepInputs, name: string): ChunkContent & { readonly path: string } {
  const path = `${CHUNKS_DIRECTORY}/${name}`;
  const chunk = readChunkAmong(path, inputs.file);
  if (chunk !== undefined) return { path, ...chunk };
  throw new TopicmillError('CHUNK_COUNT_MISMATCH', 'The manifest names a chunk file that does not exist.', {
    file: inputs.displayPath(path),
    remedy: 'Run the chunk step again: `chunking-tool` with the topic’s golden-reference.md.',
  });
}

/** Chunk 1, when its title contains one of the configured titles. */
function technicalBaseline(manifest: ChunksManifest, { technicalBaselineTitles }: TopicmillConfig): number | undefined {
  const title = manifest.chunks[1] && titleLetters(manifest.chunks[1].title);
  return title !== undefined && technicalBaselineTitles.some((each) => title.includes(titleLetters(each)))
    ? 1
    : undefined;
}

/** `Quick Reference`, `Quick-Reference` and `QuickReference` are one title. */
function titleLetters(title: string): string {
  return lowerCase(title).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

function similarityTo(baseline: number, index: number, vectors: readonly Float32Array[]): number {
  return index === baseline ? 1 : fourDecimals(cosineSimilarity(vectors[baseline]!, vectors[index]!));
}

/** What people wrote in a file, whatever kind of topic it was made for: a docs root may have been one of pages. */
function authoredPartOfAny(text: string): string {
  return isPageSpec(text) ? PAGE_TOPIC_SPEC.shared.authoredPart(text) : authoredPart(text);
}
