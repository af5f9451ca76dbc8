import { type ResultJson, reasonsText, remarksOn } from '@topicmill/search/retrieval';
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
  const reasons = reasonsText(result.match);
  return [
    `\n${at + 1}. ${title} (${topic}, chunk ${index}, ${tokens} tokens)${byMeaningOnly ? '' : `, score ${score.toFixed(3)}`}`,
    `   ${place}  ${href}`,
    ...(url === undefined ? [] : [`   ${url}`]),
    ...(passage === undefined || passage === '' ? [] : [`   ${passage}`]),
    ...(reasons === '' ? [] : [`   ${reasons}`]),
    '',
  ].join('\n');
}
