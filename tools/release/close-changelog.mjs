/** Gives what is unreleased in CHANGELOG.md the version that `changeset version` has written, and begins the next. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (relative) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const { version } = JSON.parse(readFileSync(pathOf('apps/topicmill/package.json'), 'utf8'));
const changelog = readFileSync(pathOf('CHANGELOG.md'), 'utf8');

if (!changelog.includes(`\n## ${version} `)) {
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(
    pathOf('CHANGELOG.md'),
    changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} – ${date}\n`),
  );
}
