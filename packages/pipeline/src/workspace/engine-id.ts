import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STRATEGIES } from '@topicmill/chunking/strategies';
import { HIDDEN_TEXT_VERSION } from '@topicmill/text/hidden-text/hidden-text-version';
import { TOPIC_SPEC_VERSION } from '@topicmill/topics/formats/topic-spec-version';
import { TERMS_VERSION } from '@topicmill/topics/keywords/terms-version';
import { PIPELINE_VERSION } from './pipeline-version.js';

let cached: string | undefined;

/**
 * Names the code of the steps: the release with the versions of what the chunking strategies make, of the terms that
 * texts have, of topic-spec.md and of the rules for hidden text, and in a checkout of Topicmill itself a hash of the
 * compiled packages too, so that a change to a step makes its results anew.
 */
export function engineId(): string {
  cached ??= readEngineId(dirname(fileURLToPath(import.meta.url)));
  return cached;
}

function readEngineId(codeDirectory: string): string {
  const compiledDirectory = dirname(codeDirectory);
  const packageDirectory = dirname(compiledDirectory);
  const strategies = STRATEGIES.map(({ version }) => version).join('.');
  const others = `terms.${TERMS_VERSION}-spec.${TOPIC_SPEC_VERSION}-hidden.${HIDDEN_TEXT_VERSION}`;
  const release = `${PIPELINE_VERSION}-chunks.${strategies}-${others}`;
  if (packageDirectory.split(sep).includes('node_modules')) return release;
  return `${release}+${hashOfPackages(dirname(packageDirectory), basename(compiledDirectory))}`;
}

function hashOfPackages(packagesDirectory: string, codeFolder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(packagesDirectory).sort()) {
    const directory = join(packagesDirectory, name, codeFolder);
    for (const file of codeFiles(directory)) hash.update(`${name}/${file}`).update(readFileSync(join(directory, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

function codeFiles(directory: string): string[] {
  try {
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.(?:js|ts)$/.test(file) && !file.endsWith('.d.ts'),
    );
    return files.sort();
  } catch {
    return [];
  }
}
