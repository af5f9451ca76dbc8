import { describe, expect, it } from 'vitest';
import { isPostgresAddress, parsePostgresAddress } from '../../src/postgres/index.js';

describe('the address of a database', () => {
  it('is told from a path', () => {
    expect(['postgres://a', 'postgresql://a', 'POSTGRES://a'].every(isPostgresAddress)).toBe(true);
    expect(['postgres', 'data/a.sqlite', 'http://a', ':memory:'].some(isPostgresAddress)).toBe(false);
  });

  it('is taken apart, and named without its password', () => {
    const text = 'postgres://me:secret@db:5433/docs?schema=team_1&connections=3&sslmode=verify-full';
    expect(parsePostgresAddress(text, 'other')).toEqual({
      connectionString: 'postgres://me:secret@db:5433/docs?sslmode=verify-full',
      schema: 'team_1',
      maxConnections: 3,
      place: 'postgres://me@db:5433/docs?schema=team_1',
    });
    expect(parsePostgresAddress('postgres:///docs', 'other')).toMatchObject({ schema: 'other', maxConnections: 10 });
  });

  it.each(['?schema=A', '?schema=a"b', '?schema=pg_a', '?schema=', '?connections=0', '?connections=x', ':x'])(
    'is refused with %s, and its password is not told',
    (end) => {
      try {
        parsePostgresAddress(`postgres://me:secret@db${end}`, 'other');
        expect.unreachable();
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'INVALID_OPTION' });
        expect(String(thrown)).not.toContain('secret');
      }
    },
  );
});
