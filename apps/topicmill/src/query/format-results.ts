import { resolve } from 'node:path';
import type { Screen } from '@topicmill/base/cli';
import {
  markPieces,
  oneASection,
  questionReason,
  type ResultJson,
  reasonsText,
  remarksOn,
} from '@topicmill/search/retrieval';
import { explanationText, type ResultExplanation } from './explain-results.js';
import type { QueryAnswer } from './query-answer.js';

/** Results that a person gets at a terminal without asking for a number; programs get ten. */
export const RESULTS_ON_TERMINAL = 5;
export const RESULTS_ELSEWHERE = 10;

const INDENT = '   ';
/** Lines of a passage, where the terminal has room. */
const MAX_PASSAGE_LINES = 3;
/** Ends a passage that goes on. */
const CUT = ' …';

/** Where results are shown. */
interface Shown {
  readonly screen: Screen;
  /** Folder that the paths of documents are relative to; `undefined` where they are not on this machine. */
  readonly root: string | undefined;
  /** Whether the number of results was left to us. */
  readonly isUsualCount: boolean;
}

/** Results for people: without scores where they match only by meaning. */
export function formatResults(answer: QueryAnswer, shown: Shown): string {
  const safe = { ...answer, results: answer.results.map(withoutControls) };
  return shown.screen.size === undefined ? formatForPipe(safe, shown.screen) : formatForTerminal(safe, shown);
}

/** Control characters but tabs and ends of lines. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** A terminal obeys control characters, and documents may be anybody's. */
function withoutControls(result: ResultJson): ResultJson {
  const shown = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? value.replace(CONTROLS, '\u{fffd}') : value;
  return JSON.parse(JSON.stringify(result), shown) as ResultJson;
}

/** Three to five lines a result, of any length. */
function formatForPipe(answer: QueryAnswer, { colours }: Screen): string {
  const { mode, reranked_by: rerankedBy, results, by_meaning_only: byMeaningOnly = false, explained } = answer;
  const remarks = remarksOf(answer).map((remark) => `${colours.yellow(remark)}\n`);
  if (results.length === 0) return `${remarks.join('')}Nothing found.\n`;
  const order = rerankedBy === undefined ? '' : `, reranked by ${rerankedBy}`;
  const lines = results.map((result, at) => {
    const { topic, index, title, score = 0, href, url, tokens } = result;
    const reasons = reasonsText(result.match);
    const points = byMeaningOnly ? '' : `, score ${score.toFixed(3)}`;
    return [
      '',
      `${at + 1}. ${colours.bold(title)} ${colours.dim(`(${topic}, chunk ${index}, ${tokens} tokens)${points}`)}`,
      `${INDENT}${colours.cyan(placeOf(result))}  ${href}`,
      ...(url === undefined ? [] : [`${INDENT}${url}`]),
      ...(result.passage ? [`${INDENT}${markedPassage(result, colours)}`] : []),
      ...(reasons === '' ? [] : [`${INDENT}${colours.dim(reasons)}`]),
      ...(explained?.[at] === undefined ? [] : [`${INDENT}${explanationText(explained[at])}`]),
      '',
    ].join('\n');
  });
  return `${mode}${order}\n${remarks.join('')}${lines.join('')}`;
}

/**
 * As much of each passage as lets all results stay in sight. Where even that is too much, the first result, which is what
 * people came for, is named again at the end.
 */
function formatForTerminal(answer: QueryAnswer, shown: Shown): string {
  const { screen } = shown;
  if (answer.by_meaning_only && shown.isUsualCount) return formatNothing(answer, screen);
  const { colours, wrap } = screen;
  const { rows } = screen.size!;
  const { explained, reranked_by: rerankedBy } = answer;
  const results = resultsForPeople(answer, shown);
  const remarks = remarksOf(answer).flatMap((remark) => wrap(colours.yellow(remark)).split('\n'));
  if (results.length === 0) return `${[...remarks, 'Nothing found.'].join('\n')}\n`;
  const more = moreLines(results, shown);
  const order = rerankedBy === undefined ? [] : [colours.dim(`Ordered by ${rerankedBy}.`)];
  const heads = results.map((result, at) => headLines(result, at, explained?.[answer.results.indexOf(result)], shown));
  // The last line of the terminal is for the next command.
  const used = remarks.length + order.length + more.length + heads.flat().length + 1;
  const room = Math.floor((rows - used) / results.length);
  const hasGaps = room >= 3;
  const passageLines = Math.max(1, Math.min(MAX_PASSAGE_LINES, hasGaps ? room - 1 : room));
  const blocks = results.map((result, at) => [
    ...heads[at]!,
    ...passageOf(result, passageLines, screen),
    ...(hasGaps ? [''] : []),
  ]);
  const lines = [...remarks, ...order, ...blocks.flat(), ...more];
  if (lines.length >= rows) lines.push(...headLines(results[0]!, 0, undefined, shown));
  return `${lines.join('\n')}\n`;
}

