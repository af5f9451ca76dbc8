import { basename, dirname } from 'node:path';
import { type CommandIo, givenOptions } from '@topicmill/base/cli';
import { relativePath, slashPath } from '@topicmill/base/files';
import type { ChosenStrategy } from '@topicmill/base/options';
import {
  docNameOf,
  firstTitle,
  type SourceDocument,
  type StrategyChoice,
  type StrategyName,
  strategyNamed,
  withDefaults,
} from '@topicmill/chunking';
import { chosenStrategy, findWorkspaceRoot, readNearestConfig } from '@topicmill/pipeline/workspace';
import { type Dialect, readFrontMatter } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';

/** A document with its title: front matter, first H1, file name. */
export function titledDocument(text: string, file: string, dialect: Dialect | undefined): SourceDocument {
  const { values } = readFrontMatter(text, file);
  const named = typeof values['title'] === 'string' ? values['title'].trim() : '';
  return { text, file, fileTitle: named || firstTitle(text, dialect) || docNameOf(basename(file)), dialect };
}

/**
 * The strategy that a build would have for a document, by the nearest configuration.
 *
 * @param sourcePath absolute path of the document
 * @param name of a strategy to take in place of the configured one; if that is another one, its options have their defaults
 */
export function configuredStrategy(sourcePath: string, { env }: CommandIo, name?: StrategyName): ChosenStrategy {
  const directory = dirname(sourcePath);
  const root = findWorkspaceRoot(directory) ?? directory;
  const path = slashPath(relativePath(root, sourcePath));
  const { chunking, sources } = readNearestConfig(directory, { env });
  const configured = chosenStrategy({ chunking, sources }, path);
  if (name === undefined || configured.strategy === name) return configured;
  return chosenStrategy({ chunking: { strategy: name, options: {}, byPath: [], exclude: [] }, sources }, path);
}

/**
 * A strategy with the options that the nearest configuration has for the document, if that names the strategy, else with
 * its defaults; what the command line gives takes precedence.
 *
 * @param sourcePath absolute path of the document
 * @throws TopicmillError for a configuration that cannot be read, `INVALID_OPTION` for an unknown strategy
 */
export async function strategyChoice(
  name: StrategyName,
  sourcePath: string,
  flags: Readonly<Record<string, unknown>>,
  io: CommandIo,
): Promise<StrategyChoice> {
  const strategy = strategyNamed(name);
  const given = { ...configuredStrategy(sourcePath, io, name).options, ...givenOptions(strategy, flags) };
  const options = withDefaults(strategy, given);
  return {
    strategy: name,
    options: { ...options, tokenCounter: await loadTokenCounter(String(options['tokenCounter'])) },
  };
}
