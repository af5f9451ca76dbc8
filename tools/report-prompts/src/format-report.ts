import type { AttachmentRule } from './attachments.js';
import { ASIDE_SET, REAL_SET, STRANGER_SET } from './matches.js';
import { COUNTS, LIMITS, MAX_WRONG_SHARE, type Measures, type Part, SAME_SHARE } from './measure-all.js';
import { REWORDINGS } from './rewordings.js';

const REPORTED: Part = 'reported';
const SHOWN_RADII: readonly number[] = [0, 4, 6, 8, 9, 10, 12, 16];

const percent = (value: number): string => (100 * value).toFixed(1);
const countName = (count: number): string => (count === Number.POSITIVE_INFINITY ? 'all' : String(count));
const ruleName = (rule: AttachmentRule | undefined): string =>
  rule === undefined ? 'no prompts' : `from ${rule.minSimilarity} on, ${countName(rule.maxPerQuestion)} a question`;

/**
 * The report as markdown, beside the files of `charts`.
 *
 * @param command the command line that makes it
 */
export function formatReport(measures: Measures, command: string): string {
  return `${[
    ...introduction(measures, command),
    ...summary(measures),
    ...attachmentSection(measures),
    ...countSection(measures),
    ...collisionSection(measures),
    ...coverageSection(measures),
    ...hashSection(measures),
    ...answerSection(measures),
    ...choiceSection(measures),
  ].join('\n')}\n`;
}

function introduction({ topics, questions, queries }: Measures, command: string): string[] {
  const asked = topics.filter((topic) => topic.asked.length > 0);
  const reported = questions.filter(({ isChosenOn }) => !isChosenOn).length;
  return [
    '# Prompt matching, measured',
    '',
    `Made by \`${command}\`; do not edit.`,
    '',
    `${topics.length} topics, ${asked.length} of them with questions; ${questions.length} questions. Every second topic with ` +
      `questions is for choosing settings by (${questions.length - reported} questions), the others for telling what they are ` +
      `worth (${reported}): all tables and plots but the last section are about those. Model: builtin.`,
    '',
    'A chunk is *right* for a question when it holds at least 90 % as many of the answer’s words (stems, without stop words) as the best chunk of the topic.',
    '',
    'What is asked:',
    '',
    '| set | queries | how they are made |',
    '| --- | --- | --- |',
    `| ${REAL_SET} | ${countOf(queries, REAL_SET)} | further wordings that people gave beside the first one, for the same answer |`,
    ...REWORDINGS.map(({ name, method }) => `| ${name} | ${countOf(queries, name)} | ${method} |`),
    `| ${ASIDE_SET} | ${countOf(queries, ASIDE_SET)} | each question, while its own hash is taken out: any match is wrong |`,
    `| ${STRANGER_SET} | ${countOf(queries, STRANGER_SET)} | everyday queries about other things: any match is wrong |`,
    '',
  ];
}

function countOf(queries: Measures['queries'], wanted: string): number {
  return queries.filter(({ set }) => set === wanted).length;
}

