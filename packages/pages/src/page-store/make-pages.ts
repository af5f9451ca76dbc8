import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TopicmillError, throwFaults } from '@topicmill/base/diagnostics';
import { type DocumentFile, readTextIfExists, sha256Hex, writeFileIfChanged } from '@topicmill/base/files';
import { createTextGenerator, type GeneratorSettings, keepAnswers } from '@topicmill/embedding/llm-infrastructure';
import { type DialectName, dialectOf } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { v7 } from 'uuid';
import {
  countedIds,
  createdIds,
  formatPagesManifest,
  modelSummaries,
  numberedIds,
  PAGES_MANIFEST,
  type PageIds,
  type PageLimits,
  type PageSet,
  type PagesManifest,
  pagesHtml,
  pagesManifest,
  type Summarize,
  splitDocument,
} from '../pagination/index.js';
import { formatChecksum, PAGES_CHECKSUM } from './verify-page-set.js';
import { withLock } from './with-lock.js';

/** A document, and how it is split into pages. */
interface MakePagesInput {
  readonly document: DocumentFile;
  /** Path that errors name; its last part is the source in the manifest. */
  readonly displayPath: string;
  /** Address of the document. */
  readonly baseUrl: string;
  readonly limits: PageLimits;
  /** Name of the token counter. */
  readonly tokenizer: string;
  readonly ids: IdForm;
  /** Language of the HTML pages; without it no HTML is written. */
  readonly htmlLanguage?: string | undefined;
  /** What the document is written in; a file `.mdx` is MDX without it too. Default: none. */
  readonly dialect?: DialectName | undefined;
  /** Default: extractive, without a model. */
  readonly summarize?: Summarize | undefined;
}

/** A set of pages that is not yet on disk. */
export interface MadePages {
  readonly manifest: PagesManifest;
  /** By name; the manifest and its checksum last. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Splits one document into pages.
 *
 * @throws TopicmillError for a document that cannot be split, and for invalid options
 */
export async function makePages(input: MakePagesInput): Promise<MadePages> {
  const { document, displayPath, htmlLanguage, summarize } = input;
  const dialect = dialectOf(input.dialect ?? 'none', displayPath);
  const counter = await loadTokenCounter(input.tokenizer);
  const set = await splitWithIds(input.ids, (ids) =>
    splitDocument({
      text: document.text,
      file: displayPath,
      baseUrl: input.baseUrl,
      limits: input.limits,
      counter,
      sha256: sha256Hex,
      dialect,
      ids,
      ...(summarize === undefined ? {} : { summarize }),
    }),
  );
  throwFaults(set.diagnostics);
  const html =
    htmlLanguage === undefined
      ? new Map()
      : pagesHtml(set.pages, { language: htmlLanguage, file: displayPath, dialect });
  const manifest = pagesManifest({ ...set, sourceSha256: sha256Hex(document.bytes), html, sha256: sha256Hex });
  return { manifest, files: filesOf(set, manifest, html) };
}

function filesOf(set: PageSet, manifest: PagesManifest, html: ReadonlyMap<string, string>): Map<string, string> {
  const text = formatPagesManifest(manifest);
  return new Map([
    ...set.pages.map((page): [string, string] => [`${page.token.id}.md`, page.text]),
    ...[...html].map(([id, page]): [string, string] => [`${id}.html`, page]),
    [PAGES_MANIFEST, text],
    [PAGES_CHECKSUM, formatChecksum(text)],
  ]);
}

/**
 * The ids of pages: `chunk-001`; UUIDs of version 7; or numbers that continue the counter in the file at `path`, which
 * all documents of a repository share.
 *
 * `usedCount`: numbers already used by other documents of the same run; default 0.
 */
export type IdForm =
  | { readonly form: 'chunk'; readonly usedCount?: number }
  | { readonly form: 'uuidv7' }
  | { readonly form: 'counter'; readonly path: string; readonly displayPath: string };

/**
 * Splits with ids of a form. The numbers of a counter are taken permanently after the split; if another process has taken
 * them in the meantime, the split is repeated.
 *
 * @throws TopicmillError `INVALID_OPTION` when the counter file does not contain a number; `LOCK_HELD`; whatever `split` throws
 */
export async function splitWithIds(ids: IdForm, split: (ids: PageIds) => Promise<PageSet>): Promise<PageSet> {
  if (ids.form === 'chunk') return split(numberedIds(ids.usedCount));
  if (ids.form === 'uuidv7') return split(createdIds(v7));
  const file = counterFile(ids.path, ids.displayPath);
  for (;;) {
    const lastNumber = file.read();
    const set = await split(countedIds(lastNumber));
    if (file.advance(lastNumber, set.pages.length)) return set;
  }
}

/** The file with the number assigned last. */
function counterFile(path: string, displayPath: string) {
  const read = (): number => {
    const text = readTextIfExists(path, displayPath)?.trim() ?? '0';
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw new TopicmillError('INVALID_OPTION', 'The counter file does not contain a number.', {
      file: displayPath,
      remedy: 'Write the number of the last page to it.',
    });
  };
  return {
    read,
    /** Takes the numbers after `lastNumber`; false when another process has taken them. */
    advance: (lastNumber: number, count: number): boolean => {
      if (!existsSync(dirname(path))) writeFileIfChanged(path, `${lastNumber}\n`, displayPath);
      const lockOf = (file: string): string => join(dirname(file), `.${basename(file)}.lock`);
      const take = (): boolean => {
        if (read() !== lastNumber) return false;
        writeFileIfChanged(path, `${lastNumber + count}\n`, displayPath);
        return true;
      };
      return withLock(lockOf(path), take, lockOf(displayPath));
    },
  };
}

/**
 * Summaries by a language model, cached by model and content: an unchanged page causes no request.
 *
 * @param model `openai:<model>` or `ollama:<model>`; a bare name is an OpenAI model
 * @param answersFolder cache of the model's answers
 * @param displayFolder path of the cache that errors name
 * @throws TopicmillError `GENERATOR_UNKNOWN`, `GENERATOR_UNREACHABLE`
 */
export function llmSummaries(
  model: string,
  answersFolder: string,
  displayFolder: string,
  settings: GeneratorSettings,
): Summarize {
  return modelSummaries(keepAnswers(createTextGenerator(model, settings), answersFolder, displayFolder));
}
