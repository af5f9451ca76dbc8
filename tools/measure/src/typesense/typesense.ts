import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { existingFolder } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { tableCommand } from '../table-command.js';
import { type ApiSchema, readApiSchema } from './api-schema.js';
import { brokenExports } from './broken-exports.js';
import { ownExports, type TypesenseExport } from './own-exports.js';
import { TypesenseValidator } from './typesense-validator.js';

interface TypesenseOptions {
  readonly source: string;
  readonly api: string;
}

/** A long page of our docs: there is no book in the repository. */
const DEFAULT_BOOK = 'docs/reference/formats/golden-reference.md';

const ACCEPTED = 'accepted';

/** Checks our exports for Typesense with its own validators; fails for one that is refused, and for a check that takes all. */
export const typesense = tableCommand<TypesenseOptions>(
  {
    name: 'npm run verify:typesense --',
    description:
      'Checks collections and documents that we export with the API specification of Typesense and with its own validator, which it compiles with g++.',
    examples: [
      ['npm run verify:typesense -- --source typesense --api typesense-api-spec', 'a page as a book, and our docs'],
      ['npm run verify:typesense -- --source typesense --api typesense-api-spec book.txt', 'a book of yours'],
    ],
  },
  (program) =>
    program
      .requiredOption('--source <folder>', 'checkout of github.com/typesense/typesense', existingFolder)
      .requiredOption('--api <folder>', 'checkout of github.com/typesense/typesense-api-spec', existingFolder)
      .argument('[books...]', 'books in markdown or plain text'),
  async function* ({ source, api }, { io, log }, books) {
    const folder = mkdtempSync(join(tmpdir(), 'typesense-'));
    try {
      const schema = readApiSchema(api);
      const compiled = join(folder, 'compiled');
      mkdirSync(compiled);
      log('compiling …\n');
      const validator = TypesenseValidator.compile(source, compiled);
      const given = books.length > 0 ? books : [DEFAULT_BOOK];
      const exports = [
        ...ownExports(
          given.map((book) => resolve(io.cwd, book)),
          folder,
        ),
      ];
      const taken = exports.map((each) => ({ name: each.name, ...answersTo(each, schema, validator) }));
      yield {
        title: `Our exports, checked by Typesense at ${commitOf(source)}, API ${schema.version}`,
        notes: ['No value is coerced: what a server would turn into another type is refused here.'],
        columns: ['documents', 'API', 'Typesense'],
        rows: taken.map(({ name, documents, faults }) => ({
          name,
          values: [documents, faults.api ?? ACCEPTED, faults.typesense ?? ACCEPTED],
        })),
      };
      const broken = brokenExports(exports[0]!).map((each) => {
        const { faults } = answersTo(each, schema, validator);
        return { name: each.name, fault: faults[each.refusedBy], by: each.refusedBy };
      });
      yield {
        title: `The first of them with one fault each`,
        notes: [],
        columns: ['by', 'refused with'],
        rows: broken.map(({ name, by, fault }) => ({ name, values: [by, fault ?? 'nothing'] })),
      };
      const refused = taken.filter(({ faults }) => faults.api !== undefined || faults.typesense !== undefined).length;
      const missed = broken.filter(({ fault }) => fault === undefined).length;
      if (refused + missed > 0) {
        throw new TopicmillError(
          'RECORD_INVALID',
          `${refused} exports are refused, ${missed} faults are not noticed.`,
          {
            remedy: 'The tables say which.',
          },
        );
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

/** The first fault that each of the two finds. */
interface Faults {
  readonly api?: string;
  readonly typesense?: string;
}

function answersTo(
  { collection, documents }: TypesenseExport,
  schema: ApiSchema,
  validator: TypesenseValidator,
): { documents: number; faults: Faults } {
  const [api] = schema.collectionFaults(collection);
  const answer = validator.validate(collection, documents);
  if ('documents' in answer) return { documents: answer.documents, faults: api === undefined ? {} : { api } };
  const place = answer.line === undefined ? '' : `line ${answer.line}: `;
  return { documents: 0, faults: { ...(api === undefined ? {} : { api }), typesense: `${place}${answer.fault}` } };
}

/** The commit of a checkout; the name of the folder if it is not one. */
function commitOf(checkout: string): string {
  const { stdout, status } = spawnSync('git', ['-C', checkout, 'rev-parse', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : checkout;
}
