import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TopicmillError } from '@topicmill/base/diagnostics';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** A collection and its documents, as one of our commands wrote them. */
export interface TypesenseExport {
  readonly name: string;
  readonly collection: unknown;
  /** Lines of JSON. */
  readonly documents: string;
}

/**
 * Writes the exports of books and of our own docs by the commands that users call.
 *
 * @param folder an empty one
 * @throws TopicmillError `INVALID_OPTION` for a command that fails
 */
export function* ownExports(books: readonly string[], folder: string): Generator<TypesenseExport> {
  for (const [i, book] of books.entries()) {
    const out = join(folder, `book-${i}`);
    run('chunking-tool', [book, '--strategy', 'two-tier', '--out', out]);
    yield {
      name: `two-tier of ${basename(book)}`,
      collection: JSON.parse(readFileSync(join(out, 'typesense-schema.json'), 'utf8')),
      documents: ['sections.jsonl', 'snippets.jsonl'].map((name) => readFileSync(join(out, name), 'utf8')).join(''),
    };
  }
  for (const options of [[], ['--no-vectors']]) {
    const out = join(folder, `docs${options.length}`);
    mkdirSync(out);
    run('topicmill', ['export', 'typesense', '--out', out, ...options]);
    yield {
      name: `export of our docs${options.length > 0 ? ' without vectors' : ''}`,
      collection: JSON.parse(readFileSync(join(out, 'typesense.collection.json'), 'utf8')),
      documents: readFileSync(join(out, 'typesense.jsonl'), 'utf8'),
    };
  }
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, `apps/${command}/bin/${command}.js`), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status === 0) return;
  throw new TopicmillError('INVALID_OPTION', `${command} ${args.join(' ')} fails: ${stderr}`, {
    remedy: 'Run it by itself; `npm run build` compiles it.',
  });
}
