import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';

type Body = (length: number) => string;

const ENDS = ['\u0000', '\n\u0000', ' a'];
const SAMPLES = [...'aA0 \t\n-.()[]{}<>"\'`#*_:/\\|=%&;!?@~+$^,漢é', '\u200b', '👍', '\u0301'];

/**
 * Texts that a pattern nearly matches: its beginning, and what one of its endless repetitions takes, over and over.
 *
 * @returns functions of a length in UTF-16 units, about
 */
export function hostileTexts(source: string, flags: string, characters: readonly string[]): Body[] {
  const tree = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const parts = new Set<string>();
  visitRegExpAST(tree, {
    onQuantifierEnter: (node) => {
      if (node.max < 10_000) return;
      const before = sampleBefore(node, flags);
      for (const repeated of [...samplesOf(node.element, flags), ...characters]) {
        for (const [start, part] of [
          [before, repeated],
          ['', before + repeated],
          ['', repeated],
        ] as const) {
          if (part !== '') parts.add(JSON.stringify([start, part]));
        }
      }
    },
  });
  return [...parts].flatMap((pair) => {
    const [start, part] = JSON.parse(pair) as [string, string];
    return ENDS.map((end) => (length: number) => start + part.repeat(Math.ceil(length / part.length)) + end);
  });
}

/** A text for each alternative of a group. */
function samplesOf(node: AST.QuantifiableElement, flags: string): string[] {
  if (node.type !== 'Group' && node.type !== 'CapturingGroup') return [sampleOf(node, flags)];
  return node.alternatives.map((alternative) => sampleOf(alternative, flags));
}

function sampleOf(node: AST.Element | AST.Alternative, flags: string): string {
  switch (node.type) {
    case 'Alternative':
      return node.elements.map((element) => sampleOf(element, flags)).join('');
    case 'Group':
    case 'CapturingGroup':
      return sampleOf(node.alternatives[0]!, flags);
    case 'Quantifier':
      return sampleOf(node.element, flags).repeat(Math.max(node.min, Math.min(1, node.max)));
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const pattern = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gmy]/g, ''));
      return SAMPLES.find((sample) => pattern.test(sample)) ?? '';
    }
    default:
      return '';
  }
}

/** A text for all that a pattern contains before one of its parts. */
function sampleBefore(part: AST.Node, flags: string): string {
  let text = '';
  for (let node = part; node.parent !== null; node = node.parent) {
    if (node.parent.type !== 'Alternative') continue;
    const before = node.parent.elements.slice(0, node.parent.elements.indexOf(node as AST.Element));
    text = before.map((element) => sampleOf(element, flags)).join('') + text;
  }
  return text;
}

/**
 * Lengths at which each is tried: an exponential time shows at the first, one that grows with the square at the last. None
 * is over two and a half times the one before, so that what is slow is noticed before it takes minutes.
 */
const LENGTHS = [20, 24, 28, 32, 40, 60, 80, 100, 120, 250, 500, 1_000, 2_500, 5_000, 10_000];
/** A pattern that reads each character a few times takes less than a millisecond for the longest. */
const MOST_STEPS_MS = 20;
const ROUNDS = 4;
/** What grows with the square takes this long for the spaces below on the machine that the limit was chosen on. */
const SQUARE_MS = 24;
const SQUARE = { pattern: / +$/, text: `${' '.repeat(5000)}x` } as const;
/** The limit on this machine, which may be slower, or busy. */
const MOST_MS = MOST_STEPS_MS * Math.max(1, leastTime(SQUARE.pattern, SQUARE.text, 0) / SQUARE_MS);

/** A text for which a pattern takes too long, shortened, and its length; `undefined` when none was found. */
export function slowText(pattern: RegExp, bodies: readonly Body[]): string | undefined {
  for (const body of bodies) {
    const length = LENGTHS.find((tried) => leastTime(pattern, body(tried), MOST_MS) > MOST_MS);
    if (length !== undefined) return `${JSON.stringify(body(12))} of ${length} characters`;
  }
  return undefined;
}

/** @param enough milliseconds of CPU after which there is no need to measure again */
function leastTime(pattern: RegExp, text: string, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least > enough; round++) {
    pattern.lastIndex = 0;
    const before = process.cpuUsage();
    if (pattern.global) text.match(pattern);
    else pattern.test(text);
    least = Math.min(least, process.cpuUsage(before).user / 1000);
  }
  return least;
}
