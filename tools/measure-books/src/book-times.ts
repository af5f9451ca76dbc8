import { DEFAULT_TWO_TIER_OPTIONS, twoTierStrategy } from '@topicmill/chunking';
import type { TokenCounter } from '@topicmill/text/tokens';
import { generateBook } from './book-generator.js';

/** Texts on which a careless splitter takes quadratic time, as the piece that is repeated. */
const PATHOLOGICAL: Readonly<Record<string, string>> = {
  'one word': 'a',
  'line ends': '\n',
  'form feeds': '\f',
  'emphasis marks': '*_',
  'open brackets': '[ (](',
  'quote marks': '>',
  quotes: '> a\n',
  'open fences': '```\n',
  headings: '# a\n',
  'pipe rows': '|a|b|\n',
  'one list': '- a\n',
  'nested lists': '- ',
  abbreviations: 'Dr. A. ',
  leaders: '.... 12',
  'page numbers': '12\n\f',
  'running heads': 'Head\ntext\n\f',
  'index entries': 'apple, 12\n',
  titles: 'Hello World\n\n',
  comments: '<!--',
  surrogates: '😀',
};

/** Time and memory for one text. */
export interface BookTime {
  readonly name: string;
  readonly characterCount: number;
  /** Of the processor, so that others at work on the machine do not count. */
  readonly timeMs: number;
  /** Most heap in use at a section, above what was in use before; the text itself not counted. */
  readonly heapBytes: number;
  readonly recordCount: number;
}

/** Books of 1, 3 and 10 million characters, both kinds, after a first round that is not counted. */
export function* bookTimes(tokenCounter: TokenCounter): Generator<BookTime> {
  for (const kind of ['markdown', 'plain'] as const) {
    const sizes = [1e6, 1e6, 3e6, 10e6];
    for (const [round, size] of sizes.entries()) {
      const time = measure(`book, ${kind}`, generateBook(size, kind), tokenCounter);
      if (round > 0) yield time;
    }
  }
}

/** Each pathological text at one size and at twice that size: the least time of three. */
export function* pathologicalTimes(
  tokenCounter: TokenCounter,
  characterCount: number,
): Generator<readonly [BookTime, BookTime]> {
  for (const [name, piece] of Object.entries(PATHOLOGICAL)) {
    const times = [1, 2].map((factor) => {
      const text = piece.repeat(Math.floor((factor * characterCount) / piece.length));
      const rounds = [1, 2, 3].map(() => measure(name, text, tokenCounter));
      return rounds.reduce((least, time) => (time.timeMs < least.timeMs ? time : least));
    });
    yield [times[0]!, times[1]!];
  }
}

function measure(name: string, text: string, tokenCounter: TokenCounter): BookTime {
  globalThis.gc?.();
  const heapBefore = process.memoryUsage().heapUsed;
  const cpuBefore = process.cpuUsage();
  let recordCount = 0;
  let heapBytes = 0;
  const strategy = twoTierStrategy({ ...DEFAULT_TWO_TIER_OPTIONS, tokenCounter });
  for (const { snippets } of strategy.read({ text, file: name, docId: 'book', title: 'Book' }).groups) {
    if (recordCount % 64 === 0) heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed - heapBefore);
    recordCount += 1 + snippets.length;
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  return { name, characterCount: text.length, timeMs: (user + system) / 1000, heapBytes, recordCount };
}
