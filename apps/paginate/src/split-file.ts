import { resolve } from 'node:path';
import type { CommandIo } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { llmSummaries, type PublishedDocument, publishDocument } from '@topicmill/pages/page-store';
import type { Summarize } from '@topicmill/pages/pagination';

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
  readonly summaries: 'extractive' | 'llm';
  readonly model?: string;
  readonly answers: string;
}

/**
 * Splits one document as the options of the command ask, and publishes its pages unless it is a dry run.
 *
 * @throws TopicmillError as `publishDocument` does; `INVALID_OPTION` for options that are missing
 */
export async function splitFile(source: string, options: SplitOptions, io: CommandIo): Promise<PublishedDocument> {
  const baseUrl = address(needed(options.baseUrl, '--base-url', 'the address of the document'));
  const isDryRun = options.dryRun === true;
  const out = isDryRun ? (options.out ?? '') : needed(options.out, '--out', 'the folder for the pages');
  const { counterFile } = options;
  return publishDocument({
    source: resolve(io.cwd, source),
    displaySource: source,
    outFolder: resolve(io.cwd, out),
    displayOutFolder: out,
    baseUrl,
    limits: {
      maxTokens: options.context - options.buffer,
      overlapTokens: options.overlap,
      allowsOversize: options.oversize === 'allow',
    },
    tokenizer: options.tokenizer,
    ids:
      options.ids === 'counter'
        ? { form: 'counter', path: resolve(io.cwd, counterFile), displayPath: counterFile }
        : { form: options.ids },
    htmlLanguage: options.html === true ? options.lang : undefined,
    isDryRun,
    summarize: options.summaries === 'llm' ? summariesOf(options, io) : undefined,
  });
}

function summariesOf(options: SplitOptions, io: CommandIo): Summarize {
  const model = needed(options.model, '--model', 'the model that writes summaries');
  return llmSummaries(model, resolve(io.cwd, options.answers), { env: io.env });
}

/** The ids of the JSON-LD are addresses below this one. */
function address(value: string): string {
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value;
  throw new TopicmillError('INVALID_OPTION', `--base-url ${JSON.stringify(value)} is no address.`, {
    remedy: 'Give one such as https://example.com/guide.',
  });
}

function needed(value: string | undefined, option: string, what: string): string {
  if (value !== undefined && value !== '') return value;
  throw new TopicmillError('INVALID_OPTION', `${option} is missing.`, { remedy: `Name ${what} with ${option}.` });
}
