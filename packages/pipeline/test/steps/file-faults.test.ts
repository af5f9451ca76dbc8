import { withFault } from '@topicmill/test-support/faults';
import { expect, it } from 'vitest';
import { folderWork, runFolder } from '../../src/runner/index.js';
import { INDEX } from '../../src/steps/index.js';
import { DocsRepo } from './docs-repo.js';

it('a reference that cannot be read while the shares of terms are counted is not counted as one without terms', async () => {
  const [path, text] = [
    'docs/cellar/golden-reference.md',
    '# Cellar\n\n## Thermometer\n\nThe thermometer is new. A thermometer ages. No thermometer is exact. A thermometer hangs in it.\n',
  ];
  const afterAnEdit = async (): Promise<DocsRepo> => {
    const repo = new DocsRepo({
      'topicmill.yaml': 'docsRoot: docs\n',
      'docs/attic/golden-reference.md':
        '# Attic\n\n## Thermometer\n\nThe thermometer is new. A thermometer ages. No thermometer is exact. A thermometer hangs under the roof.\n',
      'docs/kitchen/golden-reference.md':
        '# Kitchen\n\n## Thermometer\n\nThe thermometer is new. A thermometer ages. No thermometer is exact. A thermometer rests beside the spoons.\n',
      [path]: '# Cellar\n\nPotatoes.\n',
    });
    await repo.build();
    repo.write(path, text);
    return repo;
  };
  const sound = await afterAnEdit();
  const { callCount } = await withFault({ below: [sound.path(path)], at: undefined, kind: 'EIO' }, () => sound.build());
  expect(sound.read('docs/_keywords/authority.md')).toContain('| thermometer | 25-50 % |');
  for (let at = 0; at < callCount; at++) {
    const repo = await afterAnEdit();
    await withFault({ below: [repo.path(path)], at, kind: 'EIO' }, () => repo.build()).catch(() => undefined);
    await repo.build();
    expect(repo.files(), `call ${at}`).toEqual(sound.files());
    repo.discard();
  }
});

it.each([
  ['EIO', 'failed'],
  ['EMFILE', 'failed'],
  ['EACCES', 'built'],
] as const)(
  'a step of the docs root with a folder of chunks that cannot be listed for %s is %s',
  async (kind, outcome) => {
    const repo = await DocsRepo.builtHandbook();
    repo.remove('docs/related.json');
    const workspace = repo.open();
    const fault = { below: [repo.path('docs/garden/compost/_chunks')], at: 0, lasts: true, kind } as const;
    const { result, failedCall } = await withFault(fault, () =>
      runFolder(folderWork(INDEX, workspace.tree.get('')!), workspace),
    );
    expect(failedCall).toContain('docs/garden/compost/_chunks');
    expect(result.outcome).toBe(outcome);
  },
);
