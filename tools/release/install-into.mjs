/**
 * `npm run install-into -- ../my-docs`: packs `topicmill`, and `@topicmill/nx` where there is a package.json, from this
 * checkout, and installs them in another repository, as an installation from a registry would. Names after the folder choose
 * other packages: `npm run install-into -- ../my-docs artifact-store paginate`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PUBLIC_PACKAGES } from './public-packages.mjs';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const PACKED = join(REPOSITORY, 'tools/release/dist/packed');

const [argument, ...chosen] = process.argv.slice(2);
if (argument === undefined) stop('Name the folder of the repository: npm run install-into -- ../my-docs');
// npm runs this in the checkout, wherever it was called.
const target = resolve(process.env.INIT_CWD ?? '.', argument);
if (!statSync(target, { throwIfNoEntry: false })?.isDirectory()) stop(`${target} is not a folder.`);

const hasPackage = existsSync(join(target, 'package.json'));
const packages = chosen.length > 0 ? chosen : hasPackage ? ['topicmill', 'nx'] : ['topicmill'];
const known = PUBLIC_PACKAGES.map(({ directory }) => basename(directory).replace('nx-plugin', 'nx'));
const unknown = packages.find((name) => !known.includes(name));
if (unknown !== undefined) stop(`There is no package ${unknown}. Packages: ${known.join(', ')}.`);
if (!existsSync(join(REPOSITORY, 'node_modules'))) stop(`Run \`npm ci\` in ${REPOSITORY} first.`);
npm(REPOSITORY, ['run', '-s', 'packages']);
mkdirSync(PACKED, { recursive: true });
const folders = packages.map((name) => join(REPOSITORY, 'tools/release/dist', name));
const report = npm(REPOSITORY, ['pack', '--json', '--ignore-scripts', '--pack-destination', PACKED, ...folders]);
const files = Object.values(JSON.parse(report)).map(({ filename }) => join(PACKED, filename));

const quiet = ['--no-audit', '--no-fund'];
if (hasPackage) {
  npm(target, ['install', '--save-dev', ...quiet, ...files]);
} else {
  npm(target, ['install', '--prefix', target, '--no-save', '--no-package-lock', ...quiet, ...files]);
  // Nobody asked for a package.json, so nobody ignores what npm has installed.
  writeFileSync(join(target, 'node_modules/.gitignore'), '*\n');
}
if (chosen.length > 0) {
  process.stdout.write(`Installed in ${target}: ${chosen.join(', ')}.\n`);
  process.exit();
}
process.stdout.write(`Installed in ${target}. Run there:

  npx topicmill init
${hasPackage ? '  npm install\n  npx nx run-many -t index' : '  npx topicmill build'}
  npx topicmill query "how do I …"
  npx topicmill serve
`);

function npm(cwd, args) {
  const { status, stdout } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
    // What npm was told for this call is no setting of the calls within it.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|INIT_CWD$)/i.test(name))),
  });
  if (status !== 0) stop(`npm ${args[0]} failed in ${cwd}.`);
  return stdout;
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
