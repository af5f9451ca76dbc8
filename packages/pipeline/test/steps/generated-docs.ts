import fc from 'fast-check';

const WORDS = ['cache', 'hit', 'source generation', 'compile-time', 'the', 'of', 'index', 'größe', 'query plan', '值'];

const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 3, maxLength: 20 })
  .map((words) => `${words.join(' ')}.`);
const heading = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(...WORDS));
const block = fc.oneof(
  { weight: 4, arbitrary: sentence },
  { weight: 3, arbitrary: heading.map(([level, text]) => `${'#'.repeat(level)} ${text}`) },
  { weight: 1, arbitrary: sentence.map((text) => `- ${text}\n- ${text}`) },
  { weight: 1, arbitrary: sentence.map((text) => `\`\`\`sh\n# ${text}\n\`\`\``) },
  { weight: 1, arbitrary: sentence.map((text) => `| a | b |\n|---|---|\n| ${text} | \`|\` |`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('---', '***', '<div>', '</div>', '`', '## Chunks', '## Keywords', '\t', '    code'),
  },
);
const lineEnd = fc.constantFrom('\n', '\n', '\n', '\r\n');

/** Markdown with text in it, of up to some dozen blocks. */
const arbitraryMarkdown = fc
  .tuple(sentence, fc.array(block, { maxLength: 14 }), lineEnd, fc.boolean(), fc.boolean())
  .map(([first, blocks, end, hasFrontMatter, hasBom]) => {
    const body = [first, ...blocks].join('\n\n');
    const text = hasFrontMatter ? `---\ntitle: Generated\n---\n${body}\n` : `${body}\n`;
    return (hasBom ? '\uFEFF' : '') + text.replaceAll('\n', end);
  });

const question = fc.tuple(sentence, sentence).map(([q, a]) => `## Q: ${q}\n\nA: ${a}\n`);
const arbitraryQuestions = fc.array(question, { maxLength: 3 }).map((pairs) => `# Questions\n\n${pairs.join('\n')}`);
const arbitraryId = fc.constantFrom('a', 'b', 'c', 'a/x', 'a/y', 'b/x', 'b/x/deep', 'd/e/f');

/** The sources of a docs repository of a few topics with small chunks, by path. */
export const arbitraryDocs = fc
  .tuple(
    fc.dictionary(arbitraryId, arbitraryMarkdown, { minKeys: 1, maxKeys: 5 }),
    fc.dictionary(arbitraryId, arbitraryQuestions, { maxKeys: 3 }),
  )
  .map(([topics, questions]) => ({
    'docs/README.md': 'Not a topic.\n',
    'topicmill.yaml': 'docsRoot: docs\nchunking: { minTokens: 15, maxTokens: 40 }\nprompts: { minSimilarity: 0.5 }\n',
    ...Object.fromEntries(Object.entries(topics).map(([id, text]) => [`docs/${id}/golden-reference.md`, text])),
    ...Object.fromEntries(
      Object.entries(questions)
        .filter(([id]) => id in topics)
        .map(([id, text]) => [`docs/${id}/qa-pairs.md`, text]),
    ),
  }));

/** Something that people do between two builds. */
export type Edit = { readonly topic: number } & (
  | { readonly kind: 'add'; readonly id: string; readonly text: string }
  | {
      readonly kind: 'rewrite' | 'append' | 'ask' | 'write by hand' | 'tamper';
      readonly text: string;
    }
  | { readonly kind: 'delete' }
);

const topic = fc.nat({ max: 9 });

export const arbitraryEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ topic, kind: fc.constant('add' as const), id: arbitraryId, text: arbitraryMarkdown }),
  fc.record({ topic, kind: fc.constantFrom('rewrite' as const), text: arbitraryMarkdown }),
  fc.record({ topic, kind: fc.constant('append' as const), text: sentence }),
  fc.record({ topic, kind: fc.constant('ask' as const), text: arbitraryQuestions }),
  fc.record({ topic, kind: fc.constantFrom('write by hand' as const, 'tamper' as const), text: sentence }),
  fc.record({ topic, kind: fc.constant('delete' as const) }),
);
