/** A phrase that a native speaker would not write, and what to write instead. */
export interface Phrase {
  /** Source of a regular expression, case-insensitive; a space also matches a line break within a comment. */
  readonly pattern: string;
  readonly instead: string;
  /** A sentence that the pattern matches. */
  readonly found: string;
  /** A similar sentence that the pattern does not match. */
  readonly fine: string;
}

export const PHRASES: readonly Phrase[] = [
  {
    pattern: String.raw`\b(?:hangs?|hung|hanging) (?:on|together)\b`,
    instead: 'depends on, is derived from, are related',
    found: 'keyed by all they hang on',
    fine: 'a test that hangs',
  },
  {
    pattern: String.raw`(?<=[a-z\x60),] )behind(?= [a-z\x60]|[.,:)'"\x60\n])(?! (?:a|the) (?:reverse )?proxy)(?<!\b(?:left|return|const|let) behind)`,
    instead: 'after, following, next',
    found: 'the chunk behind it',
    fine: 'a server behind a reverse proxy, with files left behind',
  },
  {
    pattern: String.raw`(?<=[a-z])behind(?=text|space|\b)|\bbehind (?:the line|their|them|a word|front matter|an event)\b`,
    instead: 'after, following, next',
    found: 'keyBehind',
    fine: 'a server behind a proxy',
  },
  {
    pattern: `(?<=[a-z] )(?:holds[.,;:)]|hold[.;:)])`,
    instead: 'contains, fits, applies',
    found: 'what a topic holds.',
    fine: 'what a topic contains, and on hold',
  },
  {
    pattern: String.raw`\blies (?:above|at|below|in|within)\b`,
    instead: 'is, contains it',
    found: 'the folder that it lies in',
    fine: 'the folder that contains it',
  },
  {
    pattern: String.raw`\bremedy: [\x27\x60"]mend\b`,
    instead: 'fix, correct',
    found: "remedy: 'Mend the YAML.'",
    fine: "remedy: 'Fix the YAML.'",
  },
  {
    pattern: String.raw`\b(?:stands|stood)\b(?! (?:for|alone|out)\b)`,
    instead: 'is, occurs',
    found: 'the headings it stands under',
    fine: '%3a stands for a colon',
  },
  {
    pattern: String.raw`\bstand (?:in|at|on|under|below|above|before|there|between|beside|apart)\b`,
    instead: 'is, are, occur',
    found: 'words that stand in a heading',
    fine: 'points that stand out',
  },
  {
    pattern: String.raw`(?<=[a-z\x60)] )holds?(?= [a-z0-9\x60])(?! (?:together|up|back|on)\b)(?! (?:a|the|this|its|another) (?:[a-z]+ )?lock\b)`,
    instead: 'contains, stores, keeps in memory, applies (a rule)',
    found: 'the folder holds the chunks',
    fine: 'while the process holds the lock, the parts hold together',
  },
  {
    pattern: String.raw`\blikeness(?:es)?\b`,
    instead: 'similarity',
    found: 'their likeness',
    fine: 'their likelihood',
  },
  {
    pattern: String.raw`(?<!\bthere )\b(?:is|are|was|were) none\b`,
    instead: 'is not one, has none, there is none',
    found: 'a heading that is none',
    fine: 'the entry, or undefined if there is none',
  },
  {
    pattern: String.raw`(?<!\bthere )\b(?:is|are|was|were) no (?:topic|heading|entry|project|text|prose|term|document|question|input|folder|file|chunk|table|code|option)s?\b`,
    instead: 'is not a …',
    found: 'a folder that is no topic',
    fine: 'there is no topic, and it is no longer built',
  },
  {
    pattern: String.raw`\b(?:is|are) not fit\b`,
    instead: 'is invalid',
    found: 'chunks that are not fit',
    fine: 'text that does not fit',
  },
  {
    pattern: String.raw`\bput(?:s|ting)? (?:it |them )?back\b`,
    instead: 'restore',
    found: 'the file is put back',
    fine: 'put the lid on, go back',
  },
  {
    pattern: String.raw`\bsettl(?:e|es|ed|ing)\b`,
    instead: 'reconcile, decide',
    found: 'a run is settled',
    fine: 'a setting',
  },
  {
    pattern: String.raw`\b(?:takes?|taking|took|taken) (?:it |them )?away\b`,
    instead: 'removes, excludes',
    found: 'one that begins with ! takes away',
    fine: 'takes the first away game',
  },
  {
    pattern: String.raw`\b(?:is|are|was|were) said (?:by|of)\b`,
    instead: 'the finding says …',
    found: 'what to do is said by each finding',
    fine: 'each finding says what to do',
  },
  {
    pattern: String.raw`\b(?:texts?|files?|parts?|tables?|edits?|lines?|sections?) of people\b|\bpeople['’]s (?:own )?(?:texts?|files?|parts?|sections?)\b|\bfiles? of people['’]s\b`,
    instead: 'hand-written text, files written by hand',
    found: 'a text of people contains markers',
    fine: 'a group of people',
  },
  {
    pattern: String.raw`\bone an? (?:line|text|file|chunk|topic|page|row|record|folder)\b`,
    instead: 'one per line',
    found: 'all chunks, one a line',
    fine: 'make one of them a topic',
  },
  {
    pattern: String.raw`\b(?:a|one) (?:file|line|row|record|task|target|vector) an? (?:file|line|step|task|chunk|topic|block|page|row|project|folder|document|text|name)\b`,
    instead: 'one row per chunk',
    found: 'vectors: a row a chunk',
    fine: 'what makes a folder a topic',
  },
  {
    pattern: String.raw`\b(?:is|are|was|were) told of\b`,
    instead: 'is reported',
    found: 'a faulty id is told of',
    fine: 'it told us',
  },
  {
    pattern: String.raw`\bhand(?:s|ed|ing)? out\b`,
    instead: 'return',
    found: 'chunks are handed out in stripe order',
    fine: 'the function hands on its argument',
  },
  {
    pattern: String.raw`\bkeeps? to (?:a|one|the|this) (?:topic|type|kind|folder)\b`,
    instead: 'is restricted to one topic',
    found: 'keep to one topic',
    fine: 'keep the topic',
  },
  {
    pattern: String.raw`\bwhat (?:becomes|became) of\b`,
    instead: 'what happens to',
    found: 'what becomes of a small chunk',
    fine: 'what it becomes',
  },
  {
    pattern: String.raw`\b(?:of|about|they have) so many\b`,
    instead: 'of this many, up to this many',
    found: 'pieces of so many bytes',
    fine: 'in so many words',
  },
  {
    pattern: String.raw`\b(?:counts?|counted|read|done|cut) otherwise\b`,
    instead: 'differently',
    found: 'how sizes are counted otherwise',
    fine: 'otherwise it is counted',
  },
  {
    pattern: String.raw`\b(?:a|any|all|the|one|an) (?:[a-z-]+ )?(?:file|folder|page|topic|one)s? that (?:is|are) there\b|\bfiles that are there\b`,
    instead: 'existing',
    found: 'files that are there keep what they say',
    fine: 'existing files keep their content; one file that is therefore kept',
  },
  {
    pattern: String.raw`(?<=[a-z;,] )in turns\b`,
    instead: 'alternately, in alternating order',
    found: 'measured in one run, in turns',
    fine: 'each in turn',
  },
  {
    pattern: String.raw`\bwhat (?:came|comes) of\b`,
    instead: 'the result of',
    found: 'what came of a save',
    fine: 'the result of a save, and what comes first',
  },
  {
    pattern: String.raw`\bg(?:oes|o|oing) on where (?:it|they) (?:was|were)\b`,
    instead: 'resumes where it left off',
    found: 'a run that is killed goes on where it was',
    fine: 'a run that is killed resumes where it left off',
  },
  {
    pattern: String.raw`\btakes? along\b`,
    instead: 'includes, carries',
    found: 'a page takes along its footnotes',
    fine: 'it takes longer',
  },
  {
    pattern: String.raw`\b(?:results|chunks|tokens|text|requests and answers) at most['\x60.]`,
    instead: 'maximum number of results',
    found: "option('--k <number>', 'results at most')",
    fine: 'at most ten results',
  },
  {
    pattern: String.raw`\bis (?:said|named) all the same\b|\b(?:read|kept|taken|built|made) all the same\b|\b(?:starts?|works?) all the same\b`,
    instead: 'is still read, is kept anyway',
    found: 'a table under another heading is read all the same',
    fine: 'it is still read; they are all the same size',
  },
  {
    pattern: String.raw`(?<=[a-z] )of theirs\b`,
    instead: 'their',
    found: 'steps read files of theirs',
    fine: 'steps read their files',
  },
  {
    pattern: String.raw`\blooks? after the\b`,
    instead: 'manages',
    found: 'Looks after the vectors',
    fine: 'looks at the vectors after the run',
  },
  {
    pattern: String.raw`\baddress to listen at\b|\b(?:listen|serve|ask) at \$?\{?(?:the given )?(?:host|port)\b|\blisten at;|\b(?:port|host) to (?:listen|serve) at\b`,
    instead: 'listen on',
    found: 'port to listen at; 0 for any free port',
    fine: 'port to listen on',
  },
  { pattern: String.raw`\bfor ever\b`, instead: 'forever', found: 'it waits for ever', fine: 'for every file' },
  {
    pattern: String.raw`(?<=[a-z\x60>)] |[a-z\x60>)], )beside\b`,
    instead: 'next to, compared with, in addition to, besides',
    found: 'speed beside other libraries',
    fine: 'besides CommonMark, and the file next to it',
  },
  {
    pattern: String.raw`\bt(?:ells?|elling|old) (?:[^.;:()]{1,60} )?apart\b`,
    instead: 'distinguish',
    found: 'words of titles do not tell them apart',
    fine: 'they are cut apart',
  },
  {
    pattern: String.raw`\bputs? (?:it |them )?right\b`,
    instead: 'restore, correct',
    found: 'files that cannot be put right',
    fine: 'put the right cells there',
  },
  {
    pattern: String.raw`\bspeaks? for (?:it|them|the|each|its|their|a)\b`,
    instead: 'is evidence for, matches',
    found: 'what speaks for the chunk',
    fine: 'speak of the subject',
  },
  {
    pattern: String.raw`\b(?:was|were) made of\b`,
    instead: 'was made from, was derived from',
    found: 'the text that it was made of',
    fine: 'the text that it was made from',
  },
  {
    pattern: String.raw`\banother (?:model|version|text|language|size|share|form) than\b`,
    instead: 'a model other than, a different size than',
    found: 'with another model than the configured one',
    fine: 'with a model other than the configured one',
  },
  {
    pattern: String.raw`\bis one for embeddings\b|\ba model for embeddings\b`,
    instead: 'an embedding model',
    found: 'Check that the model is one for embeddings.',
    fine: 'Check that it is an embedding model.',
  },
  {
    pattern: String.raw`\btake the (?:markers?|questions?|quotation marks) (?:out|away)\b`,
    instead: 'remove',
    found: 'or take the question out',
    fine: 'or remove the question',
  },
  {
    pattern: String.raw`\bmay be given (?:again|more than once)\b`,
    instead: 'can be repeated',
    found: 'a name of the server; may be given again',
    fine: 'an id may be given',
  },
];
