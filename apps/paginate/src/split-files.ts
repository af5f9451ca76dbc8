import { dirname, join, resolve, sep } from 'node:path';
import type { CommandIo } from '@topicmill/base/cli';
import { type Diagnostic, diagnosticsOf, TopicmillError, throwFaults } from '@topicmill/base/diagnostics';
import { readDocument, relativePath } from '@topicmill/base/files';
import { type IdForm, llmSummaries, type MadePages, makePages, PageStore } from '@topicmill/pages/page-store';
import type { PagesManifest, Summarize } from '@topicmill/pages/pagination';
import type { DialectName } from '@topicmill/text/markdown';

export interface SplitOptions {
  readonly out?: string;
  readonly baseUrl?: string;
  readonly context: number;
  readonly buffer: number;
  readonly overlap: number;
  readonly tokenizer: string;
  readonly ids: 'chunk' | 'uuidv7' | 'counter';
  readonly counterFile: string;
  readonly oversize: 'error' | 'allow';
  readonly html?: true;
  readonly dryRun?: true;
  readonly lang: string;
  readonly dialect: DialectName;
  readonly summaries: 'extractive' | 'llm';
  readonly model?: string;
  readonly answers: string;
}

/** A document that was split. */
export interface SplitDocument {
  readonly source: string;
  /** Folder of its pages, as given on the command line; '' in a dry run without `--out`. */
  readonly folder: string;
  readonly manifest: PagesManifest;
  /** Whether another set, or none, was current before; false in a dry run. */
  readonly isNew: boolean;
}

/**
 * Splits documents as the options request, and publishes their pages unless it is a dry run. One document is published
 * to `--out`; several to a folder each in `--out`, named by their paths below their common folder. Ids are unique over
 * all of them.
 *
 * @throws FaultsError with the faults of all documents; nothing is published then. TopicmillError `INVALID_OPTION` for
 *   missing options and for documents that would have the same folder
 */
export async function splitFiles(
  sources: readonly string[],
  options: SplitOptions,
  io: CommandIo,
): Promise<SplitDocument[]> {
  const baseUrl = address(required(options.baseUrl, '--base-url', 'the address of the document'));
  const isDryRun = options.dryRun === true;
  const out = isDryRun ? (options.out ?? '') : required(options.out, '--out', 'the folder for the pages');
  const summarize = !isDryRun && options.summaries === 'llm' ? createSummarizer(options, io) : undefined;
  const names = documentNames(sources.map((source) => resolve(io.cwd, source)));
  const faults: Diagnostic[] = [];
  const made: { source: string; folder: string; pages: MadePages }[] = [];
  let usedCount = 0;
  for (const [index, source] of sources.entries()) {
    const name = names[index]!;
    const url = name === '' ? baseUrl : `${baseUrl.replace(/(?<!\/)\/+$/, '')}/${encodeURIComponent(name)}`;
    try {
      const pages = await makePages({
        document: readDocument(resolve(io.cwd, source), source),
        displayPath: source,
        baseUrl: url,
        limits: {
          maxTokens: options.context - options.buffer,
          overlapTokens: options.overlap,
          allowsOversize: options.oversize === 'allow',
        },
        tokenizer: options.tokenizer,
        ids: isDryRun ? { form: 'chunk', usedCount } : idForm(options, usedCount, io),
        htmlLanguage: options.html === true ? options.lang : undefined,
        dialect: options.dialect,
        summarize,
      });
      usedCount += pages.manifest.chunks.length;
      made.push({ source, folder: name === '' ? out : join(out, name), pages });
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError) || thrown.code === 'INVALID_OPTION') throw thrown;
      faults.push(...diagnosticsOf(thrown));
    }
  }
  throwFaults(faults);
  return made.map(({ source, folder, pages: { manifest, files } }) => ({
    source,
    folder,
    manifest,
    isNew: !isDryRun && new PageStore(resolve(io.cwd, folder), folder).publish(manifest.set, files),
  }));
}

/**
 * Names of the documents' folders in the output folder: their paths below their common folder without the extension,
 * joined by `-`. A single document has no folder of its own: ''.
 */
function documentNames(paths: readonly string[]): string[] {
  if (paths.length === 1) return [''];
  let common = dirname(paths[0]!);
  while (!paths.every((path) => path.startsWith(common.endsWith(sep) ? common : common + sep)))
    common = dirname(common);
  const names = paths.map((path) =>
    relativePath(common, path)
      .replaceAll('/', '-')
      .replace(/\.[^.]+$/, ''),
  );
  // The sets of `name` are in `name.d`.
  const twice = names.find((name, index) => names.indexOf(name) < index || names.includes(`${name}.d`));
  if (twice === undefined) return names;
  throw new TopicmillError('INVALID_OPTION', `Two documents would have their pages in the same folder, ${twice}.`, {
    remedy: 'Rename one of them, or split them in separate runs.',
  });
}

function idForm({ ids, counterFile }: SplitOptions, usedCount: number, io: CommandIo): IdForm {
  if (ids === 'chunk') return { form: 'chunk', usedCount };
  if (ids === 'uuidv7') return { form: 'uuidv7' };
  return { form: 'counter', path: resolve(io.cwd, counterFile), displayPath: counterFile };
}

function createSummarizer(options: SplitOptions, io: CommandIo): Summarize {
  const model = required(options.model, '--model', 'the model that writes summaries');
  return llmSummaries(model, resolve(io.cwd, options.answers), options.answers, { env: io.env });
}

/** The ids of the JSON-LD are addresses below this one. */
function address(value: string): string {
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new TopicmillError('INVALID_OPTION', `--base-url ${JSON.stringify(value)} is not an address.`, {
    remedy: 'Give an address such as https://example.com/guide.',
  });
}

function required(value: string | undefined, option: string, what: string): string {
  if (value !== undefined && value !== '') return value;
  throw new TopicmillError('INVALID_OPTION', `${option} is missing.`, { remedy: `Give ${what} with ${option}.` });
}
