import type { Reaction } from './loopback-server.js';
import { base64Of, unitVectorOf } from './protocols.js';

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

/** How long a build waits for a server that misbehaves, in milliseconds: a sound answer that comes later is one fault more. */
export const SHORT_WAIT_MS = 100;

/** Ways in which servers and what is before them misbehave. */
export const WAYS: Readonly<Record<string, Answer>> = {
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
  'no answer': () => 'never answer',
  'no answer for one text': forOne(() => 'never answer'),
  'an answer that never goes on': () => 'stall after the headers',
};
