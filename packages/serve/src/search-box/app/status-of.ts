import { type InstantResponse, relatedWordsText } from '@topicmill/search/retrieval';
import { element } from './elements.js';

/** What is said above the results. */
export function statusOf({
  query,
  pages,
  correctedQuery,
  missingWords,
  relatedWords,
}: InstantResponse): (Node | string)[] {
  const count = pages.reduce((sum, { sections }) => sum + sections.length, 0);
  if (count === 0) return [`Nothing found for “${query}”.`];
  return [
    ...(correctedQuery === undefined ? [] : ['Results for ', element('mark', {}, correctedQuery), '. ']),
    `${count} ${count === 1 ? 'section' : 'sections'} on ${pages.length} ${pages.length === 1 ? 'page' : 'pages'}.`,
    ...(missingWords.length === 0 ? [] : [` Not in these docs: ${missingWords.join(', ')}.`]),
    ...(relatedWords.length === 0 ? [] : [` Also found by ${relatedWordsText(relatedWords)}.`]),
  ];
}
