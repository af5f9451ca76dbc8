import { CharacterClass, characterClass, characterWidth } from './character-class.js';

/** Told of the runs that a text falls into as BERT cuts it before it looks for pieces; white space is no run. */
export interface WordRunSink {
  /** Letters and marks. Offsets are UTF-16. */
  letters(text: string, start: number, end: number): void;
  digits(length: number): void;
  /** A character that is neither letter, mark nor digit. */
  punctuation(): void;
}

/** Cuts the text between two offsets into runs, in order. */
export function readWordRuns(text: string, start: number, end: number, sink: WordRunSink): void {
  let at = start;
  while (at < end) {
    const kind = runKind(text, at, start, end);
    let runEnd = at + characterWidth(text, at, end);
    if (kind >= CharacterClass.Mark || kind === CharacterClass.Number) {
      while (runEnd < end && runKind(text, runEnd, start, end) === kind) runEnd += characterWidth(text, runEnd, end);
    }
    if (kind >= CharacterClass.Mark) sink.letters(text, at, runEnd);
    else if (kind === CharacterClass.Number) sink.digits(runEnd - at);
    else if (kind === CharacterClass.Other) sink.punctuation();
    at = runEnd;
  }
}

/** Marks and all letters are of one kind. */
function runKind(text: string, at: number, start: number, end: number): number {
  return Math.min(characterClass(text, at, start, end), CharacterClass.Mark);
}
