import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import type { Half, PassageCorpus } from '../read-passages.js';
import { prepareText, type TextForm } from './prepare-text.js';

/** A text that is not kept here, as `texts.json` names it. */
interface ListedText {
  readonly name: string;
  readonly repository: string;
  readonly commit: string;
  readonly form: TextForm;
  /** Of the prepared text. */
  readonly sha256: string;
  readonly files: readonly string[];
}

interface ListedQuestion {
  readonly question: string;
  /** UTF-16 offsets in the prepared text. */
  readonly passages: readonly (readonly [start: number, end: number])[];
}

/**
 * Our own questions on public texts, and the texts from checkouts of their repositories.
 *
 * @param checkouts folder with a checkout of each repository, named after the text
 * @param questions folder of `texts.json` and `<name>.passages.json`
 * @param isAsked told the name of a text; the checkouts of the others are not needed
 * @throws TopicmillError `INVALID_OPTION` when a text is not the one that the questions were written for
 */
export function readOwnPassages(
  checkouts: string,
  questions: string,
  isAsked: (name: string) => boolean,
  half: Half = 'both',
): PassageCorpus[] {
  const texts = JSON.parse(readFileSync(join(questions, 'texts.json'), 'utf8')) as ListedText[];
  const asked = texts.filter(({ name }) => isAsked(name));
  return asked.map(({ name, repository, commit, form, sha256: expected, files }) => {
    const text = prepareText(
      files.map((file) => readFileSync(join(checkouts, name, file), 'utf8')),
      form,
    );
    if (createHash('sha256').update(text).digest('hex') !== expected) {
      throw new TopicmillError('INVALID_OPTION', `${name} is not the text that its questions were written for.`, {
        file: join(checkouts, name),
        remedy: `Check out ${repository} at ${commit}.`,
      });
    }
    const listed = JSON.parse(readFileSync(join(questions, `${name}.passages.json`), 'utf8')) as ListedQuestion[];
    return {
      name,
      text,
      questions: listed
        .filter((_, i) => half === 'both' || i % 2 === (half === 'first' ? 0 : 1))
        .map(({ question, passages }) => ({
          text: question,
          passages: passages.map(([start, end]) => ({ start, end })),
        })),
    };
  });
}
