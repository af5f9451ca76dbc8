import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

describe('the entry', () => {
  it('bundles for browsers without any module left outside', async () => {
    const bundle = await rolldown({
      input: fileURLToPath(new URL('../../src/retrieval/index.ts', import.meta.url)),
      platform: 'browser',
      resolve: { conditionNames: ['@topicmill/source', 'browser', 'import', 'default'] },
      logLevel: 'silent',
    });
    const { output } = await bundle.generate({ format: 'esm' });
    expect(output.flatMap((part) => (part.type === 'chunk' ? [...part.imports, ...part.dynamicImports] : []))).toEqual(
      [],
    );
    const code = output.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
    expect(code).toContain('openSearchIndex');
    expect(code).not.toMatch(/["']node:/);
  });
});
