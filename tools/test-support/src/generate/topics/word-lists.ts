const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Nouns that any topic may use, the most frequent first. */
export const COMMON_NOUNS = words(`
  value request file server option client table record message queue module handler buffer stream token cache worker
  index schema field path event session process thread key label node branch commit report package runtime listener
  query result timer lock signal channel socket header payload batch job step plugin adapter driver journal snapshot
  replica partition segment cursor filter mapping template layout widget panel route policy scope profile secret
  credential certificate budget quota limit threshold interval retry fallback migration release build target artifact
  registry mirror archive bundle manifest checksum digest bucket shard ledger
`);

/** Verbs in the third person, each followed by an object. */
export const VERBS = words(`
  reads writes keeps returns opens closes checks loads stores sends splits joins sorts filters maps wraps merges
  validates resolves replaces removes renames compares copies counts limits schedules retries publishes signs encodes
  decodes compresses flushes locks releases inspects traces mirrors throttles
`);

export const ADJECTIVES = words(`
  local remote empty large small stable strict lazy eager shared private pending stale fresh partial complete ordered
  nested flat binary plain secure signed optional required default custom internal external parallel serial idle active
  bounded streaming incremental
`);

/** Syllables that made-up terms are put together from. */
export const SYLLABLES = words(`
  ba bel bri cal cor da del dor dra fa fen fil ga gar gel gra ha hel hor is ka kel kor kra la len lor lu ma mar mel mi
  mor na nel nor nu o pa pel pol pra ra ren ri ro sa sel sol ster ta tel tor tri u va vel vi vor wen xa yor za zel zin
`);

/** Ends of made-up terms. */
export const TERM_ENDS = words('x n ra lis don mar tic vex lo nda ser que');

/** Ends that are not ASCII, so that offsets in bytes and in characters differ. */
export const ACCENTED_TERM_ENDS = words('ít ön né ňa lő');

/** `{t}` a made-up term, `{n}` a noun, `{v}` a verb, `{a}` an adjective, `{i}` an identifier, `{k}` a number. */
export const SENTENCES: readonly string[] = [
  'The {a} {n} {v} the {n} before the {t} {v} the {a} {n}.',
  'A {t} {v} one {n} for each {n}, and the {n} stays {a}.',
  'When the {n} is {a}, the {t} {v} it again after {k} seconds.',
  'Each {t} {n} has a {n} of its own, which `{i}` {v} on demand.',
  'Set `{i}` to {k} to keep the {t} {n} {a}.',
  'Nothing {v} the {n} while a {a} {t} is open.',
  'It is the {t} that {v} every {n}; the {n} only {v} its {a} {n}.',
  'Use a **{a} {n}** where the {t} must not wait for the {n}.',
  'The {t} and its {n} share a {n} unless `{i}` says otherwise.',
  'Up to {k} {a} entries fit; beyond that, the {n} {v} the oldest {n}.',
  'See [the {t} {n}](#{i}) for the way a {n} becomes {a}.',
  'Most setups need no {a} {n}: the {t} {v} the {n} by itself.',
  'An error in the {n} leaves the {t} {a}, so the next {n} {v} it once more.',
  'Before version {k}, the {t} had a {a} {n} instead.',
];

export const HEADINGS: readonly string[] = [
  'The {t} {n}',
  'Using a {a} {n}',
  'How the {t} {v} a {n}',
  '{t} and {t}',
  'Limits of the {n}',
  'The `{i}` option',
  'When a {n} is {a}',
  'Working with the {t} {n}',
];

export const QUESTIONS: readonly string[] = [
  'What does the {t} {n} do?',
  'How is a {t} kept {a}?',
  'Why is the {n} of a {t} {a}?',
  'Which {n} {v} the {t}?',
  'When does a {t} need a {a} {n}?',
  'What changes `{i}` in the {t} {n}?',
];
