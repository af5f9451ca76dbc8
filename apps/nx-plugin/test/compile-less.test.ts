import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

// Nothing tells whether a setting was taken: a release of the engine without it would leave builds as slow as before.
it('uses a setting that the engine has', () => {
  expect(execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })).toMatch(/^ +--interrupt-budget \(/m);
});