function summary({ attachments, published, kinds, chosenRule, rules, answeredSets }: Measures): string[] {
  const { radius, collisions, rates } = published;
  const [free, chosen, strict] = [0, chosenRule.minSimilarity, 0.5].map((minSimilarity) =>
    attachments(REPORTED, { ...chosenRule, minSimilarity }),
  );
  const nearest = attachments(REPORTED, { minSimilarity: 0, maxPerQuestion: 3 });
  const limited = attachments(REPORTED, { minSimilarity: 0.35, maxPerQuestion: Number.POSITIVE_INFINITY });
  const at = (set: string) => rates(REPORTED, set, radius);
  const within = collisions.pairCount * collisions.spread.slice(0, radius + 1).reduce((sum, share) => sum + share, 0);
  const methods = REWORDINGS.map(({ name }) => `${name} ${percent(at(name).right)} %`).join(', ');
  const topicFirst = (rule: AttachmentRule | undefined): string => {
    const { answers } = rules.find((each) => each.rule === rule)!;
    return percent(answeredSets.reduce((sum, set) => sum + answers(REPORTED, set).topicFirst, 0) / answeredSets.length);
  };
  return [
    '## In short',
    '',
    `1. **Which limit?** None that separates: from no limit to 0.5 the share of hashes in a right chunk goes from ${percent(free!.precision)} % to ` +
      `${percent(strict!.precision)} %, while the questions whose right chunk has their hash fall from ${percent(free!.recall)} % to ${percent(strict!.recall)} %. ` +
      `${chosen!.minSimilarity} is chosen: ${percent(chosen!.matched)} % of the questions match, ${percent(chosen!.recall)} % reach a right chunk.`,
    `2. **The nearest few, or all above a limit?** The nearest few: the three nearest reach a right chunk for ${percent(nearest.recall)} % of the questions ` +
      `(${percent(nearest.precision)} % of the hashes are right), all from 0.35 on for ${percent(limited.recall)} % (${percent(limited.precision)} %).`,
    `3. **Collisions?** ${collisions.equalCount} of ${collisions.pairCount} pairs of different questions have equal hashes, ${Math.round(within)} lie within ${radius} bits.`,
    `4. **Coverage?** Within ${radius} bits: ${methods}; of people’s own rewordings ${percent(at(REAL_SET).right)} %. Mistaken: ` +
      `${percent(at(ASIDE_SET).wrong)} % of the questions kept aside, ${percent(at(STRANGER_SET).wrong)} % of the unrelated queries.`,
    '',
    `Of ${kinds.length} ways to compare, see “Which hash?”. With prompts as chosen, the right topic comes first for ${topicFirst(chosenRule)} % of the queries ` +
      `(mean of the sets), without prompts for ${topicFirst(undefined)} %. It recognises the same question in nearly the same words, and nothing more.`,
    '',
  ];
}

function attachmentSection({ attachments }: Measures): string[] {
  const rows = LIMITS.map((minSimilarity) => attachments(REPORTED, { minSimilarity, maxPerQuestion: 3 }));
  return [
    '## Which limit on similarity?',
    '',
    '![What a limit does](limit.svg)',
    '',
    '| least cosine | questions matched | right chunk among them | hashes in a right chunk | hashes a chunk |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      (row) =>
        `| ${row.minSimilarity.toFixed(2)} | ${percent(row.matched)} % | ${percent(row.recall)} % | ${percent(row.precision)} % | ${row.hashesPerChunk.toFixed(2)} |`,
    ),
    '',
    'At most three chunks a question.',
    '',
  ];
}

function countSection({ attachments }: Measures): string[] {
  const shownLimits = [0, 0.2, 0.35, 0.5];
  return [
    '## The nearest few, or all above a limit?',
    '',
    '![The nearest few, or all above a limit](count.svg)',
    '',
    `| chunks a question | ${shownLimits.map((limit) => `from ${limit.toFixed(2)} on: right chunk / right hashes / hashes a chunk`).join(' | ')} |`,
    `| --- | ${shownLimits.map(() => '---').join(' | ')} |`,
    ...COUNTS.map((maxPerQuestion) => {
      const cells = shownLimits
        .map((minSimilarity) => attachments(REPORTED, { minSimilarity, maxPerQuestion }))
        .map((row) => `${percent(row.recall)} / ${percent(row.precision)} / ${row.hashesPerChunk.toFixed(2)}`);
      return `| ${countName(maxPerQuestion)} | ${cells.join(' | ')} |`;
    }),
    '',
  ];
}

function collisionSection({ kinds }: Measures): string[] {
  return [
    '## How often do hashes collide?',
    '',
    '![How far different questions are apart](collisions.svg)',
    '',
    '| way to hash | pairs of different questions | equal | within 4 bits | within 8 | within 12 | mean distance |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...kinds.map(({ kind, collisions: { pairCount, equalCount, spread } }) => {
      const within = (bits: number): string =>
        String(Math.round(pairCount * spread.slice(0, bits + 1).reduce((sum, share) => sum + share, 0)));
      const mean = spread.reduce((sum, share, bits) => sum + share * bits, 0);
      return `| ${kind.name} | ${pairCount} | ${equalCount} | ${within(4)} | ${within(8)} | ${within(12)} | ${mean.toFixed(1)} |`;
    }),
    '',
    'All questions, not only those reported on. Questions with the same answer do not count as different.',
    '',
  ];
}

