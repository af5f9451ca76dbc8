import { formatDiagnostic } from '@topicmill/base/diagnostics';
import { onTestFinished } from 'vitest';
import { runServe, type ServeOptions } from '../src/serve/run-serve.js';
import type { DocsRepo } from './docs-repo.js';

interface Serving extends Partial<Pick<ServeOptions, 'port' | 'cors'>> {
  readonly docsRoot?: string;
  readonly cwd?: string;
}

/** Runs `serve` in a folder, until the test ends. */
export async function serveRepo(repo: DocsRepo, { docsRoot, cwd = repo.root, ...options }: Serving = {}) {
  const warnings: string[] = [];
  const server = await runServe(
    docsRoot,
    { host: '127.0.0.1', port: 0, ...options },
    {
      cwd,
      env: {},
      onWarning: (warning) => warnings.push(typeof warning === 'string' ? warning : formatDiagnostic(warning)),
      stderr: { write: () => true },
    },
  );
  onTestFinished(() => server.close());
  return { ...server, warnings };
}
