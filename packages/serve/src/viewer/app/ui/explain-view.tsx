import {
  type Boundary,
  type ChunkingExplanation,
  type ExplainedChunk,
  ruleName,
  sharedRows,
  sharedStarts,
} from '@topicmill/chunking';
import { STRATEGIES, type StrategyName } from '@topicmill/chunking/strategies';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import {
  builtChoice,
  type CutChoice,
  defaultChoice,
  isSameChoice,
  SIZE_STEP,
  sizeIn,
  sizeRanges,
  withSize,
} from '../explain/cut-choice.js';
import { type Cuts, useCuts } from '../explain/use-cuts.js';
import { Skeleton } from './load-states.js';
import { count, whole } from './numbers.js';
import type { TopicViewProps } from './topic-view-props.js';

/** Where a strategy cuts the document, why it does, and what other sizes or another strategy would make of it. */
export function ExplainView({ topic }: TopicViewProps) {
  const { source, index, madeBy } = topic;
  const built = useMemo(() => builtChoice(madeBy?.strategy), [madeBy?.strategy]);
  const [choice, setChoice] = useState<CutChoice>(built);
  const [other, setOther] = useState<CutChoice>();
  const document = useMemo(() => ({ ...source, fileTitle: index.title }), [source.text, source.file, index.title]);
  const cuts = useCuts(document, choice);
  const otherCuts = useCuts(document, other);
  const shown = other === undefined ? [cuts] : [cuts, otherCuts];
  const start = (strategy: StrategyName): CutChoice => (strategy === built.strategy ? built : defaultChoice(strategy));
  const isBuilt = isSameChoice(choice, built);
  return (
    <div class="explain">
      <div class={`cut-columns ${other === undefined ? '' : 'two'}`}>
        <CutSettings
          legend="Cut by"
          choice={choice}
          onStrategy={(strategy) => setChoice(start(strategy!))}
          onChoice={setChoice}
        >
          {isBuilt ? (
            <small>As it was built.</small>
          ) : (
            <button type="button" class="button" onClick={() => setChoice(built)}>
              As it was built
            </button>
          )}
        </CutSettings>
        <CutSettings
          legend="Compare with"
          choice={other}
          onStrategy={(strategy) => setOther(strategy === undefined ? undefined : start(strategy))}
          onChoice={setOther}
        />
      </div>
      <p class="explanation" role="status">
        {isBuilt &&
          differsFromBuild(
            cuts,
            topic.chunks.map(({ lines }) => lines[0]),
          ) && <>The build knows more of the site that this page belongs to, and has cut it at other places. </>}
        {summaryOf(document.text, shown)}
      </p>
      <CutRows text={document.text} shown={shown} />
    </div>
  );
}

function CutRows({ text, shown }: { readonly text: string; readonly shown: readonly (Cuts | undefined)[] }) {
  const explanations = shown.map((cuts) => cuts?.explanation);
  const rows = useMemo(
    () => (explanations.every((each) => each !== undefined) ? sharedRows(text, explanations) : undefined),
    [text, ...explanations],
  );
  const fault = shown.find((cuts) => cuts?.fault !== undefined)?.fault;
  if (fault !== undefined) return <p class="warning">{fault}</p>;
  if (rows === undefined) return <Skeleton name="Cutting" lineCount={12} />;
  return (
    <div class="cut-rows" aria-busy={shown.some((cuts) => !cuts?.isCurrent)}>
      {rows.map((row, at) => (
        <div key={at} class={`cut-columns ${row.length === 2 ? 'two' : ''}`}>
          {row.map((chunks, column) => (
            <ol key={column} aria-label={columnName(explanations[column]!, chunks.length, at)}>
              {chunks.map((chunk) => (
                <Cut key={chunk.startOffset} text={text} chunk={chunk} of={explanations[column]!} />
              ))}
            </ol>
          ))}
        </div>
      ))}
    </div>
  );
}

function columnName({ strategy }: ChunkingExplanation, chunkCount: number, row: number): string {
  return `${strategy}, ${count(chunkCount, 'chunk')}, part ${row + 1}`;
}

function summaryOf(text: string, shown: readonly (Cuts | undefined)[]): string {
  const [one, other] = shown.map((cuts) => cuts?.explanation);
  if (one === undefined) return '';
  if (other === undefined) return `${sizesOf(one)}.`;
  const { sharedCount, counts } = sharedStarts(text, one, other);
  return `${sizesOf(one)}; ${sizesOf(other)}. Of ${whole(counts[0])} and ${count(counts[1], 'chunk')}, ${whole(sharedCount)} begin at the same place.`;
}

