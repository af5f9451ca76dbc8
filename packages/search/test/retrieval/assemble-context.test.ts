import { loadTokenCounter, TOKEN_COUNTER_NAMES } from '@topicmill/text/tokens';
import {
  buildTopicIndex,
  type ChunkEntry,
  formatChunksManifest,
  formatIndexJson,
  type ManifestChunk,
  readTopicSpec,
} from '@topicmill/topics/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleContext, buildSearchIndex, type Docs, memoryLoader, openDocs } from '../../src/retrieval/index.js';
import { chunkOf, publishedFiles, topicOf } from './sample-docs.js';

const count = (text: string): number => text.match(/\S+/g)?.length ?? 0;

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  tea: [
    '# Tea\n\nLeaves and water.\n',
    '# Tea\n\n## Steeping\n\nSteep green leaves in hot water for two minutes.\n',
    '# Tea\n\n## Steeping\n\nThen take them out at once, before bitterness comes.\n',
    '# Tea\n\n## Storing\n\nA tin keeps them.\n',
  ],
  copy: ['# Copy\n\nSteep green leaves in hot water for two minutes.\n'],
  coffee: ['# Coffee\n\nHot water over ground beans.\n'],
};

/** @param links of the first chunk of each topic, which are pages then */
function docsOf(texts: Readonly<Record<string, readonly string[]>>, links?: ManifestChunk['links']): Docs {
  const url = links === undefined ? undefined : 'https://example.org/page';
  const encoder = new TextEncoder();
  const topics = Object.entries(texts).map(([id, parts]) =>
    topicOf(
      id,
      id,
      ...parts.map((text, at) => chunkOf(text, { title: `Part ${at}`, path: `${id}/_chunks/tea-${at}.md`, url })),
    ),
  );
  const files = publishedFiles(buildSearchIndex(topics));
  for (const [id, parts] of Object.entries(texts)) {
    const items = parts.map(
      (text, index): ChunkEntry => ({
        file: `_chunks/tea-${index}.md`,
        title: `Part ${index}`,
        isCode: false,
        tokenCount: count(text),
        byteCount: text.length,
        startByte: 0,
        endByte: 1,
        similarityConceptual: 1,
        keywords: [],
        prompts: [],
      }),
    );
    const chunks = { strategy: 's', model: 'm', baselineConceptual: 0, items };
    const sections = { source: 'golden-reference.md', hasQuestions: false, keywords: [], chunks };
    const spec = { ...readTopicSpec(`# ${id}\n`, 'topic-spec.md'), sections };
    const index = buildTopicIndex({ id, spec, children: [], stripeRounding: 'up' });
    files.set(`${id}/index.json`, encoder.encode(formatIndexJson(index)));
    for (const [at, text] of parts.entries()) files.set(`${id}/_chunks/tea-${at}.md`, encoder.encode(text));
    if (links !== undefined) files.set(`${id}/_chunks/tea.chunks.json`, encoder.encode(manifestOf(parts, links)));
  }
  return openDocs(memoryLoader(files));
}

function manifestOf(texts: readonly string[], links: ManifestChunk['links']): string {
  const sha256 = '0'.repeat(64);
  const span = { start: 0, end: 1, start_byte: 0, end_byte: 1, start_line: 1, end_line: 1 };
  const chunks = texts.map((text, index) => {
    const counts = { tokens: count(text), tokens_cl100k: count(text), is_code: false, oversized: false };
    const own = index === 0 ? { links } : {};
    return { index, file: `tea-${index}.md`, title: `Part ${index}`, ...span, ...counts, sha256, ...own };
  });
  const page = { id: 'tea', url: '/tea' };
  return formatChunksManifest({ format: 4, strategy: 's', source: 'tea.md', source_sha256: sha256, page, chunks });
}

/** Two pages that share a third of their paragraphs, with code and text in other scripts. */
const GENERATED = Object.fromEntries(
  ['kilns', 'glazes'].map((page) => [
    page,
    Array.from({ length: 9 }, (_, part) =>
      [
        `# ${page}`,
        `## Part ${part}`,
        ...Array.from({ length: 6 }, (__, at) => {
          const about = at % 3 === 0 ? 'shared' : `${page} ${part}-${at}`;
          return `Potters heat ${about} to ${1000 + at * 10} degrees. ${'Zwölf Töpfe kühlen über Nacht; 窯は朝まで開けない。 '.repeat(at)}`.trim();
        }),
        `\`\`\`sh\nfire --page ${page} --part ${part}\n\`\`\``,
        '',
      ].join('\n\n'),
    ),
  ]),
);
const QUESTIONS = ['how hot do potters heat glazes', 'fire part 3', 'kilns cool over night', 'Zwölf Töpfe'];

