import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { PROBE_TEXT } from '@topicmill/text/embedder';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startServer } from '../../../embedding/test/llm-infrastructure/loopback-server.js';
import { SHORT_WAIT_MS, WAYS } from '../../../embedding/test/llm-infrastructure/misbehaviour.js';
import { noPatience } from '../../../embedding/test/llm-infrastructure/patience.js';
import { type Row, recordProof } from '../record-proof.js';
import { DocsRepo } from './docs-repo.js';

/** Mixtures that are tried; `TOPICMILL_MIXTURES` names more. */
const MIXTURES = Number(process.env['TOPICMILL_MIXTURES'] ?? 10);
/** A file below `proof/` that gets a row with what was built. */
const RECORD = process.env['TOPICMILL_RECORD'];

/** Topics of four texts each, no two of which are alike; `lamp 7` is the one that some servers do not take. */
function lampRepo(): DocsRepo {
  const section = (lamp: number): string => `## Lamp ${lamp}\n\n${`The lamp ${lamp} burns at night. `.repeat(30)}\n\n`;
  const topic = (first: number): string =>
    `# Lamps from ${first}\n\nOf lamps.\n\n${[0, 1, 2].map((n) => section(first + n)).join('')}`;
  return new DocsRepo({
    'docs/a/golden-reference.md': topic(1),
    'docs/a/qa-pairs.md': '## Q: Which lamp burns?\n\nA: Lamp 1.\n',
    'docs/b/golden-reference.md': topic(6),
    'docs/c/golden-reference.md': topic(11),
  });
}

/** The first few ways of each, and then again from the first, a request each. */
const mixtures = fc.array(fc.array(fc.constantFrom(...Object.keys(WAYS)), { minLength: 1, maxLength: 8 }), {
  minLength: 1,
  maxLength: 3,
});

it(
  'whatever a server did in builds before, a sound one gives what a clean build gives, and is asked once for each text',
  async () => {
    let way = (_request: number): string => 'soundly';
    let requestCount = 0;
    let asked: string[] = [];
    let buildCount = 0;
    const built = { mixtures: 0, misled: 0, ended: 0 };
    const server = await startServer(({ body, headers }) => {
      // A build that waited too long has ended before the server reads what it asked.
      if (headers.authorization !== `Bearer ${buildCount}`) return WAYS['nothing']!([]);
      const texts = [body['input']].flat() as string[];
      const name = way(requestCount++);
      if (name === 'soundly') asked.push(...texts.filter((text) => text !== PROBE_TEXT));
      return WAYS[name]!(texts);
    });
    const build = (repo: DocsRepo, more: { readonly timeoutMs?: number } = {}) => {
      requestCount = 0;
      const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: String(++buildCount) };
      return repo.build({ embedder: createEmbedder('openai:m', noPatience(env, more).settings) });
    };
    const clean = lampRepo();
    expect((await build(clean)).failed).toEqual([]);
    const [expected, all] = [clean.files(), [...asked].sort()];
    expect(new Set(all).size).toBe(all.length);
    await fc.assert(
      fc.asyncProperty(mixtures, async (builds) => {
        const repo = lampRepo();
        const had: string[] = [];
        built.mixtures++;
        for (const ways of builds) {
          way = (request) => ways[request % ways.length]!;
          const { diagnostics } = await build(repo, { timeoutMs: SHORT_WAIT_MS });
          for (const { code } of diagnostics) expect(code).toMatch(/^EMBEDDER_/);
          built.misled++;
        }
        way = () => 'soundly';
        asked = [];
        const { failed, diagnostics } = await build(repo);
        expect([failed, diagnostics]).toEqual([[], []]);
        expect(repo.files()).toEqual(expected);
        expect(new Set(asked).size).toBe(asked.length);
        asked = had;
        await build(repo);
        expect(had).toEqual([]);
        built.ended += 2;
        repo.discard();
        server.requests.length = 0;
      }),
      {
        numRuns: MIXTURES,
        examples: [
          [[['no answer for one text']]],
          [[['422 for one text', '400']]],
          [[['400', 'soundly']]],
          [[['413', 'soundly', 'soundly']]],
        ],
      },
    );
    if (RECORD !== undefined) record(RECORD, [built.mixtures, built.misled, built.ended]);
  },
  120_000 + MIXTURES * 20_000,
);

/** Is reached by a run without a fault. */
function record(file: string, counts: readonly number[]): void {
  recordProof(file, {
    title: 'Builds against servers that misbehave, seed by seed',
    notes: (rows) => [
      `A mixture is one to three builds against a server with ${Object.keys(WAYS).length - 1} ways to misbehave, each request in another, and then two against a sound one: its files are those of a clean build, and no text is asked for twice.`,
      `In all ${sum(rows, 0)} mixtures, ${sum(rows, 1)} builds against such a server and ${sum(rows, 2)} that ended them.`,
    ],
    columns: ['mixtures', 'builds against them', 'builds that end them', 'faults'],
    row: { name: `seed ${fc.readConfigureGlobal().seed}`, values: [...counts, 0] },
    command: (names, to) =>
      `for seed in ${names.map((name) => name.slice('seed '.length)).join(' ')}; do TOPICMILL_RECORD=${to} TOPICMILL_MIXTURES=${MIXTURES} TOPICMILL_SEED=$seed npx vitest run packages/pipeline/test/steps/misbehaving-server.test.ts; done`,
  });
}

function sum(rows: readonly Row[], at: number): number {
  return rows.reduce((total, { values }) => total + Number(values[at]), 0);
}