function sizesOf({ strategyKey, tokenCounter, chunks }: ChunkingExplanation): string {
  const leaves = chunks.filter(({ tier }) => tier !== 'section').map(({ tokenCount }) => tokenCount);
  const mean = Math.round(leaves.reduce((sum, size) => sum + size, 0) / Math.max(1, leaves.length));
  return `${strategyKey}: ${count(leaves.length, 'chunk')} of ${whole(mean)} tokens by ${tokenCounter} on average`;
}

function differsFromBuild(cuts: Cuts | undefined, builtLines: readonly number[]): boolean {
  if (cuts?.explanation === undefined || !cuts.isCurrent) return false;
  return cuts.explanation.chunks.map(({ startLine }) => startLine).join() !== builtLines.join();
}

interface CutProps {
  /** The whole document. */
  readonly text: string;
  readonly chunk: ExplainedChunk;
  readonly of: ChunkingExplanation;
}

/** A chunk, and why it begins and ends where it does. */
function Cut({ text, chunk, of: { chunks } }: CutProps) {
  const { index, tier, parentIndex, tokenCount, maxTokens, sizes, startLine, endLine, start, end, flags } = chunk;
  const own = text
    .slice(chunk.startOffset, chunk.endOffset)
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();
  const isFirstOfSection = parentIndex !== null && chunks.find((each) => each.parentIndex === parentIndex) === chunk;
  return (
    <li class="cut">
      {isFirstOfSection && <SectionHead section={chunks.find((each) => isSection(each, parentIndex))!} />}
      <p class="cut-head">
        <strong>
          {tier === 'snippet' ? 'Snippet' : 'Chunk'} {index}
        </strong>
        <span>
          lines {whole(startLine)}–{whole(endLine)}
        </span>
        <span
          class="bar-figure"
          style={{ '--share': Math.min(1, tokenCount / maxTokens).toFixed(3) }}
          title={sizes.map(({ part, tokenCount: size }) => `${part} ${whole(size)}`).join(', ')}
        >
          {whole(tokenCount)} of {whole(maxTokens)}
        </span>
      </p>
      <Reason boundary={start} />
      {isLast(end) && <Reason boundary={end} />}
      {flags.map(({ name, meaning }) => (
        <p key={name} class="cut-why">
          <b>{name}</b> {meaning}
        </p>
      ))}
      <pre>{own}</pre>
    </li>
  );
}

function SectionHead({ section }: { readonly section: ExplainedChunk }) {
  return (
    <p class="cut-section">
      Section {section.index}, {whole(section.tokenCount)} of {whole(section.maxTokens)} tokens. {section.start.reason}
    </p>
  );
}

function Reason({ boundary }: { readonly boundary: Boundary }) {
  return (
    <p class="cut-why">
      <b>{ruleName(boundary)}</b> {boundary.reason}
    </p>
  );
}

function isSection({ tier, index }: ExplainedChunk, number: number): boolean {
  return tier === 'section' && index === number;
}

/** What ends other chunks is what begins the next one. */
function isLast({ rule }: Boundary): boolean {
  return rule === 'document-end' || rule === 'tail-dropped';
}

interface CutSettingsProps {
  readonly legend: string;
  /** None: nothing is compared. */
  readonly choice: CutChoice | undefined;
  readonly children?: ComponentChildren;
  onStrategy(strategy: StrategyName | undefined): void;
  onChoice(choice: CutChoice): void;
}

/** A strategy and its sizes. The first of two settings always has one. */
function CutSettings({ legend, choice, children, onStrategy, onChoice }: CutSettingsProps) {
  const isOptional = children === undefined;
  return (
    <fieldset class="cut-settings">
      <legend>{legend}</legend>
      <p>
        <select
          aria-label={`${legend}, strategy`}
          value={choice?.strategy ?? ''}
          onChange={({ currentTarget: { value } }) => onStrategy(value === '' ? undefined : (value as StrategyName))}
        >
          {isOptional && <option value="">nothing</option>}
          {STRATEGIES.map(({ name, help }) => (
            <option key={name} value={name} title={help}>
              {name}
            </option>
          ))}
        </select>{' '}
        {children}
      </p>
      {choice !== undefined &&
        sizeRanges(choice).map(({ name, label, least, most }) => (
          <label key={name} class="slider">
            <span>
              {label} <b>{whole(sizeIn(choice, name))}</b>
            </span>
            <input
              type="range"
              min={least}
              max={most}
              step={SIZE_STEP}
              value={sizeIn(choice, name)}
              aria-valuetext={`${sizeIn(choice, name)} tokens`}
              onInput={({ currentTarget }) => onChoice(withSize(choice, name, Number(currentTarget.value)))}
            />
          </label>
        ))}
    </fieldset>
  );
}
