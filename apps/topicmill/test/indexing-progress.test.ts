import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { main } from '../src/main.js';
import { sampleRepo } from './docs-repo.js';

const IGNORED = () => true;

test.each([['query'], ['context']])(
  '%s shows at a terminal that it makes an index for topics that were built without one',
  async (command) => {
    const repo = sampleRepo();
    await repo.build();
    const shownBy = async (isTTY: boolean): Promise<string> => {
      const terminal = { isTTY, columns: 80, cursorTo: IGNORED, clearLine: IGNORED, moveCursor: IGNORED };
      const stderr = Object.assign(new PassThrough(), terminal);
      const io = { stdout: { write: IGNORED }, stderr, cwd: repo.root, env: {} };
      expect(await main([command, 'tea'], io)).toBe(0);
      stderr.end();
      return String(Buffer.concat(await stderr.toArray()));
    };
    expect(await shownBy(true)).not.toContain('Making the search index');
    repo.remove('.topicmill/search');
    expect(await shownBy(true)).toContain('Making the search index');
    expect(await shownBy(true)).not.toContain('Making the search index');
    repo.remove('.topicmill/search');
    expect(await shownBy(false)).not.toContain('Making the search index');
  },
);
