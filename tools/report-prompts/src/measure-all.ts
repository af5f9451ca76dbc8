import { type AnswerMeasure, indexWithPrompts, measureAnswers } from './answers.js';
import {
  type AttachmentMeasure,
  type AttachmentRule,
  measureAttachments,
  type NearestChunks,
  nearestChunks,
} from './attachments.js';
import { type HashKind, hashKinds } from './hash-kinds.js';
import {
  ASIDE_SET,
  type Collisions,
  collisionsOf,
  type MatchRates,
  matchAll,
  type Query,
  queriesOf,
  ratesOf,
  STRANGER_SET,
} from './matches.js';
import { rarity } from './rarity.js';
import type { Asked, AskedTopic, Embed } from './read-questions.js';
import { REWORDINGS } from './rewordings.js';

/** Limits that are measured: no limit first. */
export const LIMITS: readonly number[] = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6];
/** Numbers of chunks a question that are measured. */
export const COUNTS: readonly number[] = [1, 2, 3, 5, Number.POSITIVE_INFINITY];
/** Distances in bits that are measured. */
export const RADII: readonly number[] = Array.from({ length: 25 }, (_, radius) => radius);
/** Of the questions kept aside, so many may be taken for another one. */
export const MAX_WRONG_SHARE = 0.01;
/** Rules are as good when their right answers differ by less than this share. */
export const SAME_SHARE = 0.01;

/** Topics and queries that settings are chosen on, and those that tell what they are worth. */
export type Part = 'chosen' | 'reported';

/** What one way to hash does. */
export interface KindMeasure {
  readonly kind: HashKind;
  readonly collisions: Collisions;
  /** By part, set and radius. */
  rates(part: Part, set: string, radius: number): MatchRates;
  /** The largest radius at which no more than `MAX_WRONG_SHARE` of the questions kept aside match, on the chosen part. */
  readonly radius: number;
}

/** How searches answer with prompts of a rule, or without any. */
export interface RuleMeasure {
  readonly rule: AttachmentRule | undefined;
  /** By part and set. */
  answers(part: Part, set: string): AnswerMeasure;
}

/** Everything that the report tells. */
export interface Measures {
  readonly topics: readonly AskedTopic[];
  readonly questions: readonly Asked[];
  readonly queries: readonly Query[];
  readonly answeredSets: readonly string[];
  attachments(part: Part, rule: AttachmentRule): AttachmentMeasure;
  readonly kinds: readonly KindMeasure[];
  /** Of the way to hash that is published. */
  readonly published: KindMeasure;
  /** Without prompts, then by limit and count. */
  readonly rules: readonly RuleMeasure[];
  /** What the choice comes to. */
  readonly chosenRule: AttachmentRule;
}

const PARTS: readonly Part[] = ['chosen', 'reported'];
const PUBLISHED_KIND = 'words by length';
const MEASURED_RULES: readonly AttachmentRule[] = [
  ...COUNTS.map((maxPerQuestion) => ({ minSimilarity: 0, maxPerQuestion })),
  ...[0.2, 0.35, 0.5].map((minSimilarity) => ({ minSimilarity, maxPerQuestion: 3 })),
];

/** @param log told what is going on, since this takes a minute */
export async function measureAll(
  topics: readonly AskedTopic[],
  strangers: readonly string[],
  embed: Embed,
  log: (message: string) => void,
): Promise<Measures> {
  const questions = topics.flatMap(({ asked }) => asked);
  const queries = queriesOf(questions, REWORDINGS, strangers);
  const nearest = nearestChunks(topics, embed);
  const kinds = hashKinds(embed, rarity(topics)).map((kind) => {
    log(`Hashing: ${kind.name}\n`);
    return measureKind(kind, questions, queries);
  });
  const published = kinds.find(({ kind }) => kind.name === PUBLISHED_KIND)!;
  const answeredSets = [...new Set(queries.map(({ set }) => set))].filter(
    (set) => set !== ASIDE_SET && set !== STRANGER_SET,
  );
  const rules: RuleMeasure[] = [];
  for (const rule of [undefined, ...MEASURED_RULES]) {
    log(`Searching: ${rule === undefined ? 'no prompts' : `${rule.minSimilarity}, ${rule.maxPerQuestion}`}\n`);
    rules.push(await measureRule(rule, topics, queries, answeredSets, nearest, published.radius, embed));
  }
  return {
    topics,
    questions,
    queries,
    answeredSets,
    attachments: (part, rule) => measureAttachments(topicsOf(part, topics), nearest, rule),
    kinds,
    published,
    rules,
    chosenRule: chooseRule(rules, answeredSets),
  };
}

function topicsOf(part: Part, topics: readonly AskedTopic[]): AskedTopic[] {
  return topics.filter(({ asked, isChosenOn }) => asked.length > 0 && isChosenOn === (part === 'chosen'));
}

function measureKind(kind: HashKind, questions: readonly Asked[], queries: readonly Query[]): KindMeasure {
  const found = matchAll(kind, questions, queries);
  const rates = (part: Part, set: string, radius: number): MatchRates =>
    ratesOf(
      found.filter(({ query }) => query.set === set && query.isChosenOn === (part === 'chosen')),
      radius,
    );
  const isAllowed = (radius: number): boolean => rates('chosen', ASIDE_SET, radius).wrong <= MAX_WRONG_SHARE;
  return { kind, collisions: collisionsOf(kind, questions), rates, radius: RADII.filter(isAllowed).at(-1) ?? 0 };
}

async function measureRule(
  rule: AttachmentRule | undefined,
  topics: readonly AskedTopic[],
  queries: readonly Query[],
  sets: readonly string[],
  nearest: NearestChunks,
  radius: number,
  embed: Embed,
): Promise<RuleMeasure> {
  const index = await indexWithPrompts(topics, nearest, rule ?? { minSimilarity: 2, maxPerQuestion: 1 }, embed);
  const byGroup = new Map(
    topics.flatMap(({ asked }) => asked.filter(({ isFirst }) => isFirst)).map((each) => [each.group, each]),
  );
  const answers = new Map<string, AnswerMeasure>();
  for (const part of PARTS) {
    for (const set of sets) {
      const some = queries.filter((query) => query.set === set && query.isChosenOn === (part === 'chosen'));
      answers.set(`${part} ${set}`, await measureAnswers(index, topics, some, byGroup, radius));
    }
  }
  return { rule, answers: (part, set) => answers.get(`${part} ${set}`)! };
}

/** The rule with the fewest hashes among those whose first results are right chunks nearly as often as any's. */
function chooseRule(rules: readonly RuleMeasure[], sets: readonly string[]): AttachmentRule {
  const worth = ({ answers }: RuleMeasure): number =>
    sets.reduce((sum, set) => sum + answers('chosen', set).chunkFirst, 0) / sets.length;
  const withPrompts = rules.filter(({ rule }) => rule !== undefined);
  const best = Math.max(...withPrompts.map(worth));
  const good = withPrompts.filter((each) => worth(each) >= best - SAME_SHARE).map(({ rule }) => rule!);
  return good.sort((a, b) => a.maxPerQuestion - b.maxPerQuestion || b.minSimilarity - a.minSimilarity)[0]!;
}
