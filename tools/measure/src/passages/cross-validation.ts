import { sum } from '@topicmill/base/sums';
import type { ChunkOptions } from '@topicmill/chunking';
import type { PassageCorpus } from '../read-passages.js';
import { mean, meanInterval } from '../statistics.js';
import { percent, type Row, type Table } from '../table-command.js';
import { type Measured, measure } from './measure.js';
import { points } from './passage-tables.js';
import type { Ranker } from './rankers.js';
import { COMPARED, type Splitters, structural } from './splitters.js';

/** What is chosen: where a document is cut, and what its chunks are searched with. */
type Setting = Required<Pick<ChunkOptions, 'maxTokens' | 'targetTokens' | 'overlapSentences' | 'breadcrumbMode'>>;

const TARGET_SHARES = [0.78, 0.95];
const OVERLAPS = [0, 1];
/** Ratio of the sizes that the peer is asked for. */
const SIZE_STEP = 1.06;
const BREADCRUMBS = ['conditional', 'always', 'none'] as const;

/** A setting and the peer at its mean size; for each ranker, for each corpus, for each question the mean recall of all budgets. */
interface MeasuredSetting {
  readonly name: string;
  readonly measured: Measured;
  readonly theirMeanTokens: number;
  readonly ours: Recalls;
  readonly theirs: Recalls;
}
type Recalls = readonly (readonly (readonly number[])[])[];

/**
 * Chooses size, overlap and header on all corpora but one, by the mean of their recalls, and measures that choice on the
 * one; each in turn. Next to it the recursive splitter of LangChain, at the same mean size.
 *
 * @param sizes largest chunks that are tried
 * @param isKeptAside names of corpora that nothing is ever chosen on
 */
export async function* crossValidation(
  corpora: readonly PassageCorpus[],
  { sizes, isKeptAside }: { readonly sizes: readonly number[]; readonly isKeptAside: (name: string) => boolean },
  {
    rankers,
    splitters,
    log,
  }: { readonly rankers: readonly Ranker[]; readonly splitters: Splitters; readonly log: (message: string) => void },
): AsyncGenerator<Table> {
  const tried: MeasuredSetting[] = [];
  const peer = peerOfSize(corpora, rankers, splitters);
  for (const setting of settingsOf(sizes)) {
    const measured = await measureSetting(setting, corpora, rankers, { splitters, peer });
    if (measured === undefined) return;
    log(`${measured.name}\n`);
    tried.push(measured);
  }
  const names = corpora.map(({ name }) => name);
  yield settingsTable(tried, rankers);
  yield leftOutTable(tried, names, isKeptAside, rankers);
}

function settingsOf(sizes: readonly number[]): Setting[] {
  return sizes.flatMap((maxTokens) =>
    TARGET_SHARES.flatMap((share) =>
      OVERLAPS.flatMap((overlapSentences) =>
        BREADCRUMBS.map((breadcrumbMode) => ({
          maxTokens,
          targetTokens: Math.round(share * maxTokens),
          overlapSentences,
          breadcrumbMode,
        })),
      ),
    ),
  );
}

async function measureSetting(
  setting: Setting,
  corpora: readonly PassageCorpus[],
  rankers: readonly Ranker[],
  { splitters, peer }: { readonly splitters: Splitters; readonly peer: PeerOfSize },
): Promise<MeasuredSetting | undefined> {
  const { maxTokens, targetTokens, overlapSentences, breadcrumbMode } = setting;
  const split = structural({ ...setting, fileTitle: '' }, splitters.tokenCounter);
  const measured = await measure(corpora, split, rankers, splitters.count);
  const theirs = await peer(measured.meanTokens);
  if (theirs === undefined) return undefined;
  const name = `${maxTokens} at most, ${targetTokens} wanted, ${overlapSentences} repeated, ${breadcrumbMode}`;
  return {
    name,
    measured,
    theirMeanTokens: theirs.meanTokens,
    ours: byCorpus(measured, corpora),
    theirs: byCorpus(theirs, corpora),
  };
}

/** The recursive splitter of LangChain at the size in a series whose chunks are nearest to a mean. */
type PeerOfSize = (meanTokens: number) => Promise<Measured | undefined>;

/** Each size is measured once. */
function peerOfSize(
  corpora: readonly PassageCorpus[],
  rankers: readonly Ranker[],
  { make, count }: Splitters,
): PeerOfSize {
  const known = new Map<number, Promise<Measured | undefined>>();
  const measureStep = async (step: number): Promise<Measured | undefined> => {
    const split = new Map(await make(Math.round(SIZE_STEP ** step))).get(COMPARED);
    return split && measure(corpora, split, rankers, count);
  };
  const at = (step: number): Promise<Measured | undefined> => {
    const found = known.get(step) ?? measureStep(step);
    known.set(step, found);
    return found;
  };
  return async (meanTokens) => {
    let step = Math.round(Math.log(meanTokens) / Math.log(SIZE_STEP));
    let below = await at(step);
    while (below !== undefined && below.meanTokens > meanTokens) below = await at(--step);
    for (;;) {
      const above = await at(++step);
      if (below === undefined || above === undefined) return undefined;
      if (above.meanTokens > meanTokens) {
        return above.meanTokens / meanTokens < meanTokens / below.meanTokens ? above : below;
      }
      below = above;
    }
  };
}

