import { createHash } from 'node:crypto';
import { PROBE_TEXT } from '@topicmill/text/embedder';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { embedWithCache, openEmbeddingCache } from '../../src/embedding-cache/index.js';
import { createEmbedder } from '../../src/llm-infrastructure/index.js';
import { type Reaction, type ReceivedRequest, startServer } from '../llm-infrastructure/loopback-server.js';
import { noPatience } from '../llm-infrastructure/patience.js';
import { base64Of, float32Of, unitVectorOf } from '../llm-infrastructure/protocols.js';
import { temporaryFolder } from './temporary-folder.js';

/** Mixtures that are tried; `TOPICMILL_MIXTURES` names more. */
const MIXTURES = Number(process.env['TOPICMILL_MIXTURES'] ?? 40);
const TEXTS = Array.from({ length: 12 }, (_, at) => `The lamp ${at} burns.`);

type Answer = (texts: readonly string[]) => Reaction;
const data = (vectors: readonly unknown[], indexes = [...vectors.keys()]): Reaction => ({
  json: { data: vectors.map((embedding, at) => ({ index: indexes[at], embedding })), model: 'm' },
});
const soundly: Answer = (texts) => data(texts.map((text) => base64Of(unitVectorOf(text))));
const status = (code: number, headers = {}, json: unknown = { error: { message: 'no' } }): Answer => {
  return () => ({ status: code, headers, json });
};
const raw =
  (text: string): Answer =>
  () => ({ raw: text });
const withVectors = (change: (vector: number[]) => unknown): Answer => {
  return (texts) => data(texts.map((text) => change(unitVectorOf(text))));
};
const forOne = (answer: Answer): Answer => {
  return (texts) => (texts.some((text) => text.includes('lamp 7')) ? answer(texts) : soundly(texts));
};

/** Ways in which servers and what is before them misbehave. */
const WAYS: Readonly<Record<string, Answer>> = {
  soundly,
  'in numbers': withVectors((vector) => vector),
  'in another order, by its indexes': (texts) => {
    const vectors = texts.map((text) => base64Of(unitVectorOf(text)));
    return data(vectors.toReversed(), [...vectors.keys()].reverse());
  },
  'too few': (texts) => data(texts.slice(1).map(unitVectorOf)),
  'too many': (texts) => data([...texts, 'b'].map((text) => unitVectorOf(text))),
  none: () => data([]),
  // For all texts it would be another model, which is refused for another reason.
  'another length for one text': (texts) =>
    data(texts.map((text) => unitVectorOf(text, text.includes('lamp 7') && texts.length > 1 ? 5 : 6))),
  'two lengths': (texts) => data(texts.map((text, at) => unitVectorOf(text, at === 1 ? 7 : 6))),
  'empty vectors': withVectors(() => []),
  zeros: withVectors((vector) => vector.map(() => 0)),
  'not a number': withVectors((vector) => [null, ...vector.slice(1)]),
  'infinite numbers': withVectors((vector) => base64Of([Number.POSITIVE_INFINITY, ...vector.slice(1)])),
  'not base64': withVectors(() => '%%%'),
  words: withVectors((vector) => vector.map(String)),
  'no data': () => ({ json: { object: 'list' } }),
  null: () => ({ json: null }),
  HTML: raw('<html><body>Welcome</body></html>'),
  'half of JSON': raw('{"data":[{"index":0,'),
  nothing: raw(''),
  'an error with status 200': () => ({ json: { error: { message: 'overloaded' } } }),
  400: status(400),
  401: status(401),
  404: status(404),
  413: status(413),
  '422 for one text': forOne(status(422)),
  '500 for one text': forOne(status(500, {}, { error: 'json: unsupported value: NaN' })),
  '429 without end': status(429, { 'retry-after': '1' }),
  '429 for an hour': status(429, { 'retry-after': '3600' }),
  500: status(500),
  503: status(503),
  'a redirect': status(307, { location: 'http://127.0.0.1:1/' }),
  'a closed connection': () => 'cut the connection',
  'half an answer': () => 'cut the answer',
  'half an answer for one text': forOne(() => 'cut the answer'),
};

const mixtures = fc.array(fc.array(fc.constantFrom(...Object.keys(WAYS)), { minLength: 1, maxLength: 8 }), {
  maxLength: 3,
});

it(
  'whatever a server did in other builds, a sound one gives the vectors, and asks for what is missing alone',
  async () => {
    let way = (_request: number): string => 'soundly';
    let requestCount = 0;
    let sound: string[] = [];
    const server = await startServer(({ body }: ReceivedRequest) => {
      const texts = [body['input']].flat() as string[];
      const name = way(requestCount++);
      const reaction = WAYS[name]!(texts);
      if (name === 'soundly') sound.push(...texts);
      return reaction;
    });
    const sourceSha256 = createHash('sha256').update('source').digest('hex');
    const build = async (root: string) => {
      const env = { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'key' };
      const embedder = createEmbedder('openai:m', noPatience(env).settings);
      const request = { cache: openEmbeddingCache(root), embedder, strategy: 's', sourceSha256, texts: TEXTS };
      requestCount = 0;
      return embedWithCache({ ...request, allowsRefusals: true }).catch((error: { code?: string }) => error);
    };
    await fc.assert(
      fc.asyncProperty(mixtures, async (builds) => {
        const root = temporaryFolder();
        for (const ways of builds) {
          way = (request) => ways[request % ways.length]!;
          const built = await build(root);
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
