import type { QueryAnswer, QueryResult } from './run-query.js';

const MEANING_ONLY =
  'No word of the query is in these chunks: they are the nearest by meaning, and may have nothing to do with it.\n';

/** Results for people: three or four lines each; without scores where nearness of meaning is all that speaks for them. */
export function formatQueryResults({
  mode,
  results,
  by_meaning_only: byMeaningOnly,
  missing_words,
}: QueryAnswer): string {
  const missing = missing_words?.length ? `Not in the docs: ${missing_words.join(', ')}.\n` : '';
  if (results.length === 0) return `${missing}Nothing found.\n`;
  return `${mode}\n${missing}${byMeaningOnly ? MEANING_ONLY : ''}${results.map((each, at) => formatResult(each, at, byMeaningOnly === true)).join('')}`;
}

function formatResult(result: QueryResult, at: number, byMeaningOnly: boolean): string {
  const { topic, index, title, score, source, lines, href, tokens, passage } = result;
  const place = lines === undefined ? source : `${source}:${lines[0]}-${lines[1]}`;
  const reasons = reasonsFor(result);
  return [
    `\n${at + 1}. ${title} (${topic}, chunk ${index}, ${tokens} tokens)${byMeaningOnly ? '' : `, score ${score.toFixed(3)}`}`,
    `   ${place}  ${href}`,
    ...(passage === undefined || passage === '' ? [] : [`   ${passage}`]),
    ...(reasons === '' ? [] : [`   ${reasons}`]),
    '',
  ].join('\n');
}

function reasonsFor({ match }: QueryResult): string {
  if (match === undefined) return '';
  const { words, title_words: titleWords, similarity, prompt_distance: distance } = match;
  return [
    distance === undefined ? '' : answers(distance),
    words.length === 0 ? '' : `words: ${words.join(', ')}`,
    titleWords.length === 0 ? '' : `title: ${titleWords.join(', ')}`,
    similarity === undefined ? '' : `similarity ${similarity.toFixed(3)}`,
  ]
    .filter((reason) => reason !== '')
    .join('; ');
}

function answers(promptDistance: number): string {
  if (promptDistance === 0) return 'answers this very question';
  return `answers a question like it, ${promptDistance} of 64 bits apart`;
}