function byCorpus({ rankers }: Measured, corpora: readonly PassageCorpus[]): Recalls {
  return rankers.map(({ recalls }) => {
    const values = recalls[0]!.map((_, question) => mean(recalls.map((budget) => budget[question]!)));
    return corpora.map(({ questions }, at) => {
      const from = sum(corpora.slice(0, at).map((corpus) => corpus.questions.length));
      return values.slice(from, from + questions.length);
    });
  });
}

function settingsTable(tried: readonly MeasuredSetting[], rankers: readonly Ranker[]): Table {
  return {
    title: 'All settings',
    notes: [
      'Mean recall of all budgets, corpora weighed alike, in %; ours / LangChain Recursive at the same mean size.',
    ],
    columns: ['chunks', 'tokens, mean', ...rankers.map(({ name }) => name)],
    rows: tried.map(({ name, measured: { chunkCount, meanTokens }, theirMeanTokens, ours, theirs }) => ({
      name,
      values: [
        String(chunkCount),
        `${meanTokens.toFixed(0)} / ${theirMeanTokens.toFixed(0)}`,
        ...ours.map((corpora, i) => `${percent(meanOfMeans(corpora))} / ${percent(meanOfMeans(theirs[i]!))}`),
      ],
    })),
  };
}

function leftOutTable(
  tried: readonly MeasuredSetting[],
  names: readonly string[],
  isKeptAside: (name: string) => boolean,
  rankers: readonly Ranker[],
): Table {
  const chosen = names.map((name) => {
    const others = names.flatMap((other, at) => (other === name || isKeptAside(other) ? [] : [at]));
    const scoreOf = ({ ours }: MeasuredSetting): number =>
      mean(ours.flatMap((corpora) => others.map((at) => mean(corpora[at]!))));
    return tried.reduce((best, each) => (scoreOf(each) > scoreOf(best) ? each : best));
  });
  const allRankers = rankers.map((_, ranker) => ranker);
  const of = (corpus: number, ranker: readonly number[], side: 'ours' | 'theirs'): number[] =>
    chosen[corpus]![side][0]![corpus]!.map((_, question) =>
      mean(ranker.map((at) => chosen[corpus]![side][at]![corpus]![question]!)),
    );
  const all = names.map((_, at) => at);
  const aside = all.filter((at) => isKeptAside(names[at]!));
  const summary = (name: string, corpora: readonly number[], ranker: readonly number[]): Row[] => {
    const perCorpus = corpora.map((at) =>
      of(at, ranker, 'ours').map((value, i) => value - of(at, ranker, 'theirs')[i]!),
    );
    const [ours, theirs] = (['ours', 'theirs'] as const).map((side) =>
      mean(corpora.flatMap((at) => of(at, ranker, side))),
    );
    return corpora.length < 2 ? [] : [differenceRow(name, [ours!, theirs!], perCorpus.flat(), perCorpus.map(mean))];
  };
  return {
    title: 'Chosen on the others',
    notes: [
      'Mean recall of all budgets in %, of ours as chosen without the corpus, and of LangChain Recursive at the same mean size.',
      'Points between them, with the 95 % intervals by drawing the questions again, and by drawing the corpora again.',
    ],
    columns: ['ours', 'LangChain', 'difference', '95 %, questions', '95 %, corpora', 'chosen'],
    rows: [
      ...all.map((at): Row => {
        const [ours, theirs] = [of(at, allRankers, 'ours'), of(at, allRankers, 'theirs')];
        return differenceRow(
          names[at]!,
          [mean(ours), mean(theirs)],
          ours.map((value, i) => value - theirs[i]!),
          [],
          chosen[at]!.name,
        );
      }),
      ...[
        ...allRankers.map((ranker) => [rankers[ranker]!.name, [ranker]] as const),
        ['all rankers', allRankers] as const,
      ].flatMap(([name, ranker]) => [
        ...summary(`${name}, all corpora`, all, ranker),
        ...summary(`${name}, kept aside`, aside, ranker),
      ]),
    ],
  };
}

function differenceRow(
  name: string,
  [ours, theirs]: readonly [number, number],
  byQuestion: readonly number[],
  byCorpus: readonly number[],
  chosen?: string,
): Row {
  const written = (values: readonly number[]): string | undefined => {
    if (values.length === 0) return undefined;
    const { low, high } = meanInterval(values);
    return `${points(low)} to ${points(high)}`;
  };
  return {
    name,
    values: [percent(ours), percent(theirs), points(mean(byQuestion)), written(byQuestion), written(byCorpus), chosen],
  };
}

function meanOfMeans(corpora: readonly (readonly number[])[]): number {
  return mean(corpora.map(mean));
}
