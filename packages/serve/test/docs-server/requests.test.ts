import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocsServer, startDocsServer } from '../../src/docs-server/index.js';
import { type RawAnswer, rawRequest } from './raw-request.js';
import { type RequestCase, requestCases } from './request-cases.js';
import { ServedFolder } from './served-folder.js';

const SECOND_MS = 1000;

const folder = new ServedFolder();
let server: DocsServer;

beforeAll(async () => {
  server = await startDocsServer({ docsRoot: folder.docsRoot, viewerRoot: folder.viewerRoot, cors: '*' });
});

afterAll(async () => {
  await server.close();
  folder.remove();
});

describe.each([...requestCases()])('%s', (_heading, cases) => {
  it.each(cases.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const validators = await validatorsOf(row.path);
    const filled = (text: string): string => text.replace(/\{([a-z-]+)\}/g, (_, name: string) => validators[name]!);
    const { method, path } = row;
    const answer = await rawRequest(server.port, { method, target: `/${path}`, fields: row.fields.map(filled) });
    expect(answer.status).toBe(row.status);
    for (const [name, value] of row.answerFields)
      expect([name, answer.fields.get(name)]).toEqual([name, filled(value)]);
    expectBody(answer, row);
    const announced = answer.fields.get('content-length');
    if (method === 'GET' && announced !== undefined) expect(answer.body.length).toBe(Number(announced));
  });
});

async function validatorsOf(path: string): Promise<Readonly<Record<string, string>>> {
  const { fields } = await rawRequest(server.port, { method: 'HEAD', target: `/${path}` });
  const etag = fields.get('etag');
  if (etag === undefined) return {};
  const date = Date.parse(fields.get('last-modified')!);
  return {
    etag,
    'etag-br': etag.replace(/"$/, '-br"'),
    date: fields.get('last-modified')!,
    earlier: new Date(date - SECOND_MS).toUTCString(),
    later: new Date(date + SECOND_MS).toUTCString(),
  };
}

function expectBody({ body }: RawAnswer, { path, body: expected }: RequestCase): void {
  if (expected === 'none') expect(body.length).toBe(0);
  else if (expected.endsWith('whole')) expectBytes(decoded(body, expected), fileOf(path));
  else if (!/^\d+-\d+/.test(expected)) expect(body.toString()).toBe(`${expected}\n`);
  else expectBytes(body, fileOf(path).subarray(...expected.split('-').map(Number)));
}

function decoded(body: Buffer, expected: string): Buffer {
  if (expected === 'br whole') return brotliDecompressSync(body);
  return expected === 'gzip whole' ? gunzipSync(body) : body;
}

function fileOf(path: string): Buffer {
  return folder.files.get(decodeURIComponent(path.split('?')[0]!))!;
}

/** Buffers compared at once; a difference in megabytes is no use to anybody. */
function expectBytes(actual: Buffer, expected: Buffer): void {
  const [first, second] = [actual, expected].map((bytes) => bytes.toString('latin1').slice(0, 500));
  expect(first).toBe(second);
  expect(actual.equals(expected)).toBe(true);
}
