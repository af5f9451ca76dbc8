import fc from 'fast-check';

const word = fc.constantFrom(
  'cache',
  'Build',
  'build-time',
  'compile time',
  'Compile-Time',
  'system.text.json',
  'json',
  'the',
  'of',
  "user's",
  'c#',
  'i/o',
  'snake_case',
  '数据库',
  'テスト',
  'café',
  '2.0',
  '7',
);
const mark = fc.constantFrom(' ', ' ', ' ', ' ', ', ', '. ', ' | ', '\n', ' *', '** ', ' `code` ', '-', ' <br> ');
const line = fc
  .array(fc.tuple(word, mark), { minLength: 1, maxLength: 12 })
  .map((pairs) => pairs.map(([text, after]) => text + after).join(''));
const block = fc.oneof(
  { weight: 3, arbitrary: line },
  line.map((text) => `# ${text.replaceAll('\n', ' ')}`),
  line.map((text) => `## ${text.replaceAll('\n', ' ')}`),
  line.map((text) => `- ${text}`),
  line.map((text) => `\`\`\`\n${text}\n\`\`\``),
);

/** Markdown of few words, so that they come again, with the marks that matter to a tokeniser. */
export const generatedTopic = fc.array(block, { maxLength: 14 }).map((blocks) => `${blocks.join('\n\n')}\n`);

/** Text in which anything may stand. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom('`', '``', '<', '>', '](', ')', '&', '\\', '#', '-', '.', "'", 'a', 'b ', '漢', 'ん', '\n'),
      {
        maxLength: 80,
      },
    )
    .map((pieces) => pieces.join('')),
);
