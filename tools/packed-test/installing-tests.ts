import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Tests that install packages: minutes each, and one at a time. */
export function installingTests(root: string, include = '*.test.ts'): ViteUserConfig {
  return defineConfig({
    test: { root, include: [include], testTimeout: 600_000, hookTimeout: 600_000, fileParallelism: false },
  });
}
