import { ENGLISH_STOP_WORDS } from '@topicmill/text/stop-words';
import { singular } from './quoting.js';

/** Words of prose and of code: `7.5`, `batch_size`, `main.ts` are one each, `dead-letter` and `12:30` two. */
const TOKEN = /[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)*/gu;
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;
/** A number with its unit, `10ms`. */
const NUMBER_WITH_UNIT = /^(\d+(?:\.\d+)?)(\p{L}+)$/u;
const CODE_SPAN = /`([^`\n]+)`/g;
const NUMBER = /\p{N}/u;
/** `a.b` and `a_b`, but not the abbreviation `e.g`. */
const JOINED_NAME = /\p{L}{2}[._]|[._]\p{L}{2}/u;
const CAMEL_CASE = /\p{Ll}\p{Lu}/u;
const CAPITALS = /^\p{Lu}{2,}$/u;
const CAPITAL = /^\p{Lu}/u;
/** A word with a capital in the middle of a sentence. */
const NAME = /(?<=[\p{Ll}\p{N}][,;]? )\p{Lu}[\p{L}\p{N}]*/gu;
const NUMBER_WORDS = new Map(
  'two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, index) => [word, `${index + 2}`]),
);

/** Finds the facts of answers about one document. */
export class AnswerFacts {
  readonly #writtenSmall: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;

  /**
   * @param texts the document, or its pages. A word is a name if it has a capital in the middle of a sentence, there or
   *   in an answer, and is nowhere in the document in lower case.
   */
  constructor(texts: readonly string[]) {
    const words = texts.flatMap((text) => text.match(TOKEN) ?? []);
    this.#writtenSmall = new Set(words.filter((word) => !CAPITAL.test(word)));
    this.#names = new Set(texts.flatMap((text) => text.match(NAME) ?? []));
  }

  /**
   * F1 of the facts of two answers, from 0 to 1: numbers, names and code, however the sentence around them is worded.
   * Facts of the question need not be repeated. `undefined` if the expected answer has no other facts.
   */
  compare(answer: string, expected: string, question: string): number | undefined {
    const asked = new Set(tokens(question));
    const wanted = [...this.#facts(expected)].filter((fact) => !asked.has(fact));
    if (wanted.length === 0) return undefined;
    const [said, right] = [new Set(tokens(answer)), new Set(tokens(expected))];
    const recall = share(wanted, said);
    const claimed = [...this.#facts(answer)].filter((fact) => !asked.has(fact));
    const precision = claimed.length === 0 ? 1 : share(claimed, right);
    return recall + precision === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  }

  #facts(text: string): Set<string> {
    const code = [...text.matchAll(CODE_SPAN)].flatMap(([, span = '']) => tokens(span));
    const names = new Set(text.match(NAME));
    const found = rawTokens(text).filter((token) => isCode(token) || this.#isName(token, names));
    return new Set([...code.filter((token) => !ENGLISH_STOP_WORDS.has(token)), ...found.map(normalized)]);
  }

  #isName(token: string, names: ReadonlySet<string>): boolean {
    const small = token.toLowerCase();
    return (
      (names.has(token) || this.#names.has(token)) && !ENGLISH_STOP_WORDS.has(small) && !this.#writtenSmall.has(small)
    );
  }
}

/** Whether a token is a number, in words or not, or written as only code and abbreviations are. */
function isCode(token: string): boolean {
  return (
    NUMBER.test(token) ||
    JOINED_NAME.test(token) ||
    CAMEL_CASE.test(token) ||
    CAPITALS.test(token) ||
    NUMBER_WORDS.has(token.toLowerCase())
  );
}

function share(items: readonly string[], among: ReadonlySet<string>): number {
  return items.filter((item) => among.has(item)).length / items.length;
}

function rawTokens(text: string): string[] {
  return (text.replace(THOUSANDS, '').match(TOKEN) ?? []).flatMap(
    (token) => NUMBER_WITH_UNIT.exec(token)?.slice(1) ?? [token],
  );
}

function tokens(text: string): string[] {
  return rawTokens(text).map(normalized);
}

function normalized(token: string): string {
  const small = token.toLowerCase();
  return NUMBER_WORDS.get(small) ?? singular(small);
}
