import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FAULT_KINDS, withFault } from '@topicmill/test-support/faults';
import { describe, expect, test } from 'vitest';
import { type DocsRepo, sampleRepo } from './docs-repo.js';
import { builtRepo, docsOf, loseOutputs, NOTES, TEA } from './restore-repo.js';

/** How many calls fail in each way, spread over the command. */
const CALLS_EACH = Number(process.env['TOPICMILL_FAULTS'] ?? 6);
const KILLS = Number(process.env['TOPICMILL_KILLS'] ?? 4);
const EDITS = Number(process.env['TOPICMILL_EDITS'] ?? 4);

describe.each(FAULT_KINDS.filter((kind) => kind !== 'kill'))('a call that fails with %s', (kind) => {
  test('leaves nothing half written, is named, and the next command restores all', async () => {
    const prepare = async (): Promise<DocsRepo> => {
      const repo = await builtRepo();
      loseOutputs(repo);
      repo.write(`${TEA}/topic-spec.md`, NOTES);
      return repo;
    };
    const sound = await prepare();
    const { callCount } = await withFault({ below: [`${sound.root}/`], at: undefined, kind }, () =>
      sound.run('restore'),
    );
    const expected = docsOf(sound);
    const stride = Math.max(1, callCount / CALLS_EACH);
    for (let at = FAULT_KINDS.indexOf(kind) * 0.2 * stride; at < callCount; at += stride) {
      const repo = await prepare();
      const { result, failedCall } = await withFault({ below: [`${repo.root}/`], at: Math.floor(at), kind }, () =>
        repo.run('restore'),
      );
      const what = `${failedCall}: ${result.err}`;
      for (const [path, text] of Object.entries(docsOf(repo))) {
        if (/-tmp$/.test(path)) continue;
        if (!path.endsWith('tea/topic-spec.md')) expect(text, what).toBe(expected[path]);
        else expect(text, what).toContain('Notes that a person wrote.');
      }
      if (result.exitCode === 0) expect(docsOf(repo), what).toEqual(expected);
      else expect(result.err, what).toMatch(/^\S+ (?:error|warning) [A-Z_]+: .+ Remedy: .+$/m);
      expect(result.err.replaceAll(failedCall ?? '-', ''), what).not.toContain(repo.root);
      await repo.run('restore');
      expect(docsOf(repo), what).toEqual(expected);
    }
  });
});

/** A command in a process of its own, which can be killed. What it builds is that of the compiled code. */
function running(repo: DocsRepo, command: 'build' | 'restore') {
  const main = join(import.meta.dirname, '..', 'dist', 'main.js');
  const call = `import { main } from ${JSON.stringify(main)};
    process.stdout.write('loaded\\n');
    process.exitCode = await main(['${command}']);`;
  return spawn(process.execPath, ['--input-type=module', '-e', call], {
    cwd: repo.root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

test(`processes that restore at once, and are killed, lose nothing (${KILLS} kills)`, async () => {
  const repo = sampleRepo({ [`${TEA}/topic-spec.md`]: NOTES });
  await once(running(repo, 'build'), 'exit');
  const expected = docsOf(repo);
  for (let round = 0; round < KILLS; round++) {
    loseOutputs(repo);
    repo.write(`${TEA}/topic-spec.md`, `${NOTES}Line ${round}.\n`);
    const [other, killed] = [running(repo, 'restore'), running(repo, 'restore')];
    const ends = [once(other, 'exit'), once(killed, 'exit')];
    await once(killed.stdout!, 'data');
    await delay(Math.random() * 150);
    killed.kill('SIGKILL');
    await Promise.all(ends);
    expect(await once(running(repo, 'build'), 'exit')).toEqual([0, null]);
    expect(repo.read(`${TEA}/topic-spec.md`)).toContain(`Line ${round}.`);
    const left = docsOf(repo);
    for (const [path, text] of Object.entries(expected)) {
      if (!path.endsWith('tea/topic-spec.md')) expect(left[path], path).toBe(text);
    }
    expect(Object.keys(left).sort()).toEqual(Object.keys(expected).sort());
  }
});

test(`lines that people add while files are restored are kept (${EDITS} edits)`, async () => {
  const repo = sampleRepo({ [`${TEA}/topic-spec.md`]: NOTES });
  await once(running(repo, 'build'), 'exit');
  const spec = repo.path(`${TEA}/topic-spec.md`);
  for (let edit = 0; edit < EDITS; edit++) {
    loseOutputs(repo);
    repo.edit(`${TEA}/topic-spec.md`, (text) => text.replace(/^## Keywords[\s\S]*$/m, ''));
    const restore = running(repo, 'restore');
    const end = once(restore, 'exit');
    await once(restore.stdout!, 'data');
    await delay(Math.random() * 150);
    appendFileSync(spec, `Edit ${edit}.\n`);
    await end;
    expect(await once(running(repo, 'build'), 'exit')).toEqual([0, null]);
    expect(repo.read(`${TEA}/topic-spec.md`)).toContain(`Edit ${edit}.`);
  }
});
