import { createHash } from 'node:crypto';
import { PROBE_TEXT } from '@topicmill/text/embedder';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { embedWithCache, openEmbeddingCache } from '../../src/embedding-cache/index.js';
import { createEmbedder } from '../../src/llm-infrastructure/index.js';
import { type ReceivedRequest, startServer } from '../llm-infrastructure/loopback-server.js';
import { SHORT_WAIT_MS, WAYS } from '../llm-infrastructure/misbehaviour.js';
import { noPatience } from '../llm-infrastructure/patience.js';
import { float32Of } from '../llm-infrastructure/protocols.js';
import { temporaryFolder } from './temporary-folder.js';

/** Mixtures that are tried; `TOPICMILL_MIXTURES` names more. */
const MIXTURES = Number(process.env['TOPICMILL_MIXTURES'] ?? 40);
const TEXTS = Array.from({ length: 12 }, (_, at) => `The lamp ${at} burns.`);

const mixtures = fc.array(fc.array(fc.constantFrom(...Object.keys(WAYS)), { minLength: 1, maxLength: 8 }), {
  maxLength: 3,
});

it(
  'whatever a server did in other builds, a sound one gives the vectors, and asks for what is missing alone',
  async () => {
    let way = (_request: number): string => 'soundly';
    let requestCount = 0;
    let sound: string[] = [];
    let buildCount = 0;
    const server = await startServer(({ body, headers }: ReceivedRequest) => {
      // A build that waited too long has ended before the server reads what it asked.
      if (headers.authorization !== `Bearer ${buildCount}`) return WAYS['nothing']!([]);
      const texts = [body['input']].flat() as string[];
      const name = way(requestCount++);
      const reaction = WAYS[name]!(texts);
      if (name === 'soundly') sound.push(...texts);
      return reaction;
    });
    const sourceSha256 = createHash('sha256').update('source').digest('hex');
    const build = async (root: string, more: { readonly timeoutMs?: number } = {}) => {
      const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: String(++buildCount) };
      const embedder = createEmbedder('openai:m', noPatience(env, more).settings);
      const request = { cache: openEmbeddingCache(root), embedder, strategy: 's', sourceSha256, texts: TEXTS };
      requestCount = 0;
      return embedWithCache({ ...request, allowsRefusals: true }).catch((error: { code?: string }) => error);
    };
    await fc.assert(
      fc.asyncProperty(mixtures, async (builds) => {
        const root = temporaryFolder();
        for (const ways of builds) {
          way = (request) => ways[request % ways.length]!;
          const built = await build(root, { timeoutMs: SHORT_WAIT_MS });
          if (!('vectors' in built)) expect(built.code).toMatch(/^EMBEDDER_/);
          else expectSound(built.vectors, built.refused);
        }
        way = () => 'soundly';
        sound = [];
        const built = await build(root);
        if (!('vectors' in built)) throw built;
        expect(built.refused.size).toBe(0);
        expectSound(built.vectors, built.refused);
        const asked = sound.filter((text) => text !== PROBE_TEXT);
        expect(new Set(asked).size).toBe(asked.length);
        expect(asked.length).toBe(built.embeddedCount);
        sound = [];
        await build(root);
        expect(sound.filter((text) => text !== PROBE_TEXT)).toEqual([]);
      }),
      { numRuns: MIXTURES },
    );
  },
  20_000 + MIXTURES * 500,
);

function expectSound(vectors: readonly Float32Array[], refused: ReadonlyMap<number, Error>): void {
  for (const [at, text] of TEXTS.entries()) if (!refused.has(at)) expect(vectors[at]).toEqual(float32Of(text));
}
