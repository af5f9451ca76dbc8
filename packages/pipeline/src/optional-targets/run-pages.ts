import { TopicmillError } from '@topicmill/base/diagnostics';
import { makePages } from '@topicmill/pages/page-store';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { CONFIG_FILE, type StepInputs, type StepResult } from '../runner/index.js';
import { dialectNameOf } from '../sources/index.js';
import { PAGES_DIRECTORY } from './target-files.js';

/**
 * Cuts the reference of a topic into pages.
 *
 * @throws TopicmillError `CONFIG_INVALID` without an address for the pages, and what `makePages` throws
 */
export async function runPages(inputs: StepInputs): Promise<StepResult> {
  const { page } = inputs.folder;
  const { context, buffer, overlap, tokenizer, oversize, html, lang } = inputs.config.pages;
  const made = await makePages({
    document: inputs.required(REFERENCE_FILE),
    displayPath: inputs.displayPath(REFERENCE_FILE),
    baseUrl: `${pagesAddress(inputs.config)}/${inputs.folder.id}`,
    limits: { maxTokens: context - buffer, overlapTokens: overlap, allowsOversize: oversize === 'allow' },
    tokenizer,
    dialect: page === undefined ? undefined : dialectNameOf(page),
    ids: { form: 'chunk' },
    htmlLanguage: html ? lang : undefined,
  });
  const files = [...made.files].map(([name, text]): [string, string] => [`${PAGES_DIRECTORY}/${name}`, text]);
  return { files: new Map(files), diagnostics: [] };
}

function pagesAddress({ pages, baseHref }: StepInputs['config']): string {
  const address = pages.baseUrl ?? (baseHref?.startsWith('http') ? baseHref : undefined);
  if (address !== undefined) return address.replace(/(?<!\/)\/+$/, '');
  throw new TopicmillError('CONFIG_INVALID', 'The target "pages" has no base URL for the metadata of its pages.', {
    file: CONFIG_FILE,
    remedy: 'Give pages.baseUrl, such as https://example.com/docs.',
  });
}
