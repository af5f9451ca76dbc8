import { decodeIfValid, encodePath } from '@topicmill/base/paths';
/** What a topic's page shows. */
export type TopicView = 'reference' | 'chunks' | 'stripes' | 'questions' | 'explain';

export const TOPIC_VIEWS: readonly TopicView[] = ['reference', 'chunks', 'stripes', 'questions', 'explain'];

/** A place in the viewer, as the fragment of the address names it. */
export interface Route {
  /** Of the topic or category; `''` for the docs root. */
  readonly id: string;
  readonly view: TopicView;
  /** Selected chunk. */
  readonly chunk?: number | undefined;
  /** Id of a heading of the reference. */
  readonly heading?: string | undefined;
  /** Words of a query to be marked in the selected chunk. */
  readonly marked?: readonly string[] | undefined;
  /** What is searched for; there whenever results are shown. */
  readonly query?: string | undefined;
  /** Of a search: search the topic `id` only. */
  readonly isWithinTopic?: boolean | undefined;
  readonly kind?: 'code' | 'prose' | undefined;
  /** Of a search: version and language, where not the current ones. */
  readonly version?: string | undefined;
  readonly locale?: string | undefined;
  /** Show what an agent gets for the query instead of results. */
  readonly isContext?: boolean | undefined;
}

/** More words are not marked: an address may come from anywhere. */
const MAX_MARKED = 30;

export function parseRoute(hash: string): Route {
  const [path = '', parameters = ''] = (/^#\/(.*)$/.exec(hash)?.[1] ?? '').split('?');
  const search = new URLSearchParams(parameters);
  const chunk = search.get('chunk');
  const view = TOPIC_VIEWS.find((each) => each === search.get('view')) ?? 'reference';
  const kind = search.get('kind');
  const marked = search.getAll('mark').filter((word) => word !== '');
  return {
    id: path.split('/').map(decodeIfValid).join('/'),
    view,
    chunk: chunk !== null && /^\d{1,6}$/.test(chunk) ? Number(chunk) : undefined,
    heading: search.get('at') ?? undefined,
    marked: marked.length === 0 ? undefined : marked.slice(0, MAX_MARKED),
    query: search.get('q') ?? undefined,
    isWithinTopic: search.has('within'),
    kind: kind === 'code' || kind === 'prose' ? kind : undefined,
    version: search.get('version') ?? undefined,
    locale: search.get('locale') ?? undefined,
    isContext: search.has('context'),
  };
}

export function formatRoute(route: Partial<Route>): string {
  const { id, view, chunk, heading, marked, query, isWithinTopic, kind, version, locale, isContext } = route;
  const search = new URLSearchParams();
  if (query !== undefined) search.set('q', query);
  if (isWithinTopic) search.set('within', '');
  if (kind !== undefined) search.set('kind', kind);
  if (version !== undefined) search.set('version', version);
  if (locale !== undefined) search.set('locale', locale);
  if (isContext) search.set('context', '');
  if (view !== undefined && view !== 'reference') search.set('view', view);
  if (chunk !== undefined) search.set('chunk', String(chunk));
  if (heading !== undefined) search.set('at', heading);
  for (const word of marked ?? []) search.append('mark', word);
  const parameters = search.toString();
  const path = encodePath(id ?? '');
  return `#/${path}${parameters === '' ? '' : `?${parameters}`}`;
}
