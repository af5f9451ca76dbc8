import type { InstantResponse } from '@topicmill/search/retrieval';
import { element } from './elements.js';

/** What is said above the results. */
export function statusOf({ query, pages, correctedQuery, missingWords, meanings }: InstantResponse): (Node | string)[] {
  const count = pages.reduce((sum, { sections }) => sum + sections.length, 0);
  if (count === 0) return [`Nothing found for “${query}”.`];
  return [
    ...(correctedQuery === undefined ? [] : ['Results for ', element('mark', {}, correctedQuery), '. ']),
    `${count} ${count === 1 ? 'section' : 'sections'} on ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}.`,
    ...(missingWords.length === 0 ? [] : [` Not in these docs: ${missingWords.join(', ')}.`]),
    ...(meanings.length === 0
      ? []
      : [` Near in meaning: ${meanings.flatMap(({ nearWords }) => nearWords).join(', ')}.`]),
  ];
}
