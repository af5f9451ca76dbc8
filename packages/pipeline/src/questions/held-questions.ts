import type { QuestionFingerprint, QuestionSection, SectionQuestion } from '@topicmill/topics/formats';
import { QA_PAIRS_FILE } from '@topicmill/topics/formats/file-names';
import type { PlacedSections } from '../steps/index.js';
import { asksTheSame } from './fingerprint.js';
import type { HeldQuestion } from './judge-question.js';
import type { QuestionedTopic } from './questioned-topic.js';

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
  looseOf(sections: readonly QuestionSection[]): readonly LooseQuestion[] {
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
    this.hold(at, question, this.howToMove());
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
      else this.hold(at, question.text, question.isUnchanged ? this.howToMove() : this.howPeopleMove());
    }
  }

  private hold(at: number, text: string, hint: string): void {
    this.held.push({ text, holder: this.nameOf(at), hint });
  }

  private nameOf(at: number): string {
    const { id, title } = this.topic.chunks[at]!;
    return `The chunk ${id === '' ? 'of the docs root' : `"${id}"`} (${title}) of the page "${this.topic.title}"`;
  }

  private howToMove(): string {
    return `To move it, cut its line in ${this.topic.file}, and paste it below the comment of the other chunk.`;
  }

  private howPeopleMove(): string {
    return `A person wrote or changed it there: only people move it, in ${this.topic.file}.`;
  }
}