const ask = (maxTokens: number, question = 'steep green leaves in hot water') =>
  assembleContext(docsOf(TEXTS), question, { maxTokens, count });

describe('assembleContext', () => {
  it('never has more tokens than asked for, and more with more', async () => {
    let before = 0;
    for (const maxTokens of [5, 12, 20, 30, 60, 200]) {
      const { tokens, text, chunks } = await ask(maxTokens);
      expect(tokens).toBe(count(text));
      expect(tokens).toBeLessThanOrEqual(maxTokens);
      expect(chunks.length).toBeGreaterThanOrEqual(before);
      before = chunks.length;
    }
    expect(before).toBeGreaterThan(2);
  });

  it('gives the chunks of a topic in document order with the rest of the section, headings once', async () => {
    const { chunks, text } = await ask(200);
    const tea = chunks.filter(({ topic }) => topic === 'tea');
    expect(tea.map(({ index }) => index)).toEqual([...tea.map(({ index }) => index)].sort((a, b) => a - b));
    expect(tea.map(({ index }) => index)).toEqual(expect.arrayContaining([1, 2]));
    expect(text.match(/^# Tea$/gm)).toHaveLength(1);
    expect(text.match(/^## Steeping$/gm)).toHaveLength(1);
    expect(tea[1]).toMatchObject({ headings: ['Tea', 'Steeping'] });
  });

  it('does not repeat headings that are underlined either, nor those without a text', async () => {
    const head = 'Tea\n===\n\n{{< video >}}\n---\n\n';
    const docs = docsOf({ tea: [`${head}Steep green leaves.\n`, `${head}## Then\n\nTake leaves out at once.\n`] });
    const { text } = await assembleContext(docs, 'steep leaves', { maxTokens: 200, count });
    expect(text.match(/^Tea\n===$/gm)).toHaveLength(1);
    expect(text).toContain('## Then');
  });

  it('does not repeat what another chunk says', async () => {
    const { text } = await ask(200);
    expect(text.match(/for two minutes/g)).toHaveLength(1);
  });

  it('keeps a rule that is worded as another one and is about something else', async () => {
    const rule = (leaves: string): string =>
      `# Rules\n\n## ${leaves}\n\nSteep ${leaves} leaves in hot water for minutes, warm the pot before, cover it with a lid, strain it through linen, pour cups, drink.\n`;
    const docs = docsOf({ rules: [rule('green'), rule('white'), rule('black')] });
    const { text } = await assembleContext(docs, 'how are leaves steeped in water', { maxTokens: 200, count });
    expect(text.match(/Steep \w+ leaves/g)).toEqual(['Steep green leaves', 'Steep white leaves', 'Steep black leaves']);
  });

  it('prefers another paragraph that answers to one that is only next to an answer', async () => {
    const beside = 'Cups and saucers of every make belong on the table beside a spoon and some sugar.';
    const page = (title: string, answer: string): string => [`# ${title}`, beside, answer, beside, ''].join('\n\n');
    const docs = docsOf({ tea: [page('Tea', 'Steep green leaves.')], pot: [page('Pot', 'Green leaves steep in it.')] });
    const { text } = await assembleContext(docs, 'steep green leaves', { maxTokens: 26, count });
    expect(text).toContain('Steep green leaves.');
    expect(text).toContain('Green leaves steep in it.');
  });

  it('fills what headings leave that are not repeated', async () => {
    const section = `# Tea\n\n## ${'long '.repeat(20).trim()}\n\n`;
    const leaves = ['green', 'white', 'black', 'yellow', 'smoked', 'rolled'];
    const docs = docsOf({ tea: leaves.map((leaf) => `${section}Steep ${leaf} leaves for as many minutes.\n`) });
    const { text, tokens } = await assembleContext(docs, 'steep leaves', { maxTokens: 100, count });
    // Each counts 33 with its headings, of which three fit, and 10 without them.
    expect(text.match(/Steep/g)).toHaveLength(5);
    expect(tokens).toBeLessThanOrEqual(100);
  });

  it('spends no tokens on definitions of links, and keeps the addresses of links that it shows', async () => {
    const text =
      '# Tea\n\nSteep [leaves][kinds].\n\n```\n[leaves]: x\n```\n\n[kinds]: kinds.md\n[pots]: pots.md "Pots of tea"\n';
    const docs = docsOf({ tea: [text, '# Pots\n\nWarm them.\n\n[pots]: pots.md\n'] });
    const answer = await assembleContext(docs, 'steep leaves in warm pots', { maxTokens: 200, count });
    expect(answer.text).toBe(
      '[tea: Part 0](tea#0)\n\n# Tea\n\nSteep [leaves](kinds.md).\n\n```\n[leaves]: x\n```\n\n[tea: Part 1](tea#1)\n\n# Pots\n\nWarm them.\n\n',
    );
    expect(answer.chunks.map(({ tokens }) => tokens)).toEqual([11, 7]);
    expect(answer.chunks.some(({ is_cut: isCut }) => isCut)).toBe(false);
  });

  it('looks at forty results', async () => {
    const pages = Array.from({ length: 45 }, (_, at) => [`page${at}`, [`# Page\n\nSteep leaves of kind ${at} now.\n`]]);
    const docs = docsOf(Object.fromEntries(pages));
    const { chunks } = await assembleContext(docs, 'steep leaves', { maxTokens: 5000, count });
    expect(chunks).toHaveLength(40);
  });

  it('stays within any number of tokens by any tokenizer, and repeats no paragraph', async () => {
    const docs = docsOf(GENERATED);
    for (const name of TOKEN_COUNTER_NAMES) {
      const { count: tokensOf } = await loadTokenCounter(name);
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 50, max: 8000 }),
          fc.constantFrom(...QUESTIONS),
          async (maxTokens, question) => {
            const { text, tokens, chunks } = await assembleContext(docs, question, { maxTokens, count: tokensOf });
            expect([name, tokens]).toEqual([name, tokensOf(text)]);
            expect(tokens).toBeLessThanOrEqual(maxTokens);
            expect(chunks.length).toBeGreaterThan(0);
            const paragraphs = text.split(/\n\n+/).filter((paragraph) => paragraph.startsWith('Potters'));
            expect(new Set(paragraphs).size).toBe(paragraphs.length);
            const places = chunks.map(({ topic, index }) => `${topic} ${String(index).padStart(3, '0')}`);
            const topics = [...new Set(chunks.map(({ topic }) => topic))];
            expect(places).toEqual(
              topics.flatMap((topic) => places.filter((place) => place.startsWith(`${topic} `)).sort()),
            );
          },
        ),
        { numRuns: 12 },
      );
    }
  });

  it('ends the best chunk early where not even that fits, and says so', async () => {
    const { chunks, tokens } = await ask(7);
    expect(tokens).toBeLessThanOrEqual(7);
    expect(chunks).toMatchObject([{ is_cut: true }]);
  });

  it('takes the paragraphs of a long chunk that answer, with those next to them, and marks what is left out', async () => {
    const others = Array.from({ length: 12 }, (_, at) => `Paragraph ${at} is about cups, plates and saucers.`);
    const answer = ['Steep green leaves in hot water.', 'Then sieve.'];
    const text = ['# Tea', ...others.slice(0, 8), ...answer, ...others.slice(8), ''].join('\n\n');
    const within = (maxTokens: number) =>
      assembleContext(docsOf({ tea: [text] }), 'steep green leaves', { maxTokens, count });
    const some = await within(34);
    expect(some.chunks).toMatchObject([{ topic: 'tea', index: 0, is_cut: true }]);
    expect(some.text).toContain(`Paragraph 0 is about cups, plates and saucers.\n\n…\n\nParagraph 7`);
    expect(some.text).toContain(answer.join('\n\n'));
    const all = await within(500);
    expect(all.text).toContain(text.trim());
    expect(all.chunks[0]).not.toHaveProperty('is_cut');
  });

  it('leads links to pages of the site there from anywhere, and leaves others and code as they are', async () => {
    const text = [
      '# Tea',
      'Steep [leaves](../kinds.md#green), [pots][1] and [cups](cups.md), ![all](../kinds.md#green).',
      '=== "Tab"',
      '    ```md\n    Maple [leaves](../kinds.md#green) fall\n    ```',
      '[1]: pots.md',
      '',
    ].join('\n\n');
    const links = [
      { href: '../kinds.md#green', url: 'https://example.org/kinds#green', topic: 'kinds' },
      { href: 'pots.md', url: 'https://example.org/pots' },
    ];
    const steep = async (docs: Docs): Promise<string> =>
      (await assembleContext(docs, 'steep leaves', { maxTokens: 200, count })).text;
    const found = await steep(docsOf({ tea: [text] }, links));
    expect(found).toContain(
      'Steep [leaves](https://example.org/kinds#green), [pots](https://example.org/pots) and [cups](cups.md), ![all](https://example.org/kinds#green).',
    );
    expect(found).toContain('    ```md\n    Maple [leaves](../kinds.md#green) fall\n    ```');
    const { linkAddresses: _, ...withoutManifests } = docsOf({ tea: [text] }, links);
    expect(await steep(withoutManifests as Docs)).toContain('Steep [leaves](../kinds.md#green), [pots](pots.md)');
  });

  it('says the title of a topic once, and a heading that repeats the one before it', async () => {
    const docs = docsOf({
      Tea: ['# Tea\n\nLeaves in water.\n', '# Tea\n## Steeping\n\n### Steeping\n\nSteep leaves.\n'],
    });
    const answer = await assembleContext(docs, 'steep leaves in water', { maxTokens: 200, count });
    expect(answer.text).toBe(
      '[Tea: Part 0](Tea#0)\n\nLeaves in water.\n\n[Tea: Part 1](Tea#1)\n\n## Steeping\n\nSteep leaves.\n\n',
    );
    expect(answer.chunks.map(({ headings }) => headings)).toEqual([['Tea'], ['Tea', 'Steeping', 'Steeping']]);
    const cut = await assembleContext(docs, 'steep leaves in water', { maxTokens: 4, count });
    expect(cut.text).not.toContain('# Tea');
  });

  it('gives code together with the sentence that announces it, where both fit, and the sentence alone where not', async () => {
    const code = `\`\`\`sh\nkettle --boil\n\nkettle --pour\n${'kettle --wait\n'.repeat(20)}\`\`\``;
    const other = Array.from({ length: 8 }, (_, at) => `Green leaves of kind ${at} are steeped by hand.`);
    const docs = docsOf({ tea: [['# Tea', 'Steep green leaves so:', code, ...other, ''].join('\n\n')] });
    const within = async (maxTokens: number) =>
      (await assembleContext(docs, 'steep green leaves so', { maxTokens, count })).text;
    expect(await within(60)).toContain(`Steep green leaves so:\n\n${code}`);
    const small = await within(20);
    expect(small).toContain('Steep green leaves so:');
    expect(small).not.toContain('kettle');
  });

  it('never has a part of code, however it is written and however little fits', async () => {
    const body = Array.from({ length: 12 }, (_, at) => `call ${at}${at % 3 === 2 ? '\n' : ''}`)
      .join('\n')
      .trim();
    const indented = body.replace(/^(?=.)/gm, '    ');
    const forms = [
      `\`\`\`sh\n${body}\n\`\`\``,
      `=== "Tab"\n\n    \`\`\`sh\n${indented}\n    \`\`\``,
      `<Tab>\n    ~~~\n${indented}\n    ~~~\n</Tab>`,
      indented,
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...forms),
        fc.integer({ min: 1, max: 80 }),
        fc.constantFrom('Call the kettle:\n\n', 'Call the kettle.\n\n', ''),
        async (form, maxTokens, before) => {
          const docs = docsOf({ tea: [`# Tea\n\n${before}${form}\n\nThen call again.\n`] });
          const { text } = await assembleContext(docs, 'call the kettle', { maxTokens, count });
          expect([0, 12]).toContain(text.match(/^ *call \d/gm)?.length ?? 0);
        },
      ),
    );
  });

  it('says first which words the docs lack, within the tokens asked for, where there is room', async () => {
    const asked = 'steep green leaves in a xylophone';
    const { text, tokens, missing_words: missing } = await ask(60, asked);
    expect(missing).toEqual(['xylophone']);
    expect(text).toMatch(/^Not in the docs: xylophone\.\n\n\[/);
    expect(tokens).toBe(count(text));
    expect(tokens).toBeLessThanOrEqual(60);
    expect((await ask(15, asked)).text).not.toContain('Not in the docs');
  });

  it('is empty where nothing answers', async () => {
    expect(await ask(100, 'xylophone')).toMatchObject({ chunks: [], text: '', tokens: 0 });
  });
});