/** Something is always the nearest by meaning: it is not an answer unless somebody asks for it. */
function formatNothing(answer: QueryAnswer, { colours, wrap }: Screen): string {
  const remarks = remarksOf({ ...answer, by_meaning_only: false }).map((remark) => `${wrap(colours.yellow(remark))}\n`);
  const more = `-k ${RESULTS_ON_TERMINAL} shows the nearest by meaning.`;
  return `${remarks.join('')}Nothing found.\n${answer.results.length === 0 ? '' : `${colours.dim(more)}\n`}`;
}

function resultsForPeople({ mode, results }: QueryAnswer, { isUsualCount }: Shown): readonly ResultJson[] {
  const sections = mode === 'conceptual' || mode === 'technical' ? results : oneASection(results);
  return isUsualCount ? sections.slice(0, RESULTS_ON_TERMINAL) : sections;
}

/** Page and section of a result, and where that is. */
function headLines(
  result: ResultJson,
  at: number,
  explanation: ResultExplanation | undefined,
  { screen, root }: Shown,
): string[] {
  const { colours, wrap, link } = screen;
  const [section = '', ...above] = sectionPath(result).reverse();
  const parents = above.reverse().map((each) => `${each} › `);
  const number = `${at + 1}.`.padEnd(INDENT.length);
  const target = result.source !== undefined && root !== undefined ? resolve(root, result.source) : undefined;
  const place = colours.cyan(result.url ?? placeOf(result));
  const linked = result.url !== undefined ? new URL(result.url) : target;
  return [
    ...wrap(`${number}${parents.join('')}${colours.bold(section)}`, INDENT).split('\n'),
    `${INDENT}${linked === undefined ? place : link(place, linked)}`,
    ...(explanation === undefined ? [] : [`${INDENT}${colours.dim(explanationText(explanation))}`]),
  ];
}

/** `Histograms` below `Instrumentation` below the page `Python`. */
function sectionPath({ topic_title: page, title, headings = [] }: ResultJson): string[] {
  const below = headings[0] === page ? headings.slice(1) : headings;
  const path = [page, ...(below.length === 0 ? [title] : below)].filter((each) => each !== '');
  return path.filter((each, at) => each !== path[at - 1]);
}

function passageOf(result: ResultJson, lineCount: number, { colours, wrap }: Screen): string[] {
  const hasHit = (result.match?.words.length ?? 0) > 0;
  const reason = hasHit ? '' : questionReason(result.match ?? {});
  const text = reason === '' ? markedPassage(result, colours) : colours.dim(reason);
  if (text === '') return [];
  const lines = wrap(`${INDENT}${text}`, INDENT, CUT.length).split('\n');
  return lines.length <= lineCount ? lines : [...lines.slice(0, lineCount - 1), `${lines[lineCount - 1]}${CUT}`];
}

function markedPassage({ passage = '', match }: ResultJson, { bold, yellow }: Screen['colours']): string {
  const related = match?.related_words?.flatMap(({ words }) => words) ?? [];
  return markPieces(passage, [...(match?.words ?? []), ...related])
    .map(({ text, isHit }) => (isHit ? bold(yellow(text)) : text))
    .join('');
}

function moreLines(results: readonly ResultJson[], { screen, isUsualCount }: Shown): string[] {
  if (!isUsualCount || results.length < RESULTS_ON_TERMINAL) return [];
  return [screen.colours.dim(`The first ${RESULTS_ON_TERMINAL}; -k ${4 * RESULTS_ON_TERMINAL} shows more.`)];
}

function remarksOf({
  by_meaning_only: byMeaningOnly = false,
  low_confidence: lowConfidence,
  related_only: relatedOnly,
  missing_words: missingWords = [],
  corrections = [],
  other_locales: otherLocales = [],
}: QueryAnswer): string[] {
  return remarksOn({
    byMeaningOnly,
    lowConfidence: lowConfidence === true,
    relatedOnly,
    missingWords,
    corrections,
    otherLocales,
  });
}

function placeOf({ source = '', lines }: ResultJson): string {
  return lines === undefined ? source : `${source}:${lines[0]}-${lines[1]}`;
}
