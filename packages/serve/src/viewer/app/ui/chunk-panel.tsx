import { encodeChunkPath } from '@topicmill/topics/formats/chunk-pack';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { useState } from 'preact/hooks';
import type { DocsConnection } from '../data/docs-connection.js';
import type { LoadedTopic, ShownChunk } from '../data/load-topic.js';
import { orderOf } from '../data/stripes.js';
import { formatRoute } from '../route.js';
import { KindMark, QuestionOrigin, Shade } from './chunk-marks.js';
import { CopyButton, Icon, SiteLink } from './controls.js';
import { similarity, whole } from './numbers.js';
import { useLoaded } from './use-loaded.js';

interface ChunkPanelProps {
  readonly chunk: ShownChunk;
  readonly topic: LoadedTopic;
  readonly connection: DocsConnection;
  onClose(): void;
  onStep(by: number): void;
}

/** All that is known about one chunk. */
export function ChunkPanel({ chunk, topic, connection, onClose, onStep }: ChunkPanelProps) {
  const { item, prompts } = chunk;
  const path = pathIn(topic.index.id, item.href.split('/').slice(-2).map(decodeURIComponent).join('/'));
  return (
    <div class="panel">
      <PanelHead item={item} onClose={onClose} onStep={onStep} />
      <p class="panel-title">{item.title}</p>
      <ChunkProperties chunk={chunk} topic={topic} />
      <p class="panel-links">
        <a href={formatRoute({ id: topic.index.id, chunk: item.index })}>In the reference</a>
        <a href={encodeChunkPath(path)} target="_blank" rel="noopener">
          File <Icon name="open" />
        </a>
        <CopyButton
          text={() => connection.readChunk(path)}
          label={`Copy chunk ${item.index} as an agent reads it`}
          refusal="The browser does not let this page copy: open the file."
        />
      </p>
      {prompts.length > 0 && <Questions prompts={prompts} />}
      {item.keywords.length > 0 && <Keywords names={item.keywords.map(({ name }) => name)} />}
      <AgentText connection={connection} path={path} />
    </div>
  );
}

/** Those come first that set the chunk apart. */
const KEYWORDS_AT_FIRST = 12;

function Keywords({ names }: { readonly names: readonly string[] }) {
  const further = names.slice(KEYWORDS_AT_FIRST);
  return (
    <>
      <h3>Keywords</h3>
      <p class="keyword-words">{names.slice(0, KEYWORDS_AT_FIRST).join(', ')}</p>
      {further.length > 0 && (
        <details class="keyword-words">
          <summary>{further.length} more</summary>
          {further.join(', ')}
        </details>
      )}
    </>
  );
}

function PanelHead({ item, onClose, onStep }: Pick<ChunkPanelProps, 'onClose' | 'onStep'> & Pick<ShownChunk, 'item'>) {
  return (
    <div class="panel-head">
      <h2>
        Chunk {item.index} <KindMark isCode={item.is_code} />
      </h2>
      <button
        type="button"
        class="icon-button"
        aria-label="Previous chunk"
        title="Previous chunk (k)"
        onClick={() => onStep(-1)}
      >
        ‹
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label="Next chunk"
        title="Next chunk (j)"
        onClick={() => onStep(1)}
      >
        ›
      </button>
      <button type="button" class="icon-button" aria-label="Close" title="Close (Esc)" onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function ChunkProperties({ chunk: { item, lines }, topic }: Pick<ChunkPanelProps, 'chunk' | 'topic'>) {
  const chunkSet = topic.index._embedded.chunks!['golden-reference'];
  const places = [
    ['conceptual', orderOf('conceptual', chunkSet)],
    ['technical', chunkSet.stripe_order_technical],
  ] as const;
  return (
    <dl class="properties">
      <dt>Tokens</dt>
      <dd>{whole(item.tokens)}</dd>
      <dt>Bytes</dt>
      <dd>{whole(item.bytes)}</dd>
      <dt>Lines</dt>
      <dd>
        {whole(lines[0])}–{whole(lines[1])}
      </dd>
      <dt>Conceptual</dt>
      <dd>
        <Shade value={item.similarity_conceptual} label="Similarity to the conceptual baseline" />
      </dd>
      {item.url !== undefined && (
        <>
          <dt>Address</dt>
          <dd>
            <SiteLink url={item.url} />
          </dd>
        </>
      )}
      {item.similarity_technical !== undefined && (
        <>
          <dt>Technical</dt>
          <dd>
            <Shade value={item.similarity_technical} label="Similarity to the technical baseline" />
          </dd>
        </>
      )}
      {places.map(([name, order]) =>
        order === undefined ? null : (
          <PlaceInOrder key={name} name={name} place={order.indexOf(item.index)} length={order.length} />
        ),
      )}
    </dl>
  );
}

function Questions({ prompts }: Pick<ShownChunk, 'prompts'>) {
  return (
    <>
      <h3>Questions it answers</h3>
      <ul class="prompts">
        {prompts.map(({ question, similarity: nearness, origin }) => (
          <li key={question}>
            {question} <small>{similarity(nearness)}</small> <QuestionOrigin origin={origin} />
          </li>
        ))}
      </ul>
    </>
  );
}

function PlaceInOrder({
  name,
  place,
  length,
}: {
  readonly name: string;
  readonly place: number;
  readonly length: number;
}) {
  return (
    <>
      <dt>Place, {name}</dt>
      <dd>{place < 0 ? 'baseline' : `${place + 1} of ${length}`}</dd>
    </>
  );
}

/** The chunk file, loaded when somebody wants to see it. */
function AgentText({ connection, path }: { readonly connection: DocsConnection; readonly path: string }) {
  const [isOpen, setOpen] = useState(false);
  const { value, error } = useLoaded(
    async () => (isOpen ? connection.readChunk(path) : undefined),
    [connection, path, isOpen],
  );
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>As an agent reads it</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too. */}
      {error === undefined ? <pre tabIndex={0}>{value}</pre> : <p>{error.message}</p>}
    </details>
  );
}
