import type { SearchResult } from '@topicmill/search/retrieval';
import {
  findSnippet,
  markPieces,
  matchedWords,
  relatedWordsText,
  type SnippetPiece,
} from '@topicmill/search/retrieval';
import type { DocsConnection } from '../data/docs-connection.js';
import { formatRoute } from '../route.js';
import { QuestionOrigin, shadeStyle } from './chunk-marks.js';
import { SiteLink } from './controls.js';
import { count, similarity, whole } from './numbers.js';
import { useLoaded } from './use-loaded.js';

interface ResultItemProps {
  readonly result: SearchResult;
  /** How many different words the query has, stop words not counted. */
  readonly wordCount: number;
  readonly connection: DocsConnection;
}

/** A chunk that was found, its best passage, and why it was found. */
export function ResultItem({ result, wordCount, connection }: ResultItemProps) {
  const { relatedWords, titleWords } = result.match;
  const words = matchedWords(result.match);
  const inTitle = matchedWords({ words: titleWords, relatedWords });
  const { value: text } = useLoaded(() => connection.readChunk(result.path), [connection, result.path]);
  const lines = result.sourceLines;
  return (
    <li>
      <a href={formatRoute({ id: result.topic, chunk: result.index, marked: words })}>
        <span class="result-topic">
          <Pieces pieces={markPieces(result.topicTitle, inTitle)} />
          {result.version !== undefined && ` (${result.version})`}
        </span>
        <span class="result-title">
          <Pieces pieces={markPieces(result.title, words)} />
        </span>
      </a>
      <p class="snippet">{text === undefined ? '\u00a0' : <Pieces pieces={findSnippet(text, words)} />}</p>
      <p class="why">
        <Coverage result={result} wordCount={wordCount} />
        <Reasons result={result} />
        <SiteLink url={result.url} />
        <span class="place">
          chunk {result.index}
          {lines !== undefined && `, lines ${whole(lines[0])}–${whole(lines[1])}`}, {whole(result.tokenCount)} tokens
          {result.isCode && ', mostly code'}
        </span>
      </p>
    </li>
  );
}

/** How many of the query's words the chunk or its topic's title contains: a score says which result is better, not whether it is good. */
function Coverage({ result: { score, match }, wordCount }: Pick<ResultItemProps, 'result' | 'wordCount'>) {
  const found = new Set([...match.words, ...match.titleWords, ...match.descriptionWords]).size;
  const share = match.promptDistance !== undefined ? 1 : wordCount === 0 ? 0 : Math.min(1, found / wordCount);
  return (
    <span
      class="score"
      title={`Score ${score.toFixed(4)}, comparable with the other results of this search only`}
      style={{ '--share': share.toFixed(3) }}
    >
      {wordCount === 0 ? 'no words' : `${found} of ${count(wordCount, 'word')}`}
    </span>
  );
}

function Reasons({ result }: { readonly result: SearchResult }) {
  const { words, titleWords, descriptionWords, question, similarity: nearness, promptDistance } = result.match;
  const { questionOrigin, relatedWords } = result.match;
  return (
    <>
      {question !== undefined && (
        <span class="reason">
          question: {question} <QuestionOrigin origin={questionOrigin} />
        </span>
      )}
      {promptDistance !== undefined && (
        <span class="reason question">
          {promptDistance === 0
            ? 'answers this very question'
            : `answers a question like it (${promptDistance} of 64 bits differ)`}
        </span>
      )}
      {titleWords.length > 0 && <span class="reason">title: {titleWords.join(', ')}</span>}
      {descriptionWords.length > 0 && <span class="reason">description: {descriptionWords.join(', ')}</span>}
      {words.length > 0 && <span class="reason">text: {words.join(', ')}</span>}
      {relatedWords.length > 0 && <span class="reason">related: {relatedWordsText(relatedWords)}</span>}
      {nearness !== undefined && (
        <span class="reason" title={`Cosine with the query ${nearness.toFixed(4)}`}>
          meaning{' '}
          <span class="shade" style={shadeStyle(nearness)}>
            {similarity(nearness)}
          </span>
        </span>
      )}
    </>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly SnippetPiece[] }) {
  return <>{pieces.map(({ text, isHit }, at) => (isHit ? <mark key={at}>{text}</mark> : text))}</>;
}
