import { TopicmillError } from '@topicmill/base/diagnostics';
import { explainChunks, type StrategyChoice } from '@topicmill/chunking';
import { dialectOf } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import type { CutChoice } from './cut-choice.js';
import type { CutDocument, CutRequest, CutResponse } from './cutter.js';

addEventListener('message', ({ data }: MessageEvent<CutRequest>) => void answer(data));

async function answer({ number, document, choice }: CutRequest): Promise<void> {
  postMessage({ number, ...(await cutOutcome(document, choice)) } satisfies CutResponse);
}

async function cutOutcome(document: CutDocument, choice: CutChoice): Promise<Omit<CutResponse, 'number'>> {
  try {
    const dialect = dialectOf('none', document.file);
    return { explanation: await explainChunks({ ...document, dialect }, await withLoadedTokenCounter(choice)) };
  } catch (error) {
    if (!(error instanceof TopicmillError)) throw error;
    return { fault: [error.message, error.remedy].filter((part) => part !== undefined).join(' ') };
  }
}

async function withLoadedTokenCounter({ strategy, options }: CutChoice): Promise<StrategyChoice> {
  const tokenCounter = await loadTokenCounter(String(options['tokenCounter']));
  return { strategy, options: { ...options, tokenCounter } } as StrategyChoice;
}
