import type { QueryAnswer, QueryResult } from './run-query.js';

/** Results for people: three lines each. */
export function formatQueryResults({ mode, results }: QueryAnswer): string {
  if (results.length === 0) return 'Nothing found.\n';
  return `${mode}\n${results.map(formatResult).join('')}`;
}

function formatResult(result: QueryResult, at: number): string {
  const { topic, index, title, score, source, lines, href, tokens } = result;
  const place = lines === undefined ? source : `${source}:${lines[0]}-${lines[1]}`;
  const reasons = reasonsFor(result);
  return [
    `\n${at + 1}. ${title} (${topic}, chunk ${index}, ${tokens} tokens), score ${score.toFixed(3)}`,
    `   ${place}  ${href}`,
    ...(reasons === '' ? [] : [`   ${reasons}`]),
    '',
  ].join('\n');
}

function reasonsFor({ match }: QueryResult): string {
  if (match === undefined) return '';
  const { words, title_words: titleWords, similarity, prompt_distance: distance } = match;
  return [
    words.length === 0 ? '' : `words: ${words.join(', ')}`,
    titleWords.length === 0 ? '' : `title: ${titleWords.join(', ')}`,
    similarity === undefined ? '' : `similarity ${similarity.toFixed(3)}`,
    distance === undefined ? '' : `answers a question ${distance} of 64 bits away`,
  ]
    .filter((reason) => reason !== '')
    .join('; ');
}
