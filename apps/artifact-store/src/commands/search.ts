import { type ArtifactSearchMode, remarksOn, type SearchAnswer, type SearchHit } from '@topicmill/artifacts/store';
import { wholeNumber } from '@topicmill/base/cli';
import { indentedJson } from '@topicmill/base/json';
import { Option } from 'commander';
import { withStore } from '../open-store.js';
import type { StoreOptions } from '../store-config.js';
import { addFilterOptions, type FilterOptions, filterOf, storeCommand, wrongUsage } from './shared-options.js';

interface SearchCommandOptions extends StoreOptions, FilterOptions {
  readonly mode: ArtifactSearchMode;
  readonly limit: number;
  readonly expandNeighbors?: true;
  readonly neighbors?: number;
  readonly merge?: true;
  readonly json?: true;
}

/** Runs `artifact-store search`; see `--help`. */
export const search = storeCommand(
  {
    name: 'artifact-store search',
    description:
      'Finds artifacts and chunks by words and by meaning. A phrase in double quotes must occur word for word; a word followed by * matches all words that begin with it.',
    examples: [
      ['artifact-store search "release milestones"', 'the ten best'],
      [
        'artifact-store search "release milestones" --expand-neighbors',
        'each with the chunk before and the one after it',
      ],
      ['artifact-store search "who signs off" --expand-neighbors --merge', 'the same, as continuous text'],
      [
        `artifact-store search 'who signs "release notes" mile*'`,
        'texts with this phrase and a word that starts like this',
      ],
      ['artifact-store search budget --from ada --where project=apollo', 'emails from one person about one project'],
      ['artifact-store search invoice --type email --since 2024-05-01 --json', 'emails since a date, for machines'],
    ],
  },
  (program) =>
    addFilterOptions(
      program
        .argument('<query...>', 'words or a question')
        .addOption(
          new Option('--mode <mode>', 'how to search').choices(['hybrid', 'lexical', 'dense']).default('hybrid'),
        )
        .option('--limit <number>', 'maximum number of results, 1 to 100', wholeNumber(0), 10)
        .option('--expand-neighbors', 'show each chunk with the one before and the one after it')
        .option('--neighbors <number>', 'show each chunk with this many on each side, up to 10', wholeNumber(0))
        .option('--merge', 'with neighbours: overlapping text once, without [CHUNK BOUNDARY]')
        .option('--json', 'print the answer as JSON'),
    ),
  (io) => async (query: string[], options: SearchCommandOptions) => {
    checkUsage(options);
    const { mode, limit, expandNeighbors, neighbors, merge, json } = options;
    const answer = await withStore(options, 'open', io, (store) =>
      store.search(query.join(' '), {
        mode,
        limit,
        filter: filterOf(options),
        neighborCount: neighbors ?? (expandNeighbors ? 1 : 0),
        joining: merge ? 'merge' : 'boundary',
      }),
    );
    io.stdout.write(json ? indentedJson(answer) : shown(answer));
    if (!json) for (const remark of remarksOn(answer)) io.stderr.write(`${remark}\n`);
  },
);

function checkUsage({ expandNeighbors, neighbors, merge }: SearchCommandOptions): void {
  if (expandNeighbors && neighbors !== undefined) {
    throw wrongUsage('--expand-neighbors is --neighbors 1.', 'Give one of them.');
  }
  if (merge && !expandNeighbors && (neighbors ?? 0) === 0) {
    throw wrongUsage('--merge needs neighbours to join.', 'Give --expand-neighbors or --neighbors too.');
  }
}

function shown({ hits }: SearchAnswer): string {
  return hits.length === 0 ? 'nothing found\n' : hits.map((hit, i) => shownHit(hit, i + 1)).join('\n');
}

function shownHit(hit: SearchHit, rank: number): string {
  const { chunk_index: index, title, source_id: sourceId, score, preface, snippet, context } = hit;
  const names = [title, sourceId].filter((name) => name !== null);
  const facts = [
    `${hit.artifact_id}${index === null ? '' : ` chunk ${index}`}`,
    `${hit.artifact_type}, ${hit.source_system}`,
    `${hit.start_char}–${hit.end_char}`,
    score.toFixed(4),
  ];
  const others = hit.also_in.map(({ source_id: id, artifact_id: artifact }) => id ?? artifact);
  const also = others.length === 0 ? '' : `   also in ${others.join(', ')}\n`;
  const within = preface === null ? '' : `   in ${preface}\n`;
  const head = `${rank}. ${names.join(' · ') || hit.artifact_id}\n   ${facts.join(' · ')}\n${within}   ${snippet}\n${also}`;
  return context === undefined ? head : `${head}\n${context}\n`;
}
