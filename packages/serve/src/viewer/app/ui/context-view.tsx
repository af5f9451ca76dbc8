import { assembleContext, type Context, type SearchOptions } from '@topicmill/search/retrieval';
import { loadCl100kBase } from '@topicmill/text/tokens/cl100k-base';
import { useState } from 'preact/hooks';
import type { DocsConnection } from '../data/docs-connection.js';
import { formatRoute } from '../route.js';
import { CopyButton } from './controls.js';
import { SearchFault, Skeleton } from './load-states.js';
import { count, whole } from './numbers.js';
import { useLoaded } from './use-loaded.js';

/** The tokenizer that contexts are counted by; its table is loaded when the first one is asked for. */
const CONTEXT_TOKENIZER = 'cl100k_base';

/** What `topicmill context` and the MCP tool `context` give an agent for a question. */
async function agentContext(
  connection: DocsConnection,
  question: string,
  { limit: _, ...scope }: SearchOptions,
  maxTokens: number,
): Promise<Context> {
  const { count } = await loadCl100kBase();
  const docs = { ...connection.docs, search: connection.search.bind(connection) };
  return assembleContext(docs, question, { ...scope, maxTokens, count });
}

interface ContextViewProps {
  readonly connection: DocsConnection;
  readonly query: string;
  readonly options: SearchOptions;
}

const BUDGETS = [1000, 2000, 4000, 8000] as const;
const DEFAULT_BUDGET = 4000;
/** A pause in typing after which a context is worth its while. */
const PAUSE_MS = 250;

/** What an agent gets for the query, what it costs, and a button that copies it. */
export function ContextView({ connection, query, options }: ContextViewProps) {
  const [budget, setBudget] = useState<number>(DEFAULT_BUDGET);
  const { value, error, isLoading } = useLoaded(
    () => agentContext(connection, query, options, budget),
    [connection, query, JSON.stringify(options), budget],
    PAUSE_MS,
  );
  const context = value?.question === query ? value : undefined;
  if (error !== undefined && !isLoading) return <SearchFault error={error} />;
  return (
    <section class="agent-context" aria-label="What an agent sees" aria-busy={isLoading}>
      <p class="context-head">
        <label>
          At most{' '}
          <select value={budget} onChange={({ currentTarget }) => setBudget(Number(currentTarget.value))}>
            {BUDGETS.map((each) => (
              <option key={each} value={each}>
                {whole(each)}
              </option>
            ))}
          </select>{' '}
          tokens
        </label>
        {context !== undefined && context.chunks.length > 0 && (
          <CopyButton text={context.text} refusal="The browser does not let this page copy: select the text below." />
        )}
      </p>
      {context === undefined ? (
        <Skeleton name="Collecting" lineCount={9} />
      ) : (
        <>
          <p class="explanation" role="status">
            {context.chunks.length === 0
              ? 'Nothing was found, or nothing that fits.'
              : `${count(context.chunks.length, 'chunk')}, ${count(context.tokens, 'token')} by ${CONTEXT_TOKENIZER}: what topicmill context and the MCP tool context answer.`}
          </p>
          <ol class="context-chunks">
            {context.chunks.map(({ topic, topic_title: topicTitle, title, index, tokens }) => (
              <li key={`${topic} ${index}`}>
                <a href={formatRoute({ id: topic, chunk: index })}>
                  {topicTitle}: {title}
                </a>{' '}
                <small>{count(tokens, 'token')}</small>
              </li>
            ))}
          </ol>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too. */}
          {context.chunks.length > 0 && <pre tabIndex={0}>{context.text}</pre>}
        </>
      )}
    </section>
  );
}
