/** `npm run docs:site`: our own docs with viewer and search in dist/site/docs, for any static host. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const site = join(repository, 'dist/site');

rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });
for (const path of ['docs', 'topicmill.yaml']) cpSync(join(repository, path), join(site, path), { recursive: true });
const command = join(repository, 'apps/topicmill/bin/topicmill.js');
execFileSync(process.execPath, [command, 'search-index'], { cwd: site, stdio: 'inherit' });
cpSync(join(repository, 'apps/topicmill/dist/bundle/site'), join(site, 'docs'), { recursive: true });
