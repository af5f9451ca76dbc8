import { eng } from 'stopword';

/** A way to say a question otherwise, by rules alone: the same question gives the same words on every machine. */
export interface Rewording {
  readonly name: string;
  /** What it does, for the report. */
  readonly method: string;
  /** `undefined` for a question that it has nothing to say about. */
  reword(question: string): string | undefined;
  /** Set where some ways to hash find it by construction; then it does not count in their comparison. */
  readonly favoursSome?: true;
}

/** Beginnings of questions, each with one that asks for the same. The first that fits counts. */
const LEADS: readonly (readonly [from: RegExp, to: string])[] = [
  [/^how do (?:i|you|we) /i, 'What is the way to '],
  [/^how can (?:i|you|we) /i, 'How to '],
  [/^how does /i, 'In what way does '],
  [/^how should (?:i|you|we) /i, 'What is the best way to '],
  [/^how many /i, 'What is the number of '],
  [/^what(?:'s| is| are) the difference between /i, 'How do these differ: '],
  [/^what happens (?:when|if) /i, 'What is the effect when '],
  [/^what(?:'s| is| are) /i, 'Explain '],
  [/^what does /i, 'Tell me what '],
  [/^which /i, 'What '],
  [/^why (?:is|are|does|do) /i, 'What is the reason that '],
  [/^can (?:i|you|we) /i, 'Is it possible to '],
  [/^do i need (?:to )?/i, 'Is it necessary to '],
  [/^should i /i, 'Is it a good idea to '],
  [/^when should (?:i|you|we) /i, 'In which case do I '],
  [/^where (?:is|are) /i, 'In which place do I find '],
  [/^please /i, 'Could you '],
];

/** Words of no special trade, each with one of the same meaning. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    add: 'include',
    allow: 'permit',
    approach: 'method',
    avoid: 'prevent',
    begin: 'start',
    benefits: 'advantages',
    best: 'preferred',
    build: 'compile',
    change: 'alter',
    check: 'verify',
    choose: 'pick',
    combine: 'join',
    command: 'instruction',
    configure: 'set up',
    convert: 'transform',
    correct: 'right',
    create: 'make',
    delete: 'remove',
    difference: 'distinction',
    enable: 'switch on',
    error: 'failure',
    example: 'sample',
    fail: 'break',
    fast: 'quick',
    file: 'document',
    files: 'documents',
    find: 'locate',
    fix: 'repair',
    folder: 'directory',
    get: 'obtain',
    handle: 'deal with',
    happens: 'occurs',
    keep: 'retain',
    large: 'big',
    limit: 'restrict',
    main: 'principal',
    make: 'create',
    mean: 'signify',
    minimal: 'smallest',
    need: 'require',
    often: 'frequently',
    option: 'setting',
    options: 'settings',
    own: 'custom',
    pass: 'hand over',
    read: 'load',
    reduce: 'shrink',
    remove: 'delete',
    run: 'execute',
    see: 'view',
    set: 'assign',
    show: 'display',
    simple: 'basic',
    size: 'extent',
    small: 'little',
    start: 'begin',
    stop: 'end',
    test: 'try out',
    turn: 'switch',
    update: 'refresh',
    use: 'apply',
    used: 'applied',
    using: 'with',
    write: 'save',
    wrong: 'incorrect',
  }),
);

const STOP_WORDS: ReadonlySet<string> = new Set(eng);
const TRAILING_PHRASE =
  /^(.+?) ((?:in|with|for|from|on|to|when|if|without) (?:(?! (?:in|with|for|from|on|to|when|if|without) ).)+?)\?*$/i;
const MIN_TYPO_LENGTH = 5;

/** The methods of the report. */
export const REWORDINGS: readonly Rewording[] = [
  {
    name: 'case',
    method: 'lower case, no punctuation but `.`, `-` and `#` inside words',
    reword: (question) => question.toLowerCase().replace(/[?!,;:`"'()*]/g, ''),
  },
  {
    name: 'typo',
    method: 'the two middle letters of the longest word change places',
    reword: withTypo,
  },
  {
    name: 'lead',
    method: `the first words are replaced by a table of ${LEADS.length} (\`How do I …\` by \`What is the way to …\`)`,
    reword: (question) => {
      const lead = LEADS.find(([from]) => from.test(question));
      return lead && question.replace(lead[0], lead[1]);
    },
  },
  {
    name: 'order',
    method: 'the last phrase that begins with a preposition comes first (`With X, how do I …?`)',
    reword: (question) => {
      const [, head, phrase] = TRAILING_PHRASE.exec(question) ?? [];
      return head === undefined ? undefined : `${phrase}, ${head}?`;
    },
  },
  {
    name: 'synonyms',
    method: `words are replaced by a table of ${SYNONYMS.size} pairs (\`change\` by \`alter\`)`,
    reword: (question) => changed(question, (word) => SYNONYMS.get(word.toLowerCase()) ?? word),
  },
  {
    name: 'keywords',
    favoursSome: true,
    method: 'stop words go, as in a search box',
    reword: (question) =>
      question
        .match(/[\p{L}\p{N}.#+_-]+/gu)
        ?.filter((word) => !STOP_WORDS.has(word.toLowerCase()))
        .join(' '),
  },
  {
    name: 'chatty',
    method: '`Hello, I am new here and wonder: …? Thank you!` around it',
    reword: (question) => `Hello, I am new here and wonder: ${question.toLowerCase()} Thank you!`,
  },
];

function changed(question: string, change: (word: string) => string): string | undefined {
  const other = question.replace(/[A-Za-z]+/g, change);
  return other === question ? undefined : other;
}

function withTypo(question: string): string | undefined {
  const words = question.match(/[A-Za-z]+/g) ?? [];
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  if (longest.length < MIN_TYPO_LENGTH) return undefined;
  const at = Math.floor(longest.length / 2);
  const typo = `${longest.slice(0, at - 1)}${longest[at]}${longest[at - 1]}${longest.slice(at + 1)}`;
  return typo === longest ? undefined : question.replace(longest, typo);
}
