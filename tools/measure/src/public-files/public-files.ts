import { existingFolder } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { tableCommand } from '../table-command.js';
import { publicDocuments } from './public-documents.js';
import { type Counters, type Verified, verifySemantic, verifyStructural, verifyTwoTier } from './verify-chunks.js';

interface PublicFilesOptions {
  readonly files: string;
  readonly limit: string;
}

const VERIFIERS = { semantic: verifySemantic, structural: verifyStructural, 'two-tier': verifyTwoTier };
const SHOWN_VIOLATIONS = 20;

/** Verifies chunks of public documents; fails with the first violations. */
export const publicFiles = tableCommand<PublicFilesOptions>(
  {
    name: 'npm run verify:public --',
    description: 'Chunks public markdown by every strategy and checks ids, links, ranges, limits and counts.',
    examples: [
      ['npm run verify:public', 'readmes and docs of the installed packages'],
      ['npm run verify:public -- --files <folder>', 'docs repositories below a folder'],
    ],
  },
  (program) =>
    program
      .option('--files <folder>', 'folder of markdown at any depth', existingFolder, 'node_modules')
      .option('--limit <number>', 'how many documents at most', '5000'),
  async function* measure({ files, limit }, { log }) {
    const counters: Counters = {
      words: await loadTokenCounter('words'),
      cl100k: await loadTokenCounter('cl100k_base'),
      wordpiece: await loadTokenCounter('wordpiece-fitted'),
    };
    const totals = new Map(Object.keys(VERIFIERS).map((name) => [name, { chunks: 0, violations: 0 }]));
    const violations: string[] = [];
    let documentCount = 0;
    for (const document of publicDocuments(files)) {
      if (documentCount >= Number(limit)) break;
      documentCount++;
      for (const [name, verify] of Object.entries(VERIFIERS)) {
        const found = verified(() => verify(document, counters));
        const total = totals.get(name)!;
        total.chunks += found.chunkCount;
        total.violations += found.violations.length;
        violations.push(...found.violations.map((violation) => `${document.path}: ${name}: ${violation}`));
      }
    }
    for (const violation of violations.slice(0, SHOWN_VIOLATIONS)) log(`${violation}\n`);
    yield {
      title: `${documentCount} documents below ${files}`,
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

/** A document without text is refused by some strategies; anything else that is thrown is a violation. */
function verified(verify: () => Verified): Verified {
  try {
    return verify();
  } catch (error) {
    if (error instanceof TopicmillError && error.code === 'EMPTY_DOCUMENT') return { chunkCount: 0, violations: [] };
    return { chunkCount: 0, violations: [`it throws ${String(error)}`] };
  }
}
