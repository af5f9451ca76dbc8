import type { SearchOptions } from '@topicmill/search/retrieval';
import { useState } from 'preact/hooks';
import { agentContext, CONTEXT_TOKENIZER } from '../data/agent-context.js';
import type { DocsConnection } from '../data/docs-connection.js';
import { formatRoute } from '../route.js';
import { CopyButton } from './copy-button.js';
import { count, whole } from './numbers.js';
import { SearchFault } from './search-fault.js';
import { Skeleton } from './skeleton.js';
import { useLoaded } from './use-loaded.js';

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
