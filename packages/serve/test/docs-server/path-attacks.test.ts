import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocsServer, startDocsServer } from '../../src/docs-server/index.js';
import { rawRequest } from './raw-request.js';
import { SECRET, ServedFolder } from './served-folder.js';

/** Ways to write "the folder above". */
const PARENTS = [
  '../',
  '..%2f',
  '..%2F',
  '%2e%2e/',
  '%2E%2e/',
  '.%2e/',
  '%2e./',
  '%2e%2e%2f',
  '%252e%252e/',
  '%252e%252e%252f',
  '%25252e%25252e%25252f',
  '..%252f',
  '..\\',
  '..%5c',
  '%2e%2e%5c',
  '..%255c',
  '%c0%ae%c0%ae/',
  '%c0%ae%c0%ae%c0%af',
  '..%c0%af',
  '%e0%80%ae%e0%80%ae/',
  '%uff0e%uff0e/',
  '%ef%bc%8e%ef%bc%8e/',
  '%u002e%u002e/',
  '....//',
  '..././',
  '..;/',
  '.../',
  '..%00/',
  '..%0d/',
  '..%20/',
  '../',
  './/../',
] as const;
const TARGETS = [
  'outside/secret.txt',
  'docs-beside/secret.txt',
  'docs/.hidden',
  'docs/folder/.git/config',
  'etc/passwd',
];
const PLACES = ['', 'folder/', 'folder/deeper/still/', '_topicmill/', '_search/', 'link-to-folder-outside/'];
const MAX_DEPTH = 12;
const AT_ONCE = 25;

/** Paths that are dangerous as they are. */
function absolutePaths(directory: string): string[] {
  const files = [`${directory}/outside/secret.txt`, '/etc/passwd', `${directory}/docs/.hidden`];
  return files.flatMap((file) => {
    const bare = file.slice(1);
    return [
      `/${file}`,
      `//${file}`,
      `/%2f${bare}`,
      `/%2F%2F${bare}`,
      `/${encodeURIComponent(file)}`,
      `/%252f${bare}`,
      `/\\${bare}`,
      `/%5c${bare}`,
      `/C:${file}`,
      `/c:/${bare}`,
      `/C%3a${file}`,
      `/C:\\${bare}`,
      `/file://${file}`,
      `/file:%2f%2f${file}`,
      `/%00${file}`,
      `/letters.txt%00${file}`,
      `/?${file}`,
      `/letters.txt/..${file}`,
      `/letters.txt/%2e%2e${file}`,
      `http://localhost${file}`,
      `http://localhost/..${file}`,
      `http://localhost/%2e%2e/outside/secret.txt`,
      `file://${file}`,
      `//localhost${file}`,
      `/~root${file}`,
      `/proc/self/root${file}`,
      `/proc/self/cwd${file}`,
      `/\\\\?\\C:\\${bare}`,
      `/\\\\localhost\\share${file}`,
      `/.${file}`,
      `/./${bare}`,
      `*`,
      bare,
      file.replaceAll('/', '\\'),
    ];
  });
}

function hiddenPaths(): string[] {
  const spellings = [
    '.hidden',
    '%2ehidden',
    '%2Ehidden',
    '%252ehidden',
    '.hidden%20',
    '.hidden.',
    '.hidden%00.md',
    '.HIDDEN',
  ];
  const places = ['', 'folder/../', 'folder/%2e%2e/', './', '%2e/', '//', 'link-to-hidden/', '_search/../'];
  const config = ['folder/.git/config', 'folder/%2egit/config', 'folder/.git%2fconfig', 'folder/.git\\config'];
  return [
    ...places.flatMap((place) => spellings.map((name) => `/${place}${name}`)),
    ...config.map((path) => `/${path}`),
  ];
}

function attacks(directory: string): string[] {
  const climbing = PARENTS.flatMap((parent, at) =>
    TARGETS.flatMap((target, row) =>
      PLACES.map((place, column) => {
        // Depths differ from attack to attack; the right one for each place is always among them.
        const right = place.split('/').length + (target.startsWith('etc') ? directory.split('/').length - 1 : 0);
        const depth = (at + row + column) % 3 === 0 ? 1 + ((at * 7 + row * 3 + column) % MAX_DEPTH) : right;
        return `/${place}${parent.repeat(depth)}${target}`;
      }),
    ),
  );
  return [...new Set([...climbing, ...absolutePaths(directory), ...hiddenPaths()])];
}

describe('paths that try to leave the docs root', () => {
  const folder = new ServedFolder();
  let server: DocsServer;

  beforeAll(async () => {
    server = await startDocsServer({
      docsRoot: folder.docsRoot,
      viewerRoot: folder.viewerRoot,
    });
  });

  afterAll(async () => {
    await server.close();
    folder.remove();
  });

  it('get nothing that is outside or hidden, and nothing but files of the docs root', async () => {
    const paths = attacks(folder.directory);
    expect(paths.length).toBeGreaterThan(500);
    const viewer = Buffer.from('<!doctype html><title>Viewer</title>');
    const servable = [...folder.files.values(), viewer];
    const leaks: string[] = [];
    const attack = async (target: string): Promise<void> => {
      const { status, body } = await rawRequest(server.port, { target });
      const isServable = status === 200 && servable.some((content) => content.equals(body));
      const holdsSecret = body.includes(SECRET) || body.includes('root:');
      if (holdsSecret || !(isServable || [400, 403, 404].includes(status))) leaks.push(`${status} ${target}`);
    };
    for (let at = 0; at < paths.length; at += AT_ONCE) await Promise.all(paths.slice(at, at + AT_ONCE).map(attack));
    expect(leaks).toEqual([]);
    expect((await rawRequest(server.port, { target: '/letters.txt' })).status).toBe(200);
  });

  it('get nothing over a link that takes the place of a folder while requests run', async () => {
    const shown = join(folder.docsRoot, 'swapped');
    folder.add('swapped/secret.txt', 'harmless');
    symlinkSync('../outside', join(folder.directory, 'a-link'));
    const bodies: string[] = [];
    for (let round = 0; round < 50; round++) {
      const requests = Array.from({ length: 4 }, () => rawRequest(server.port, { target: '/swapped/secret.txt' }));
      renameSync(shown, join(folder.directory, 'aside'));
      renameSync(join(folder.directory, 'a-link'), shown);
      bodies.push(...(await Promise.all(requests)).map(({ body }) => body.toString()));
      renameSync(shown, join(folder.directory, 'a-link'));
      renameSync(join(folder.directory, 'aside'), shown);
    }
    rmSync(join(folder.directory, 'a-link'));
    expect(new Set(bodies.filter((body) => body !== 'harmless'))).toEqual(new Set(['404 Not Found\n']));
  });
});
