import type { ChosenStrategy, DeclaredOption, DeclaredStrategy, OptionValues } from '@topicmill/base/options';
import * as z from 'zod';

/** How documents are split: a strategy for all of them, and others for those that globs choose. */
export interface ChunkingSettings extends ChosenStrategy {
  /** The first entry that matches the path of a document has its strategy. */
  readonly byPath: readonly PathStrategy[];
  /** Ids of topics that have no chunks. */
  readonly exclude: readonly string[];
}

/** A strategy for the documents whose paths from the workspace's root globs match. */
export interface PathStrategy extends ChosenStrategy {
  readonly paths: readonly string[];
}

/** The keys of a section before the options of a strategy are told from the others. */
type Keys = Readonly<Record<string, unknown>> & { readonly strategy?: string | undefined };

/**
 * The section `chunking`. Its keys are those of the strategy that it names.
 *
 * @param strategies the default first
 */
export function chunkingSchema(strategies: readonly DeclaredStrategy[]) {
  const paths = z
    .array(z.string().min(1))
    .min(1)
    .describe('Globs of files, relative to topicmill.yaml; a glob that begins with ! excludes.');
  const entry = section(strategies, false, { paths }).transform(
    ({ paths, ...keys }): PathStrategy => ({ ...chosenStrategy(keys), paths: paths as string[] }),
  );
  const shared = {
    byPath: z
      .array(entry)
      .default([])
      .describe('Other strategies for some documents; the first entry whose paths match counts.'),
    exclude: z
      .array(z.string().min(1))
      .default([])
      .describe('Ids of topics that get keywords and an index but no chunks.'),
  };
  return section(strategies, true, shared).transform(
    ({ byPath, exclude, ...keys }): ChunkingSettings => ({
      ...chosenStrategy(keys, strategies[0]!.name),
      byPath: byPath as PathStrategy[],
      exclude: exclude as string[],
    }),
  );
}

function chosenStrategy({ strategy, ...options }: Keys, byDefault = ''): ChosenStrategy {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { strategy: strategy ?? byDefault, options: Object.fromEntries(given) as OptionValues };
}

/** @param hasDefault whether the first strategy need not be named */
function section(
  strategies: readonly DeclaredStrategy[],
  hasDefault: boolean,
  shared: Readonly<Record<string, z.ZodType>>,
) {
  const forms = strategies.map((strategy, at) => strategyForm(strategy, hasDefault && at === 0, shared));
  return z.discriminatedUnion('strategy', forms as never) as unknown as z.ZodType<Keys, Keys>;
}

function strategyForm(
  strategy: DeclaredStrategy,
  isDefault: boolean,
  shared: Readonly<Record<string, z.ZodType>>,
): z.ZodObject {
  const name = z.literal(strategy.name).describe(sentence(strategy.help));
  const options = Object.entries(strategy.options).map(([option, declared]) => [option, valueSchema(declared)]);
  return z
    .strictObject({
      strategy: isDefault ? name.optional() : name,
      ...(Object.fromEntries(options) as Record<string, z.ZodType>),
      ...shared,
    })
    .superRefine((given, context) => {
      const fault = context.issues.length > 0 ? undefined : strategy.faultIn(given as OptionValues);
      if (fault === undefined) return;
      const { option, message, remedy } = fault;
      context.addIssue({ code: 'custom', path: [option], message, params: { remedy } });
    });
}

function valueSchema(option: DeclaredOption): z.ZodType {
  const schema = option.kind === 'number' ? z.int().min(option.least) : z.enum([...option.values]);
  return schema.optional().describe(`${sentence(option.help)} Default ${option.default}${pagesDefault(option)}.`);
}

function pagesDefault(option: DeclaredOption): string {
  return option.kind === 'choice' && option.pagesDefault !== undefined ? `, for pages ${option.pagesDefault}` : '';
}

function sentence(help: string): string {
  return `${help.charAt(0).toUpperCase()}${help.slice(1)}.`;
}
