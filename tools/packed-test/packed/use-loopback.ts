import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type PublishedPackages, publishToLoopback } from './publish-to-loopback.js';

/** A folder for the tests of a file, and how to get the packages that are published for them before the first. */
export interface LoopbackUse {
  readonly scratch: string;
  published(): PublishedPackages;
}

/** Publishes all packages before the tests of a file, and removes folder and registry after them. */
export function useLoopback(name: string): LoopbackUse {
  const scratch = mkdtempSync(join(tmpdir(), `topicmill-${name}-`));
  let published: PublishedPackages;
  beforeAll(async () => {
    published = await publishToLoopback(scratch);
  });
  afterAll(() => {
    published.registry.stop();
    rmSync(scratch, { recursive: true, force: true });
  });
  return { scratch, published: () => published };
}
