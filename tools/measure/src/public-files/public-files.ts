import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existingFolder } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { loadTokenCounter, loadTokenLocator } from '@topicmill/text/tokens';
import { installLockedPackages } from '../install-locked-packages.js';
import { tableCommand } from '../table-command.js';
import { type PublicDocument, publicDocuments } from './public-documents.js';
import { verified } from './verified.js';
import { verifyArtifact } from './verify-artifact.js';
import { type Verified, verifySemantic, verifyStructural, verifyTwoTier } from './verify-chunks.js';
import { verifyPages } from './verify-pages.js';

interface PublicFilesOptions {
  readonly files?: string;
  readonly limit: string;
}

type Verifier = (document: PublicDocument) => Verified | Promise<Verified>;

/** Packages that consist of docs: those that the repository installs have fewer than a thousand pages. */
const DOCS_PACKAGES = new URL('../../public-docs/', import.meta.url);
const SHOWN_VIOLATIONS = 20;

/** Verifies chunks of public documents; fails with the first violations. */
export const publicFiles = tableCommand<PublicFilesOptions>(
  {
    name: 'npm run verify:public --',
    description:
      'Makes chunks, artifacts and pages of public markdown and checks ids, links, ranges, limits, counts and hashes.',
    examples: [
      ['npm run verify:public', 'readmes and docs of npm packages, more than 1,000'],
      ['npm run verify:public -- --files <folder>', 'docs repositories below a folder'],
    ],
  },
  (program) =>
    program
      .option(
        '--files <folder>',
        'folder of markdown at any depth (default: the installed packages, and some that are fetched)',
        existingFolder,
      )
      .option('--limit <number>', 'how many documents at most', '5000'),
  async function* measure({ files, limit }, { log }) {
    const folders = files === undefined ? packageFolders(log) : [files];
    const verifiers = Object.entries(await verifiersByName());
    const totals = new Map(verifiers.map(([name]) => [name, { chunks: 0, violations: 0 }]));
    const violations: string[] = [];
    let documentCount = 0;
    for (const document of publicDocuments(folders)) {
      if (documentCount >= Number(limit)) break;
      documentCount++;
      for (const [name, verify] of verifiers) {
        const found = await verified(() => verify(document));
        const total = totals.get(name)!;
        total.chunks += found.chunkCount;
        total.violations += found.violations.length;
        violations.push(...found.violations.map((violation) => `${document.path}: ${name}: ${violation}`));
      }
    }
    for (const violation of violations.slice(0, SHOWN_VIOLATIONS)) log(`${violation}\n`);
    yield {
      title: `${documentCount} documents below ${folders.join(' and ')}`,
      notes: [],
      columns: ['chunks', 'violations'],
      rows: [...totals].map(([name, { chunks, violations: count }]) => ({ name, values: [chunks, count] })),
    };
    if (violations.length > 0) {
      throw new TopicmillError('RECORD_INVALID', `There are ${violations.length} violations.`, {
        remedy: 'Each is a defect of the chunker: reduce the document to the lines that show it.',
      });
    }
  },
);

function packageFolders(log: (message: string) => void): string[] {
  const fetched = installLockedPackages(DOCS_PACKAGES, log) ? [relative('.', fileURLToPath(DOCS_PACKAGES))] : [];
  return ['.', ...fetched].map((folder) => join(folder, 'node_modules'));
}

async function verifiersByName(): Promise<Readonly<Record<string, Verifier>>> {
  const cl100k = await loadTokenLocator('cl100k_base');
  const counters = {
    words: await loadTokenCounter('words'),
    cl100k,
    wordpiece: await loadTokenCounter('wordpiece-fitted'),
  };
  return {
    semantic: (document) => verifySemantic(document, counters),
    structural: (document) => verifyStructural(document, counters),
    'two-tier': (document) => verifyTwoTier(document, counters),
    'artifact at headings': ({ text }) => verifyArtifact(text, 'markdown', cl100k, false),
    'artifact in windows': ({ text }) => verifyArtifact(text, 'text', cl100k, false),
    pages: (document) => verifyPages(document, cl100k),
  };
}
