/** A text that some parser took too long for: trap files of CommonMark's implementations, and what hurts splitters. */
export interface HostileInput {
  readonly name: string;
  /** A text of about this many UTF-16 units. */
  make(length: number): string;
}

function repeated(name: string, part: string): HostileInput {
  return { name, make: (length) => flat(part.repeat(Math.ceil(length / part.length))) };
}

function framed(name: string, before: string, part: string): HostileInput {
  return { name, make: (length) => flat(before + part.repeat(Math.ceil(length / part.length))) };
}

/** Parts that are numbered, each with its number once or as often as the number says. */
function numbered(name: string, part: (i: number) => string): HostileInput {
  return {
    name,
    make: (length) => {
      const parts: string[] = [];
      for (let i = 1, total = 0; total < length; i++) {
        parts.push(part(i));
        total += parts.at(-1)!.length;
      }
      return flat(parts.join(''));
    },
  };
}

/** As a file that was read: strings that were put together are slower to read. */
function flat(text: string): string {
  return Buffer.from(text).toString('utf8');
}

const LEVELS = 60;

export const HOSTILE_INPUTS: readonly HostileInput[] = [
  repeated('prose, to compare with', 'The harbour keeps its boats in winter, as it did then. They leave.\n\n'),
  repeated('one letter', 'a'),
  framed('a comment about models', '<!-- ', 'para los modelos '),
  repeated('one character of three bytes', '漢'),
  repeated('one line of words', 'word '),
  repeated('one sentence with capitals', 'Word '),
  framed('one sentence after another script', '漢\n\n', 'Word '),
  repeated('digits', '1'),
  repeated('spaces', ' '),
  repeated('tabs', '\t'),
  repeated('line ends', '\n'),
  repeated('lone carriage returns', 'a\r'),
  repeated('lines of spaces', '     \n'),
  repeated('words and trailing spaces', 'a       \n'),
  repeated('NUL', '\0'),
  repeated('backslashes', '\\'),
  repeated('one base, endless marks', '\u0301'),
  repeated('joined emoji', '👩‍'),
  repeated('sentences of one letter', 'A. '),
  repeated('sentences that go on', 'a. '),
  repeated('sentences without a space', 'a.'),
  repeated('abbreviations', 'Dr. '),
  repeated('ends of sentences', '!? '),
  repeated('full stops', '.'),
  repeated('emphasis *_', '*_'),
  repeated('emphasis a**b', 'a**b'),
  repeated('emphasis *a_ ', '*a_ '),
  repeated('emphasis **x [*x', '**x [*x '),
  repeated('strikethrough', 'a~~b '),
  repeated('brackets [ (](', '[ (]('),
  repeated('opening brackets', '['),
  repeated('closing brackets', ']'),
  repeated('links that do not close', '[a](<b'),
  repeated('images in images', '![[]()'),
  repeated('footnotes in brackets', '[^a '),
  numbered('backticks, ever more', (i) => `e${'`'.repeat(i)}`),
  repeated('backticks', '`a'),
  repeated('quotes in one line', '>'),
  repeated('quotes, a line each', '> a\n'),
  numbered('quotes, ever deeper', (i) => `${'> '.repeat(i % LEVELS)}a\n`),
  repeated('lists in one line', '- '),
  repeated('list items', '- a\n'),
  repeated('numbered items', '1. a\n'),
  repeated('items with blank lines', '* a\n\n'),
  numbered('lists, ever deeper', (i) => `${'  '.repeat(i % LEVELS)}- a\n`),
  repeated('tasks', '- [ ] a\n'),
  framed('table rows', '| a | b |\n|---|---|\n', '| a | b |\n'),
  framed('a table row without end', '| a | b |\n|---|---|\n', '| a '),
  { name: 'a table of many columns', make: (n) => flat(`${'|a'.repeat(n / 4)}|\n${'|-'.repeat(n / 4)}|\n`) },
  repeated('paragraphs of two lines', 'a\nb\n\n'),
  repeated('rows without a rule', 'a | b\n'),
  repeated('tables without a rule', 'a | b\nc | d\n\n'),
  repeated('tables', '| a |\n|---|\n| b |\n\n'),
  repeated('delimiter rows', '|-\n'),
  repeated('headings', '# a\n'),
  repeated('headings of two levels', '# a\n###### b\n'),
  repeated('underlined headings', 'a\n=\n'),
  numbered('headings with taken anchors', (i) => (i % 2 === 0 ? '# a\n\nb\n\n' : `# a-${i}\n\nb\n\n`)),
  repeated('headings with emphasis', '# *a **b* c**\n\n'),
  framed('an endless heading', '# ', '*a_ [b] '),
  repeated('rules', '---\n'),
  repeated('definitions of one link', '[a]: u\n'),
  numbered('definitions of links', (i) => `[a${i}]: u\n`),
  numbered('definitions and headings', (i) => `[a${i}]: u\n\n# [a${i}]\n\n`),
  framed('an endless definition', '[a]: ', '\\('),
  repeated('footnote definitions', '[^a]: b\n\n'),
  repeated('fences', '```\n'),
  framed('a fence without end', '```\n', 'a\n'),
  repeated('tildes', '~~~a\n'),
  repeated('indented code', '    a\n'),
  repeated('opening angle brackets', '<'),
  repeated('comments', '<!--'),
  repeated('declarations', '<!A '),
  repeated('processing instructions', '<?'),
  repeated('CDATA', '<![CDATA['),
  repeated('attributes', '<a href="'),
  repeated('blocks of HTML', '<div>\na\n\n'),
  repeated('entities', '&amp;'),
  repeated('ampersands', '&#'),
  framed('front matter without end', '---\n', 'a: b\n'),
  repeated('lines of a chat', 'Anna: yes\n'),
  repeated('mail headers', 'From: a@example.org\n'),
  repeated('quotes in a mail', 'On Monday, Anna wrote:\n> a\n'),
  repeated('page ends', '\f12\n'),
  repeated('capitals', 'CHAPTER I\n\n'),
];