function coverageSection({ published }: Measures): string[] {
  const sets = [REAL_SET, ...REWORDINGS.map(({ name }) => name), ASIDE_SET, STRANGER_SET];
  return [
    '## How many queries does it recognise?',
    '',
    '![What the published hash recognises](coverage.svg)',
    '',
    `Right / wrong, in % of the queries, by the bits in which they may differ (way to hash: ${published.kind.name}).`,
    '',
    `| set | ${SHOWN_RADII.join(' | ')} |`,
    `| --- | ${SHOWN_RADII.map(() => '---').join(' | ')} |`,
    ...sets.map((set) => {
      const cells = SHOWN_RADII.map((radius) => published.rates(REPORTED, set, radius)).map(
        ({ right, wrong }) => `${percent(right)} / ${percent(wrong)}`,
      );
      return `| ${set} | ${cells.join(' | ')} |`;
    }),
    '',
  ];
}

function hashSection({ kinds }: Measures): string[] {
  const sets = [REAL_SET, ...REWORDINGS.map(({ name }) => name)];
  return [
    '## Which hash?',
    '',
    '![Ways to hash](hashes.svg)',
    '',
    'The method `keywords` takes out the same stop words as the ways that leave out stop words: these find it by construction, so it does not count in the mean and in the plot.',
    '',
    `Each at the largest distance at which at most ${percent(MAX_WRONG_SHARE)} % of the questions kept aside match another one, chosen on the other half. Recognised, in %; last two columns: mistaken.`,
    '',
    `| way to hash | what it is | model to ask | bits | ${sets.join(' | ')} | mean of the methods but keywords | ${ASIDE_SET} | ${STRANGER_SET} |`,
    `| --- | --- | --- | --- | ${sets.map(() => '---').join(' | ')} | --- | --- | --- |`,
    ...kinds.map(({ kind, radius, rates }) => {
      const right = sets.map((set) => rates(REPORTED, set, radius).right);
      const neutral = REWORDINGS.filter(({ favoursSome }) => !favoursSome).map(
        ({ name }) => rates(REPORTED, name, radius).right,
      );
      const mean = neutral.reduce((sum, value) => sum + value, 0) / neutral.length;
      const wrong = [ASIDE_SET, STRANGER_SET].map((set) => rates(REPORTED, set, radius).wrong);
      return `| ${kind.name} | ${kind.method} | ${kind.needsModel ? 'yes' : 'no'} | ${radius} | ${[...right, mean, ...wrong].map(percent).join(' | ')} |`;
    }),
    '',
  ];
}

function answerSection({ rules, answeredSets, published }: Measures): string[] {
  return [
    '## What does it do to answers?',
    '',
    `Hybrid search over all topics, prompts within ${published.radius} bits lifted. Right topic first / right chunk first / share of the answer’s words in the first result, in %.`,
    '',
    `| | ${answeredSets.join(' | ')} |`,
    `| --- | ${answeredSets.map(() => '---').join(' | ')} |`,
    ...rules.map(({ rule, answers }) => {
      const cells = answeredSets
        .map((set) => answers(REPORTED, set))
        .map((found) => `${percent(found.topicFirst)} / ${percent(found.chunkFirst)} / ${percent(found.answerWords)}`);
      return `| ${ruleName(rule)} | ${cells.join(' | ')} |`;
    }),
    '',
  ];
}

function choiceSection({ published, chosenRule, rules, answeredSets }: Measures): string[] {
  const worth = (rule: AttachmentRule | undefined, part: Part): string => {
    const { answers } = rules.find((each) => each.rule === rule)!;
    return percent(answeredSets.reduce((sum, set) => sum + answers(part, set).chunkFirst, 0) / answeredSets.length);
  };
  return [
    '## What is chosen',
    '',
    'On the first half of the topics:',
    '',
    `- distance: the largest at which at most ${percent(MAX_WRONG_SHARE)} % of the questions kept aside match another one: **${published.radius} bits**;`,
    `- limit and number: among the rules of the table above, the one with the fewest hashes whose first results are right chunks within ${percent(SAME_SHARE)} % of the best, on average over the sets: **${ruleName(chosenRule)}**.`,
    '',
    '| right chunk first, mean of the sets | chosen on | reported on |',
    '| --- | --- | --- |',
    ...rules.map(({ rule }) => `| ${ruleName(rule)} | ${worth(rule, 'chosen')} | ${worth(rule, REPORTED)} |`),
  ];
}
