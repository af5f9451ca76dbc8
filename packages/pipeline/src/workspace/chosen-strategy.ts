import type { ChosenStrategy, OptionValues } from '@topicmill/base/options';
import { strategyNamed } from '@topicmill/chunking/strategies';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import picomatch from 'picomatch';
import type { ChunkingSettings, PathStrategy, ResultsConfig, TopicmillConfig } from '../config/index.js';
import { type Folder, sourcePath } from '../runner/index.js';

type PathMatcher = (path: string) => boolean;

const matchers = new WeakMap<PathStrategy, PathMatcher>();

/**
 * The strategy that a configuration has for a document, with the options that are given and those of pages.
 *
 * @param path of the document from the workspace's root, with `/`
 */
export function chosenStrategy(
  { chunking, sources }: Pick<TopicmillConfig, 'chunking' | 'sources'>,
  path: string,
): ChosenStrategy {
  const { strategy, options } = entryFor(chunking, path);
  return { strategy, options: sources === 'pages' ? { ...pageDefaults(strategy), ...options } : options };
}

/** The strategy that splits the document of a topic, with the options that are given. */
export function topicStrategy(
  config: Pick<TopicmillConfig, 'chunking' | 'sources'> & ResultsConfig,
  folder: Pick<Folder, 'id' | 'sources'>,
): ChosenStrategy {
  return chosenStrategy(config, sourcePath(config, folder, REFERENCE_FILE) ?? REFERENCE_FILE);
}

function entryFor(chunking: ChunkingSettings, path: string): ChosenStrategy {
  return chunking.byPath.find((entry) => matcherOf(entry)(path)) ?? chunking;
}

function matcherOf(entry: PathStrategy): PathMatcher {
  let matches = matchers.get(entry);
  if (matches === undefined) {
    matches = globMatcher(entry.paths);
    matchers.set(entry, matches);
  }
  return matches;
}

/** Whether globs choose a path; one that begins with `!` excludes what others chose. */
export function globMatcher(globs: readonly string[]): PathMatcher {
  const chosen = globs.filter((glob) => !glob.startsWith('!'));
  const ignore = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  return chosen.length === 0 ? () => false : picomatch(chosen, { ignore });
}

function pageDefaults(strategy: string): OptionValues {
  const options = Object.entries(strategyNamed(strategy).options);
  return Object.fromEntries(
    options.flatMap(([name, option]) =>
      option.kind === 'choice' && option.pagesDefault !== undefined ? [[name, option.pagesDefault]] : [],
    ),
  );
}
