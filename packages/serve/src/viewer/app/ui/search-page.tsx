import {
  ALL_EDITIONS,
  analyzeWords,
  type Editions,
  oneASection,
  remarksOn,
  type SearchOptions,
  type SearchResult,
} from '@topicmill/search/retrieval';
import type { DocsConnection, Search } from '../data/docs-connection.js';
import { formatRoute, type Route } from '../route.js';
import { ContextView } from './context-view.js';
import { Segments } from './controls.js';
import { SearchFault, Skeleton } from './load-states.js';
import { count } from './numbers.js';
import { ResultItem } from './result-item.js';
import { useLoaded } from './use-loaded.js';
import type { Navigate } from './use-route.js';
import { useKeys } from './use-shortcuts.js';

interface SearchPageProps {
  readonly connection: DocsConnection;
  readonly route: Route;
  readonly navigate: Navigate;
  /** Title of the topic that the search was begun from. */
  readonly topicTitle: string | undefined;
}

const RESULT_COUNT = 20;
/** A pause in typing after which a search is worth its while. */
const PAUSE_MS = 120;

export function SearchPage({ connection, route, navigate, topicTitle }: SearchPageProps) {
  const { query = '', id, isWithinTopic, kind, version, locale, isContext } = route;
  const scope: SearchOptions = { kind, topic: isWithinTopic ? id : undefined, version, locale };
  const options: SearchOptions = { limit: RESULT_COUNT, ...scope };
  const editions = useLoaded(() => connection.docs.editions(), [connection]).value;
  const { value, error, isLoading } = useLoaded(
    async () => (query.trim() === '' || isContext ? undefined : connection.search(query, options)),
    [connection, query, id, isWithinTopic, kind, version, locale, isContext],
    PAUSE_MS,
  );
  // Results of another query are never shown under this one.
  const search =
    value?.query === query && JSON.stringify(value.options) === JSON.stringify(options) ? value : undefined;
  useKeys({ ArrowDown: () => moveFocus(1), ArrowUp: () => moveFocus(-1) });
  const refine = (change: Partial<Route>): void => navigate({ ...route, ...change }, { replace: true });
  return (
    <main id="main" class="page search-page" tabIndex={-1} aria-busy={isLoading}>
      <h1 class="visually-hidden">Results for {query}</h1>
      <SearchControls route={route} editions={editions} topicTitle={topicTitle} onChange={refine} />
      {query.trim() === '' ? (
        <p class="explanation">Type what you look for: words, or a question.</p>
      ) : isContext ? (
        <ContextView connection={connection} query={query} options={scope} />
      ) : search !== undefined ? (
        <Results search={search} connection={connection} query={query} />
      ) : error !== undefined && !isLoading ? (
        <SearchFault error={error} />
      ) : (
        <Skeleton name="Searching" lineCount={9} />
      )}
    </main>
  );
}

/** As what, of which kind and from which part of the docs results are shown. */
function SearchControls({
  route: { id, isWithinTopic, kind, version, locale, isContext },
  editions,
  topicTitle,
  onChange,
}: {
  readonly route: Route;
  /** `undefined` as long as they are not known. */
  readonly editions: Editions | undefined;
  readonly topicTitle: string | undefined;
  onChange(change: Partial<Route>): void;
}) {
  return (
    <div class="controls">
      <Segments
        legend="As"
        name="context"
        values={[false, true]}
        chosen={isContext ?? false}
        nameOf={(each) => (each ? 'what an agent sees' : 'results')}
        onChoose={(each) => onChange({ isContext: each || undefined })}
      />
      <Segments
        legend="Show"
        name="kind"
        values={[undefined, 'prose', 'code'] as const}
        chosen={kind}
        nameOf={(each) => each ?? 'all'}
        onChoose={(each) => onChange({ kind: each })}
      />
      {editions !== undefined && (
        <EditionFilters editions={editions} version={version} locale={locale} onChange={onChange} />
      )}
      {id !== '' && topicTitle !== undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={isWithinTopic === true}
            onChange={({ currentTarget }) => onChange({ isWithinTopic: currentTarget.checked || undefined })}
          />
          only in {topicTitle}
        </label>
      )}
    </div>
  );
}

function Results({
  search,
  connection,
  query,
}: {
  readonly search: Search;
  readonly connection: DocsConnection;
  readonly query: string;
}) {
  const { topicCount, chunkCount, model, byMeaningOnly } = search;
  const results = oneASection(search.results);
  const how = model === undefined ? 'by words and questions' : `by words, questions and the vectors of ${model}`;
  const wordCount = new Set(analyzeWords(query).map(({ word }) => word)).size;
  const list = (
    <ol class="results">
      {results.map((result) => (
        <ResultItem key={keyOf(result)} result={result} wordCount={wordCount} connection={connection} />
      ))}
    </ol>
  );
  return (
    <>
      <p class="explanation" role="status">
        {results.length === 0 || byMeaningOnly
          ? `Nothing was found for “${query}”. Other words, or fewer, may help.`
          : `The best ${results.length} of ${count(chunkCount, 'chunk')} in ${count(topicCount, 'topic')}, ${how}.`}
        {remarksOn(search).map((remark) => ` ${remark}`)}
      </p>
      {byMeaningOnly ? (
        <details class="nearest">
          <summary>The nearest by meaning</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </>
  );
}

function keyOf({ topic, index }: SearchResult): string {
  return formatRoute({ id: topic, chunk: index });
}

function moveFocus(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('.results li > a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const target = links[at + by];
  if (target !== undefined) target.focus();
  else if (by < 0) document.querySelector<HTMLElement>('.search input')?.focus();
}

interface EditionFiltersProps {
  readonly editions: Editions;
  readonly version: string | undefined;
  readonly locale: string | undefined;
  onChange(change: { readonly version?: string | undefined; readonly locale?: string | undefined }): void;
}

/** Which versions and languages are searched, where there are several. */
function EditionFilters({ editions, version, locale, onChange }: EditionFiltersProps) {
  const { versions, locales, current } = editions;
  return (
    <>
      <Filter
        label="Version"
        values={versions}
        current={current.versions.join(', ')}
        chosen={version}
        onChoose={(chosen) => onChange({ version: chosen })}
      />
      <Filter
        label="Language"
        values={locales}
        current={current.locale ?? ''}
        chosen={locale}
        onChoose={(chosen) => onChange({ locale: chosen })}
      />
    </>
  );
}

function Filter({
  label,
  values,
  current,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly values: readonly string[];
  readonly current: string;
  readonly chosen: string | undefined;
  onChoose(value: string | undefined): void;
}) {
  if (values.length < 2) return null;
  return (
    <label class="check">
      {label}
      <select value={chosen ?? ''} onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}>
        <option value="">{current || ALL_EDITIONS}</option>
        {values
          .filter((value) => value !== current)
          .map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        {current !== '' && <option value={ALL_EDITIONS}>{ALL_EDITIONS}</option>}
      </select>
    </label>
  );
}
