import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { AccessTokens, addToken, listTokens, removeToken, tokensCommand } from '../../src/access/index.js';

let file: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'topicmill-tokens-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  file = join(folder, 'tokens.json');
});

describe('access tokens', () => {
  it('are known to whoever has them, and not written anywhere', () => {
    const token = addToken(file, { name: 'ci', rights: ['read'] });
    expect(readFileSync(file, 'utf8')).not.toContain(token.slice(4));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const tokens = new AccessTokens(file);
    expect(tokens.clientOf(`Bearer ${token}`)).toEqual({ name: 'ci', rights: ['read'] });
    expect(tokens.clientOf(`bearer  ${token}`)).toBeDefined();
    for (const wrong of [undefined, '', token, `Bearer ${token}x`, `Basic ${token}`, 'Bearer ', `Bearer ${token} x`]) {
      expect(tokens.clientOf(wrong)).toBeUndefined();
    }
  });

  it('are revoked, and made, while a server runs', () => {
    const first = addToken(file, { name: 'a', rights: ['read'] });
    const tokens = new AccessTokens(file);
    const second = addToken(file, { name: 'b', rights: ['read', 'ingest'], sensitivities: ['normal'] });
    expect(tokens.clientOf(`Bearer ${second}`)).toMatchObject({ name: 'b', sensitivities: ['normal'] });
    expect(removeToken(file, 'a')).toBe(true);
    expect(removeToken(file, 'a')).toBe(false);
    expect(tokens.clientOf(`Bearer ${first}`)).toBeUndefined();
    expect(listTokens(file)).toEqual([{ name: 'b', rights: ['read', 'ingest'], sensitivities: ['normal'] }]);
  });

  it('give nobody access by a file that is damaged or gone', () => {
    const token = addToken(file, { name: 'a', rights: ['read'] });
    const tokens = new AccessTokens(file);
    writeFileSync(file, '{"format":1,"tokens":[{"name":"a"}]}');
    expect(() => tokens.clientOf(`Bearer ${token}`)).toThrow(expect.objectContaining({ code: 'TOKENS_INVALID' }));
    rmSync(file);
    expect(() => tokens.clientOf(`Bearer ${token}`)).toThrow(expect.objectContaining({ code: 'FILE_UNREADABLE' }));
  });

  it('have names that are taken once, and rights', () => {
    addToken(file, { name: 'a', rights: ['read'] });
    for (const name of ['a', '', 'a b', 'x'.repeat(65)]) {
      expect(() => addToken(file, { name, rights: ['read'] })).toThrow(
        expect.objectContaining({ code: 'INVALID_OPTION' }),
      );
    }
    expect(() => addToken(file, { name: 'b', rights: [] })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    );
  });

  it('are made, listed and revoked by a command', async () => {
    const run = async (...args: readonly string[]) => {
      let out = '';
      const io = {
        stdout: { write: (text: string) => (out += text) },
        stderr: { write: () => true },
        cwd: '/',
        env: {},
      };
      const exitCode = await tokensCommand({ program: 'p', version: '1' }, args, io);
      return { exitCode, out };
    };
    const made = await run('add', 'ci', '--file', file, '--right', 'read', '--right', 'ingest', '--json');
    const { token } = JSON.parse(made.out) as { token: string };
    expect(new AccessTokens(file).clientOf(`Bearer ${token}`)).toEqual({ name: 'ci', rights: ['read', 'ingest'] });
    expect(await run('list', '--file', file)).toEqual({ exitCode: 0, out: 'ci: read, ingest\n' });
    expect(await run('remove', 'ci', '--file', file)).toEqual({ exitCode: 0, out: 'Revoked: ci.\n' });
    expect((await run('remove', 'ci', '--file', file)).exitCode).toBe(1);
    expect((await run('add', 'ci', '--file', file, '--right', 'all')).exitCode).toBe(2);
    expect((await run('add', 'ci', '--file', file)).exitCode).toBe(2);
  });
});
