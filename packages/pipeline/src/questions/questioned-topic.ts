import { join } from 'node:path';
import { STOP_WORD_LANGUAGES } from '@topicmill/base/config';
import { type Diagnostic, diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { readDocument } from '@topicmill/base/files';
import { headingPath, renderedMarkdown } from '@topicmill/search/retrieval';
import { type HiddenTextKind, isInShownText } from '@topicmill/text/hidden-text';
import { loadTokenCounter } from '@topicmill/text/tokens';
import {
  describeReference,
  type QuestionFingerprint,
  type QuestionSection,
  readQaPairs,
  type SectionQuestion,
} from '@topicmill/topics/formats';
import { MODEL_QUESTIONS_FILE, QA_PAIRS_FILE, REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { findOtherLanguage } from '@topicmill/topics/keywords';
import { chunkSource, manifestChunkKeys, strategyFor } from '../chunk-files/index.js';
import type { TopicmillConfig } from '../config/index.js';
import {
  displayPath,
  type Folder,
  openFolder,
  readIfText,
  sourcePath,
  topicIdsOf,
  type Workspace,
} from '../runner/index.js';
import { type PlacedSections, publishedPage, textFingerprint, topicDocument } from '../steps/index.js';
import { asksTheSame, type HeldQuestion } from './judge-question.js';

/** A topic as models are asked about it. */
export interface QuestionedTopic {
  readonly id: string;
  readonly title: string;
  /** ISO 639-3 codes of the languages that its questions may be in. */
  readonly languages: readonly string[];
  readonly chunks: readonly QuestionedChunk[];
  /** Questions that people wrote in `qa-pairs.md`. */
  readonly peoplesQuestions: readonly string[];
  /** The file of questions that models wrote: from the workspace's root, with `/`, and on this machine. */
  readonly file: string;
  readonly path: string;
}

/** A chunk as models are asked about it. */
export interface QuestionedChunk {
  /** Id with that of its topic: `guide/install#linux~2`. */
  readonly id: string;
  /** The same without that of its topic. */
  readonly key: string;
  /** Without the headings of its parents. */
  readonly ownText: string;
  /** Fingerprint of that text, by which answers name it. */
  readonly textHash: string;
  readonly title: string;
  /** The headings above the text, outermost first. */
  readonly headings: readonly string[];
  /** What readers see of it, below its headings. */
  readonly text: string;
  /** Titles of the topic's chunks, in order without repeats, at the first one that is asked about. */
  readonly outline?: readonly string[];
  /** Whether there is enough text to ask about. */
  readonly isAskable: boolean;
  /** Empty where only comments are hidden, which the text is without. */
  readonly hiddenText: readonly HiddenTextKind[];
}

/** Topics that models may be asked about, and what is wrong with those that are left out. */
export interface QuestionedTopics {
  /** By id. */
  readonly topics: readonly QuestionedTopic[];
  readonly diagnostics: readonly Diagnostic[];
}

type Place = Pick<Workspace, 'root' | 'config' | 'tree'>;

/** Which topics are meant. */
interface TopicChoice {
  /** Of a topic or category. */
  readonly id: string;
  /** Whether the topics below it are left out. */
  readonly isAlone?: boolean;
}

/** Less text has nothing to ask about: a heading, a link to another page. Tokens by `cl100k_base`. */
const MIN_TOKENS = 20;
/** Headings at the start of a chunk as it is read, which other chunks have too. */
const HEADINGS = /^(?:#{1,6}[ \t][^\n]*\n\s*)+/;

/**
 * Cuts topics as a build would. Nothing is written.
 *
 * @param within topics and categories, with all topics below them; everything where there are none
 * @throws TopicmillError `TOPIC_UNKNOWN` for an id that is neither
 */
export async function readQuestionedTopics(
  place: Place,
  within: readonly TopicChoice[] = [],
): Promise<QuestionedTopics> {
  return readTopics(place, chosenIds(place, within));
}

/** The same of the topics that chunks of these ids may be in; an id that is of no topic is passed over. */
export function readTopicsOfChunks(place: Place, chunkIds: readonly string[]): Promise<QuestionedTopics> {
  const mayBeIn = (id: string): boolean => chunkIds.some((chunkId) => chunkId.startsWith(id));
  return readTopics(place, chosenIds(place).filter(mayBeIn));
}

async function readTopics(place: Place, ids: readonly string[]): Promise<QuestionedTopics> {
  const topics: QuestionedTopic[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const id of ids) {
    try {
      topics.push(await readQuestionedTopic(place, place.tree.get(id)!));
    } catch (thrown) {
      diagnostics.push(...diagnosticsOf(thrown, displayPath(place.config, id)));
    }
  }
  return { topics, diagnostics };
}

function chosenIds({ tree, config }: Place, within: readonly TopicChoice[] = []): string[] {
  for (const { id } of within) {
    if (tree.has(id)) continue;
    throw new TopicmillError('TOPIC_UNKNOWN', `There is no topic or category "${id}".`, {
      remedy: 'Name it by its path below the docs root, as `topicmill questions status` lists them.',
    });
  }
  const isChosen = (id: string): boolean =>
    within.length === 0 ||
    within.some((each) => id === each.id || (!each.isAlone && (each.id === '' || id.startsWith(`${each.id}/`))));
  return topicIdsOf(tree).filter(
    (id) => isChosen(id) && tree.get(id)!.fault === undefined && !config.chunking.exclude.includes(id),
  );
}

async function readQuestionedTopic({ root, config }: Place, folder: Folder): Promise<QuestionedTopic> {
  const files = openFolder({ root, config }, folder);
  const document = topicDocument(folder);
  const show = files.displayPath(REFERENCE_FILE);
  const reference = files.read(REFERENCE_FILE) ?? readDocument(join(root, show), show);
  const { manifest, texts } = await chunkSource(reference, await strategyFor(config, folder), {
    sourceName: document.sourceName,
    displayPath: show,
    published: publishedPage(config, folder, (name) => readIfText(() => files.read(name))),
  });
  const counter = await loadTokenCounter('cl100k_base');
  const keys = manifestChunkKeys(manifest, folder.id, reference.text);
  const people = files.read(QA_PAIRS_FILE);
  const file = sourcePath(config, folder, MODEL_QUESTIONS_FILE)!;
  return {
    id: folder.id,
    title: folder.page?.title ?? describeReference(reference.text, folder.id).title,
    languages: languagesOf(document.readable(reference.text), config),
    chunks: withOutline(
      manifest.chunks.map((chunk, at): QuestionedChunk => {
        const { hidden_text: hidden = [] } = chunk;
        const embedded = document.embedded(texts[at]!).trim();
        const isFlagged = isInShownText(hidden);
        const text = hidden.length === 0 || isFlagged ? embedded : renderedMarkdown(embedded).trim();
        const ownText = reference.text.slice(chunk.start, chunk.end);
        return {
          id: folder.id + keys[at]!,
          key: keys[at]!,
          ownText,
          textHash: textFingerprint(ownText),
          title: chunk.title,
          headings: headingPath(text),
          text,
          isAskable: counter.count(text.replace(HEADINGS, '')) >= MIN_TOKENS,
          hiddenText: isFlagged ? hidden : [],
        };
      }),
    ),
    peoplesQuestions:
      people === undefined ? [] : readQaPairs(people.text, QA_PAIRS_FILE).pairs.map(({ question }) => question),
    file,
    path: join(root, file),
  };
}

function withOutline(chunks: readonly QuestionedChunk[]): QuestionedChunk[] {
  const opening = chunks.findIndex(({ isAskable }) => isAskable);
  const outline = [...new Set(chunks.map(({ title }) => title))];
  return chunks.map((chunk, at) => (at === opening ? { ...chunk, outline } : chunk));
}

function languagesOf(text: string, { keywords: { languages } }: TopicmillConfig): readonly string[] {
  return findOtherLanguage(text, languages, STOP_WORD_LANGUAGES)?.languages ?? languages;
}

/** A question of a model that gives way, or moves to the chunk that answers it now. */
export interface LooseQuestion extends SectionQuestion {
  readonly section: QuestionSection;
}

/**
 * The questions of a page while answers are put into its file. Those of models about an earlier text of a chunk, or about
 * one that is gone, are loose: they may be given for any chunk, and leave the one that had them. All others stay.
 */
export class HeldQuestions {
  private readonly held: HeldQuestion[];
  private readonly loose = new Set<LooseQuestion>();
  private readonly left = new Map<QuestionSection, Set<bigint>>();
  /** Of what people deleted anywhere on the page. */
  readonly deleted: QuestionFingerprint[] = [];

  constructor(
    private readonly topic: QuestionedTopic,
    { byChunk, gone, waiting }: PlacedSections,
  ) {
    this.held = topic.peoplesQuestions.map((text) => ({
      text,
      holder: `${QA_PAIRS_FILE} of the page "${topic.title}"`,
    }));
    const sections = [...byChunk.flatMap((match) => match?.section ?? []), ...gone];
    this.deleted.push(...sections.flatMap(({ deleted }) => deleted));
    for (const [at, match] of byChunk.entries()) {
      if (match === undefined) continue;
      this.take(at, match.section, !match.isCurrent);
    }
    for (const [at, sections] of waiting.entries()) for (const section of sections) this.take(at, section, true);
  }

  /** What a question for a chunk must not ask again. */
  heldAgainst(at: number): readonly HeldQuestion[] {
    const own = this.nameOf(at);
    return this.held.map((each) => (each.holder === own ? { ...each, hint: undefined } : each));
  }

  /** Loose questions that sections have, in their order. */
  looseQuestions(sections: readonly QuestionSection[]): readonly LooseQuestion[] {
    return sections.flatMap((section) => [...this.loose].filter((each) => each.section === section));
  }

  /** Gives a chunk a question; returns the loose ones that ask the same, those in its own sections apart. */
  give(
    at: number,
    question: string,
    sections: readonly QuestionSection[],
  ): { readonly own: readonly LooseQuestion[]; readonly others: readonly LooseQuestion[] } {
    const same = [...this.loose].filter(({ text }) => asksTheSame(text, question));
    const own = same.filter(({ section }) => sections.includes(section));
    const others = same.filter(({ section }) => !sections.includes(section));
    for (const each of same) this.loose.delete(each);
    for (const { section, hash } of others) {
      this.left.set(section, (this.left.get(section) ?? new Set()).add(hash));
    }
    this.hold(at, question, this.moveRemedy());
    return { own, others };
  }

  /** Hashes of the questions that have left a section for another chunk. */
  leftFrom(section: QuestionSection): ReadonlySet<bigint> {
    return this.left.get(section) ?? new Set();
  }

  /** Sections that questions have left. */
  sectionsLeft(): readonly QuestionSection[] {
    return [...this.left.keys()];
  }

  private take(at: number, section: QuestionSection, isEarlier: boolean): void {
    for (const question of section.questions) {
      if (isEarlier && question.isUnchanged) this.loose.add({ ...question, section });
      else this.hold(at, question.text, question.isUnchanged ? this.moveRemedy() : this.howPeopleMove());
    }
  }

  private hold(at: number, text: string, hint: string): void {
    this.held.push({ text, holder: this.nameOf(at), hint });
  }

  private nameOf(at: number): string {
    const { id, title } = this.topic.chunks[at]!;
    return `The chunk ${id === '' ? 'of the docs root' : `"${id}"`} (${title}) of the page "${this.topic.title}"`;
  }

  private moveRemedy(): string {
    return `To move it, cut its line in ${this.topic.file}, and paste it below the comment of the other chunk.`;
  }

  private howPeopleMove(): string {
    return `A person wrote or changed it there: only people move it, in ${this.topic.file}.`;
  }
}
