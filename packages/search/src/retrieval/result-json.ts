import { chunkFactsJson } from '@topicmill/topics/formats';
import { fourDecimals } from '@topicmill/topics/similarity';
import type { RelatedWords } from './ranking/related-words.js';
import type { ResultJson } from './result-schema.js';
import type { SearchResult } from './search.js';

/** A result of a search, without what only the caller knows: addresses and texts. */
export function resultJson(result: SearchResult): ResultJson {
  const { words, titleWords, descriptionWords, relatedWords, ...others } = result.match;
  const { question, questionOrigin, similarity, promptDistance } = others;
  return {
    topic: result.topic,
    topic_title: result.topicTitle,
    ...(result.version === undefined ? {} : { version: result.version }),
    ...(result.locale === undefined ? {} : { locale: result.locale }),
    index: result.index,
    title: result.title,
    ...(result.sourceLines === undefined ? {} : { lines: [...result.sourceLines] }),
    ...chunkFactsJson(result),
    score: fourDecimals(result.score),
    match: {
      words: [...words],
      title_words: [...titleWords],
      description_words: [...descriptionWords],
      ...(relatedWords.length === 0 ? {} : { related_words: relatedWordsJson(relatedWords) }),
      ...(question === undefined ? {} : { question }),
      ...(questionOrigin === undefined ? {} : { question_origin: questionOrigin }),
      ...(similarity === undefined ? {} : { similarity: fourDecimals(similarity) }),
      ...(promptDistance === undefined ? {} : { prompt_distance: promptDistance }),
    },
  };
}

function relatedWordsJson(related: readonly RelatedWords[]): { phrase: string; words: string[] }[] {
  return related.map(({ phrase, words }) => ({ phrase, words: [...words] }));
}
