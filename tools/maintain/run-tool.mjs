/**
 * Compiles a tool and runs it: `node tools/maintain/run-tool.mjs tools/measure/dist/main.js bench`. What the compiler says goes to
 * stderr, so that stdout has the result alone.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [node, , main, ...args] = process.argv;
const [project] = main.split('/dist/');
const compiler = fileURLToPath(new URL('../../node_modules/@typescript/native/bin/tsc', import.meta.url));
const { status } = spawnSync(node, [compiler, '-b', project], { stdio: ['ignore', 2, 2] });
if (status === 0) {
  process.argv = [node, resolve(main), ...args];
  await import(pathToFileURL(main));
} else {
  process.stderr.write(`Not run: ${project} does not compile. Fix what the compiler reports above, and try again.\n`);
  process.exitCode = 1;
}
