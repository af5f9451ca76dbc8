import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDocs } from '@topicmill/pipeline/docs-build';
import { openWorkspace } from '@topicmill/pipeline/workspace';

/** Builds a docs root again and again, each time with another reference, until its process is ended. */
const [root, reference] = process.argv.slice(2) as [string, string];
const path = join(root, reference);
const text = readFileSync(path, 'utf8');
for (let round = 0; ; round++) {
  writeFileSync(
    path,
    `${text}\n## Round ${round}\n\nThe round of the builds is ${'round '.repeat(round % 7)}${round}.\n`,
  );
  await buildDocs(openWorkspace(root, { env: process.env }), {});
  process.send?.(round);
}
