import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { parse } from 'csv-parse/sync';
import type { Range } from './passages/score-passages.js';

/** A question and the passages of a text that answer it. */
export interface Question {
  readonly text: string;
  readonly passages: readonly Range[];
}

/** A text with questions on it. */
export interface PassageCorpus {
  readonly name: string;
  readonly text: string;
  readonly questions: readonly Question[];
}

/** Which questions. */
export type Half = 'both' | 'first' | 'second';

/** Which of the texts are meant by `--only`: those whose name contains one of its parts. */
export function textFilter(only: string): (name: string) => boolean {
  const parts = only.split(',');
  return (name) => parts.some((part) => name.includes(part));
}

const QUESTIONS = 'questions_df.csv';

/** The folder of questions and texts: the one named, or `passages` in it. */
export function passagesFolder(folder: string): string | undefined {
  return [folder, join(folder, 'passages')].find((each) => existsSync(join(each, QUESTIONS)));
}

interface Row {
  readonly question: string;
  readonly references: string;
  readonly corpus_id: string;
}

/**
 * Reads a folder with `questions_df.csv` and `corpora/<name>.md`: for each question the name of its text and passages
 * with their content and their offsets in code points.
 *
 * @param half every second question, from the first or from the second on, so that one half can choose what the other
 * reports
 * @throws TopicmillError `INVALID_OPTION` when a passage is not at its offsets
 */
export function readPassages(folder: string, half: Half = 'both'): PassageCorpus[] {
  const all: Row[] = parse(readFileSync(join(folder, QUESTIONS), 'utf8'), { columns: true });
  const rows = half === 'both' ? all : all.filter((_, i) => i % 2 === (half === 'first' ? 0 : 1));
  const names = [...new Set(rows.map(({ corpus_id }) => corpus_id))].sort();
  return names.map((name) => {
    const text = readFileSync(join(folder, 'corpora', `${name}.md`), 'utf8');
    const questions = rows.filter(({ corpus_id }) => corpus_id === name);
    return { name, text, questions: questions.map((row) => questionOf(row, text)) };
  });
}

function questionOf({ question, references, corpus_id }: Row, text: string): Question {
  const passages = JSON.parse(references) as { content: string; start_index: number }[];
  return {
    text: question,
    passages: passages.map(({ content, start_index }) => {
      const start = unitOffset(text, start_index);
      if (text.startsWith(content, start)) return { start, end: start + content.length };
      throw new TopicmillError('INVALID_OPTION', `The passage is not at character ${start_index}.`, {
        file: `${corpus_id}.md`,
        remedy: 'Give a folder whose texts are those that its questions were made for.',
      });
    }),
  };
}

/** UTF-16 offset of a code point. */
function unitOffset(text: string, codePoint: number): number {
  let offset = 0;
  for (let count = 0; count < codePoint; count++) offset += text.codePointAt(offset)! > 0xffff ? 2 : 1;
  return offset;
}
