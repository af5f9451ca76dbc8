import { TopicmillError } from '@topicmill/base/diagnostics';
import { openPostgres, type Postgres, type Transaction } from '@topicmill/base/postgres';
import {
  ANALYSIS,
  type DocsLoader,
  type EmbedQuery,
  type SearchIndex,
  type SearchOptions,
  type WordKnowledge,
} from '@topicmill/search/retrieval';
import {
  checkSearch,
  columnsOfPages,
  PageIndex,
  type PageStatistics,
  SEARCH_OPTIONS,
  searchIndex,
  vectorDimensions,
} from '@topicmill/search/retrieval/node';
import { pageReads } from './page-reads.js';
import { choosePublication, listPublications, type Publication, parsePublicationAddress } from './publication.js';
import { hasSchema } from './schema.js';

const BUSY_TIMEOUT_MS = 30_000;

/** Docs that were published in a database. */
export interface PublishedDocs {
  /** Files of the docs root. */
  readonly loader: DocsLoader;
  /** Opens search; `embed` turns queries into vectors of the index's model. */
  openIndex(embed?: EmbedQuery, words?: WordKnowledge): Promise<SearchIndex>;
  close(): Promise<void>;
}

/** The pages of one revision, in memory. */
interface Loaded {
  readonly publication: Publication;
  readonly index: PageIndex;
}

/**
 * Opens published docs. Each search reads one state of them, whatever is published meanwhile.
 *
 * @param text `postgres://…`, as `parsePublicationAddress` takes it
 * @throws TopicmillError `INVALID_OPTION`; its methods also `STORE_MISSING`, `STORE_FOREIGN`, `DATABASE_…`
 */
export function openPublishedDocs(text: string): PublishedDocs {
  const { address, ...named } = parsePublicationAddress(text);
  const postgres = openPostgres(address, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  let loaded: Loaded | undefined;
  const publicationOf = async (transaction: Transaction): Promise<Publication> => {
    const known = (await hasSchema(transaction, postgres.schema, postgres.place))
      ? await listPublications(transaction)
      : [];
    return choosePublication(known, named, postgres.place);
  };
  const load = async (transaction: Transaction): Promise<Loaded> => {
    const publication = await publicationOf(transaction);
    const isSame = loaded?.publication.id === publication.id && loaded.publication.revision === publication.revision;
    if (!isSame) loaded = { publication, index: await loadIndex(transaction, publication, postgres.place) };
    return loaded!;
  };
  return {
    loader: fileLoader(postgres, publicationOf),
    async openIndex(embed, words) {
      const { index } = await postgres.read(load);
      const { topicCount, chunkCount, vectors } = index.facts;
      return {
        topicCount,
        chunkCount,
        model: vectors?.model,
        editions: index.editions,
        async search(query, options: SearchOptions = {}) {
          checkSearch(query, options, SEARCH_OPTIONS);
          // Before the transaction: a model may take its time. Prompts fall back to a search by vectors.
          const vector = options.mode !== 'bm25' && vectors !== undefined ? await embed?.(query) : undefined;
          return postgres.read(async (transaction) => {
            const { index: current, publication } = await load(transaction);
            const tables = current.tables(pageReads(transaction, publication.id));
            return searchIndex(tables, query, options, { embed: async () => vector, words });
          });
        },
      };
    },
    close: () => postgres.close(),
  };
}

async function loadIndex(transaction: Transaction, { id, head }: Publication, place: string): Promise<PageIndex> {
  if (head.analysis !== ANALYSIS) {
    throw new TopicmillError(
      'STORE_FOREIGN',
      `Its terms were made by text analysis "${head.analysis}"; this release uses "${ANALYSIS}".`,
      {
        file: place,
        remedy: 'Publish the docs with this release, or read them with the one that published them.',
      },
    );
  }
  const rows = await transaction.rows<{ key: number; id: string; statistics: string; vector_bytes: number }>(
    `SELECT key, id, statistics, octet_length(vectors) AS vector_bytes
       FROM pages WHERE publication = $1 AND statistics IS NOT NULL`,
    [id],
  );
  const pages = rows.map((row) => ({ ...row, statistics: JSON.parse(row.statistics) as PageStatistics }));
  const [first] = pages;
  const hasVectors = head.model !== undefined && first !== undefined;
  const dimensions = first && vectorDimensions(first.vector_bytes / vectorCount(first.statistics));
  return new PageIndex({
    ...head,
    columns: columnsOfPages(pages),
    vectors: hasVectors ? { model: head.model, dimensions: dimensions! } : undefined,
  });
}

/** Of its chunks, and then of its questions. */
function vectorCount({ code, questions }: PageStatistics): number {
  return code.length + questions.length;
}

function fileLoader(postgres: Postgres, publicationOf: (transaction: Transaction) => Promise<Publication>): DocsLoader {
  return {
    hasChunksByPath: true,
    async read(path, range) {
      const content = await postgres.read(async (transaction) => {
        const { id } = await publicationOf(transaction);
        const [row] = await transaction.rows<{ content: Buffer }>(
          `SELECT content FROM files WHERE publication = $1 AND path = $2
           UNION ALL SELECT convert_to(text, 'UTF8') FROM chunks WHERE publication = $1 AND path = $2`,
          [id, path],
        );
        return row?.content;
      });
      if (content === undefined) {
        throw new TopicmillError('FILE_UNREADABLE', 'There is no such file in the published docs.', {
          file: path,
          remedy: 'Look up topics and chunks in the index of the docs root.',
        });
      }
      return range === undefined ? content : content.subarray(range.start, range.end);
    },
  };
}
