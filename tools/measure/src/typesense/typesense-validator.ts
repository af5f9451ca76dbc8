import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TopicmillError } from '@topicmill/base/diagnostics';
import * as z from 'zod';

/** The program around Typesense's files, and stubs of the headers that they name and that decide nothing here. */
const OWN = fileURLToPath(new URL('../../typesense/', import.meta.url));

/** What is compiled of Typesense: how it reads fields and documents, and the headers that this needs. */
const SOURCES = ['field.cpp', 'validator.cpp'];
const HEADERS = [
  'field.h',
  'json.hpp',
  'logger.h',
  'magic_enum.hpp',
  'option.h',
  'sparsepp.h',
  'string_utils.h',
  'tsl',
  'validator.h',
  'vector_query_ops.h',
  'wyhash_v5.h',
];

const answerSchema = z.union([
  z.strictObject({ documents: z.number() }),
  z.strictObject({ fault: z.string(), line: z.number().optional() }),
]);

/** The number of documents that are taken, or the first fault, with the line of its document unless it is the collection's. */
export type TypesenseAnswer = z.infer<typeof answerSchema>;

/** Typesense's own check of a collection and of documents, compiled. */
export class TypesenseValidator {
  private constructor(private readonly folder: string) {}

  /**
   * Compiles it with `g++`, which takes half a minute.
   *
   * @param checkout of typesense/typesense
   * @param folder an empty one, to compile in
   * @throws TopicmillError `INVALID_OPTION` for a checkout that lacks a file, without a compiler, or if
   *   it fails
   */
  static compile(checkout: string, folder: string): TypesenseValidator {
    for (const path of [...SOURCES.map((name) => `src/${name}`), ...HEADERS.map((name) => `include/${name}`)]) {
      const file = join(checkout, path);
      if (!existsSync(file)) {
        throw new TopicmillError('INVALID_OPTION', `${file} does not exist.`, {
          remedy: 'Name a checkout of typesense/typesense.',
        });
      }
      // Copied: next to a file of Typesense, the compiler would find its other headers before the stubs.
      cpSync(file, join(folder, path.slice(path.indexOf('/') + 1)), { recursive: true });
    }
    cpSync(join(OWN, 'validate.cpp'), join(folder, 'validate.cpp'));
    const inputs = ['validate.cpp', ...SOURCES];
    const args = ['-std=c++17', '-w', '-I.', `-I${join(OWN, 'stubs')}`, ...inputs, '-o', 'validate'];
    const { error, status, stderr } = spawnSync('g++', args, { cwd: folder, encoding: 'utf8' });
    if (error !== undefined || status !== 0) {
      throw new TopicmillError(
        'INVALID_OPTION',
        `g++ does not compile it: ${error?.message ?? stderr.slice(0, 2000)}`,
        {
          remedy: 'Install g++; if another version of Typesense needs more headers, add their stubs.',
        },
      );
    }
    mkdirSync(join(folder, 'given'));
    return new TypesenseValidator(folder);
  }

  /** @param documents lines of JSON, as its import takes them; no value is turned into another type */
  validate(collection: unknown, documents: string): TypesenseAnswer {
    const files = { 'given/collection.json': JSON.stringify(collection), 'given/documents.jsonl': documents };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
    const { status, stdout, stderr, error } = spawnSync(join(this.folder, 'validate'), Object.keys(files), {
      cwd: this.folder,
      encoding: 'utf8',
    });
    if (status === 0) return answerSchema.parse(JSON.parse(stdout));
    // An exception that Typesense does not catch either, as for a collection without `fields`.
    return { fault: `it ends: ${(error?.message ?? stderr.trim()) || `status ${status}`}` };
  }
}
