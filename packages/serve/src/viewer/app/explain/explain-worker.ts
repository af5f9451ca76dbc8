import { TopicmillError } from '@topicmill/base/diagnostics';
import { DEFAULT_TWO_TIER_OPTIONS, explainChunks, type StrategyChoice } from '@topicmill/chunking';
import { dialectOf } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import type { CutChoice } from './cut-choice.js';
import type { CutDocument, CutRequest, CutResponse } from './cutter.js';

addEventListener('message', ({ data }: MessageEvent<CutRequest>) => void answer(data));

async function answer({ number, document, choice }: CutRequest): Promise<void> {
  postMessage({ number, ...(await outcomeOf(document, choice)) } satisfies CutResponse);
}

async function outcomeOf(document: CutDocument, choice: CutChoice): Promise<Omit<CutResponse, 'number'>> {
  try {
    const dialect = dialectOf('none', document.file);
    return { explanation: explainChunks({ ...document, dialect }, await strategyOf(choice)) };
  } catch (error) {
    if (!(error instanceof TopicmillError)) throw error;
    return { fault: [error.message, error.remedy].filter((part) => part !== undefined).join(' ') };
  }
}

async function strategyOf({ strategy, tokenCounter: counterName, sizes, isApart }: CutChoice): Promise<StrategyChoice> {
  const tokenCounter = await loadTokenCounter(counterName);
  if (strategy === 'two-tier') {
    const { sections, snippets } = DEFAULT_TWO_TIER_OPTIONS;
    const options = {
      sections: { ...sections, maxTokens: sizes['sectionTokens']! },
      snippets: { ...snippets, maxTokens: sizes['snippetTokens']! },
      tokenCounter,
    };
    return { strategy, options };
  }
  const { maxTokens } = sizes;
  if (strategy === 'structural') {
    return { strategy, options: { targetTokens: sizes['targetTokens'], maxTokens, tokenCounter } };
  }
  const sections = isApart ? 'apart' : 'joined';
  return { strategy, options: { minTokens: sizes['minTokens'], maxTokens, sections, tokenCounter } };
}
