#!/usr/bin/env node
import { statSync } from 'node:fs';

const { main } = await import(isBundleCurrent() ? '../dist/bundle/main.js' : '../dist/main.js');
process.exitCode = await main(process.argv.slice(2));

/** In a checkout the compiler may have run since the bundle was made; what is installed has no such files. */
function isBundleCurrent() {
  const bundled = writtenAt('../dist/bundle/main.js');
  const rooms = ['base', 'text', 'chunking', 'topics', 'embedding', 'search', 'pages', 'pipeline', 'serve'];
  const compiled = ['..', ...rooms.map((room) => `../../../packages/${room}`)];
  return bundled !== undefined && compiled.every((path) => (writtenAt(`${path}/dist/.tsbuildinfo`) ?? 0) <= bundled);
}

function writtenAt(path) {
  return statSync(new URL(path, import.meta.url), { throwIfNoEntry: false })?.mtimeMs;
}
