import { DocsRepo } from './docs-repo.js';

/** For `DocsRepo.reconcile`: some time after the files were written. In milliseconds. */
export const LATER_MS = 60_000;

/** The handbook, built, and its files noted some time after they were written. */
export async function notedHandbook(): Promise<DocsRepo> {
  const repo = await DocsRepo.builtHandbook();
  await repo.reconcile(Date.now() + LATER_MS);
  return repo;
}
