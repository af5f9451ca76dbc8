import { oneLine } from '@topicmill/text/white-space';
import { relatedWordsText } from './remarks-on.js';
import type { ResultJson } from './result-schema.js';

type MatchJson = NonNullable<ResultJson['match']>;

/** A question is shown up to about this many characters. */
const SHOWN_QUESTION = 120;

/**
 * Why a chunk was found, on one line for people and models: `question: Why does my kiln beep? (by a model); words: kiln`.
 * Empty for a chunk without a reason.
 */
export function reasonsText(match: MatchJson | undefined): string {
  if (match === undefined) return '';
  const { words, title_words: titleWords, related_words: related = [], similarity, prompt_distance: distance } = match;
  return [
    distance === undefined ? '' : answers(distance),
    questionReason(match),
    words.length === 0 ? '' : `words: ${words.join(', ')}`,
    titleWords.length === 0 ? '' : `title: ${titleWords.join(', ')}`,
    related.length === 0 ? '' : `related: ${relatedWordsText(related)}`,
    similarity === undefined ? '' : `similarity ${similarity.toFixed(3)}`,
  ]
    .filter((reason) => reason !== '')
    .join('; ');
}

/** The question of a chunk that a query resembles, and who wrote it; empty where none does. */
export function questionReason({
  question,
  question_origin: origin,
}: Pick<MatchJson, 'question' | 'question_origin'>): string {
  if (question === undefined) return '';
  return `question: ${shortened(oneLine(question))}${origin === 'model' ? ' (by a model)' : ''}`;
}

function answers(promptDistance: number): string {
  if (promptDistance === 0) return 'answers this very question';
  return `answers a question like it, ${promptDistance} of 64 bits apart`;
}

function shortened(question: string): string {
  const characters = [...question];
  if (characters.length <= SHOWN_QUESTION) return question;
  const cut = characters.slice(0, SHOWN_QUESTION).join('');
  return `${cut.replace(/\s\S*$/, '')} …`;
}
