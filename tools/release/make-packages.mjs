/** `npm run packages`: builds, and makes of each public package the folder that is packed and published. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makePackage } from './make-package.mjs';
import { PUBLIC_PACKAGES } from './public-packages.mjs';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

const manifests = ['packages', 'apps']
  .flatMap((room) => readdirSync(join(REPOSITORY, room)).map((name) => join(REPOSITORY, room, name, 'package.json')))
  .map((file) => JSON.parse(readFileSync(file, 'utf8')));
const optional = Object.assign({}, ...manifests.map(({ optionalDependencies }) => optionalDependencies));
const versions = Object.assign({}, ...manifests.map(({ dependencies }) => dependencies), optional);

for (const described of PUBLIC_PACKAGES) {
  const dependencies = { versions, optional: new Set(Object.keys(optional)) };
  await makePackage(REPOSITORY, described, dependencies, originOf(described.directory, process.env));
}

/** npm proves where a package was built only if its package file names the repository. */
function originOf(directory, { GITHUB_SERVER_URL, GITHUB_REPOSITORY }) {
  if (GITHUB_REPOSITORY === undefined) return {};
  return { repository: { type: 'git', url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`, directory } };
}
