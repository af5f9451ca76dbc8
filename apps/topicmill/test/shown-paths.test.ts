import { FAULT_CODES, withFault } from '@topicmill/test-support/faults';
import { describe, expect, test } from 'vitest';
import type { DocsRepo } from './docs-repo.js';
import { sampleRepo } from './docs-repo.js';

/** How many calls fail with each code in each command, spread over it. */
const CALLS_EACH = Number(process.env['TOPICMILL_FAULTS'] ?? 8);
const COMMANDS: readonly (readonly string[])[] = [
  ['build'],
  ['restore'],
  ['verify'],
  ['clean'],
  ['query', 'How is tea brewed?'],
  ['search-index'],
  ['cache', 'verify'],
  ['cache', 'gc'],
  ['pin-keywords'],
  ['doctor'],
  ['export', 'llms', '--out', 'out'],
];
/** What has to be made by a build and is not there yet. */
const PENDING = ['docs/drinks/tea/_chunks', 'docs/index.json', '.topicmill/memo'];

async function prepared(command: string): Promise<DocsRepo> {
  const repo = sampleRepo({ 'docs/drinks/tea/topic-spec.md': '# Tea\n\nNotes.\n' });
  await repo.run('build');
  if (command === 'build') {
    for (const path of PENDING) repo.remove(path);
    repo.edit('docs/bread/golden-reference.md', (text) => `${text}\nAnd salt.\n`);
    repo.write('docs/bread/_chunks/golden-reference-0.md.1-1234567890.topicmill-tmp', '');
    repo.write('.topicmill/record.br.1-1234567890.topicmill-tmp', '');
  }
  return repo;
}

describe.each(COMMANDS)('%s', (...args) => {
  test.each(FAULT_CODES)('names no path of the machine when a call fails with %s', async (kind) => {
    const command = args.filter((each) => typeof each === 'string');
    const counted = await prepared(command[0]!);
    const { callCount } = await withFault({ below: [`${counted.root}/`], at: undefined, kind }, () =>
      counted.run(...command),
    );
    const stride = Math.max(1, callCount / CALLS_EACH);
    for (let at = FAULT_CODES.indexOf(kind) * 0.2 * stride; at < callCount; at += stride) {
      const repo = await prepared(command[0]!);
      const { result, failedCall } = await withFault({ below: [`${repo.root}/`], at: Math.floor(at), kind }, () =>
        repo.run(...command),
      );
      expect(`${result.err}${result.out}`, `${failedCall}`).not.toContain(repo.root);
      expect(result.err, `${failedCall}`).not.toMatch(/^ +at /m);
      repo.remove('.');
    }
  });
});
