import { type ResultJson, relatedWordsText, remarksOn } from '@topicmill/search/retrieval';
import type { QueryAnswer } from './query-answer.js';

/** Results for people: three to five lines each; without scores where they match only by meaning. */
export function formatQueryResults({
  mode,
  reranked_by: rerankedBy,
  results,
  by_meaning_only: byMeaningOnly = false,
  related_only: relatedOnly,
  missing_words: missingWords = [],
  corrections = [],
  other_locales: otherLocales = [],
}: QueryAnswer): string {
  const remarks = remarksOn({ byMeaningOnly, relatedOnly, missingWords, corrections, otherLocales })
    .map((remark) => `${remark}\n`)
    .join('');
  if (results.length === 0) return `${remarks}Nothing found.\n`;
  const order = rerankedBy === undefined ? '' : `, reranked by ${rerankedBy}`;
  return `${mode}${order}\n${remarks}${results.map((each, at) => formatResult(each, at, byMeaningOnly)).join('')}`;
}

function formatResult(result: ResultJson, at: number, byMeaningOnly: boolean): string {
  const { topic, index, title, score = 0, source, lines, href, url, tokens, passage } = result;
  const place = lines === undefined ? source : `${source}:${lines[0]}-${lines[1]}`;
  const reasons = reasonsFor(result);
  return [
    `\n${at + 1}. ${title} (${topic}, chunk ${index}, ${tokens} tokens)${byMeaningOnly ? '' : `, score ${score.toFixed(3)}`}`,
    `   ${place}  ${href}`,
    ...(url === undefined ? [] : [`   ${url}`]),
    ...(passage === undefined || passage === '' ? [] : [`   ${passage}`]),
    ...(reasons === '' ? [] : [`   ${reasons}`]),
    '',
  ].join('\n');
}

function reasonsFor({ match }: ResultJson): string {
  if (match === undefined) return '';
  const { words, title_words: titleWords, related_words: related = [], similarity, prompt_distance: distance } = match;
  return [
    distance === undefined ? '' : answers(distance),
    words.length === 0 ? '' : `words: ${words.join(', ')}`,
    titleWords.length === 0 ? '' : `title: ${titleWords.join(', ')}`,
    related.length === 0 ? '' : `related: ${relatedWordsText(related)}`,
    similarity === undefined ? '' : `similarity ${similarity.toFixed(3)}`,
  ]
    .filter((reason) => reason !== '')
    .join('; ');
}

function answers(promptDistance: number): string {
  if (promptDistance === 0) return 'answers this very question';
  return `answers a question like it, ${promptDistance} of 64 bits apart`;
}
