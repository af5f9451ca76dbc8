import { type CommandIo, canAsk, confirm } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { chooseSources, type EvaluatedConfigs, type FolderView, type SourceWishes } from '@topicmill/pipeline/init';
import { evaluateConfig } from '@topicmill/pipeline/site-evaluation';

/** What running the configurations of sites gave. */
export interface Evaluation {
  readonly evaluated: EvaluatedConfigs;
  /** What could not be read, and why it was not run, as lines for people. */
  readonly notes: readonly string[];
}

/** What the user has said about running code of the repository. */
export interface Consent {
  readonly yes?: true | undefined;
  /** `false` never runs it. */
  readonly evaluate?: boolean | undefined;
  /** Whether questions may be asked. */
  readonly isInteractive: boolean;
}

type UnreadSite = { readonly path: string; readonly unread: readonly string[] };

/**
 * Runs the configurations that are code and that cannot be read without running them, once each and after consent; with
 * those that are not run, what can be read goes into the settings.
 */
export async function evaluateSites(
  view: FolderView,
  wishes: SourceWishes,
  consent: Consent,
  io: CommandIo,
): Promise<Evaluation> {
  const choice = chooseSources(view, wishes);
  const sites = choice.kind === 'pages' ? choice.chosen.sites : [];
  const evaluated = new Map<string, Awaited<ReturnType<typeof evaluateConfig>>>();
  const notes: string[] = [];
  for (const { config, unread } of sites.filter((site) => site.unread.length > 0)) {
    const { path } = config;
    if (!config.isCode) {
      notes.push(...notRead({ path, unread }, 'not known to Topicmill'));
      continue;
    }
    const refusal = await refusalReason({ path, unread }, consent, io);
    if (refusal !== undefined) {
      notes.push(...notRead({ path, unread }, refusal));
      continue;
    }
    try {
      evaluated.set(path, await evaluateConfig(io.cwd, config));
      notes.push(`${path} was run once; its values are in topicmill.yaml.`);
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
      notes.push(...notRead({ path, unread }, thrown.message));
    }
  }
  return { evaluated, notes };
}

/** Why a configuration is not run; `undefined` with consent. */
async function refusalReason(site: UnreadSite, consent: Consent, io: CommandIo): Promise<string | undefined> {
  if (consent.evaluate === false) return '--no-evaluate';
  if (consent.yes) return undefined;
  if (!consent.isInteractive || !canAsk(io)) return 'it is code, and there is nobody to ask; --yes agrees to run it';
  const question = `${site.path} is code; ${site.unread.join(', ')} cannot be read without running it. Run it once?`;
  return (await confirm(question, io)) ? undefined : 'it was not run';
}

function notRead({ path, unread }: UnreadSite, reason: string): string[] {
  return [
    `Not read from ${path}: ${unread.join(', ')} (${reason.replace(/\.$/, '')}).`,
    '  This may decide which pages there are, or their addresses: compare a few, and set `site` in topicmill.yaml.',
  ];
}
