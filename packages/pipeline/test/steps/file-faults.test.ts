import { withFault } from '@topicmill/test-support/faults';
import { expect, it } from 'vitest';
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
