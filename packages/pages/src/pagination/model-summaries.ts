import { breadcrumbOf } from '@topicmill/text/markdown';
import { oneLine } from '@topicmill/text/white-space';
import type { Summarize } from './extractive-summaries.js';
import { headingPath, readablePart } from './page-source.js';

/** The part of a language model that summaries use. */
export interface SummaryModel {
  generate(
    prompt: { readonly system: string; readonly user: string; readonly temperature: number },
    label: string,
  ): Promise<{ readonly text: string }>;
}

const TEMPERATURE = 0.2;
const REQUESTS_AT_ONCE = 4;
const SYSTEM = `You get one page of a longer document. Say in one sentence of at most 25 words what the page is about, so that a reader of the page before or after it knows what to expect.
Reply with the sentence alone: plain text in the language of the page, no markdown, no introduction, no quotation marks.`;

/**
 * One sentence per page by a language model, from the page's headings and own text: an unchanged page has the same
 * prompt, so its answer can be cached.
 *
 * @throws when summarising: whatever the model throws, after pending requests have ended
 */
export function modelSummaries(model: SummaryModel): Summarize {
  return async (source, plan) => {
    const sentences: string[] = [];
    // In groups, so that no further requests are sent after one has failed.
    for (let first = 0; first < plan.length; first += REQUESTS_AT_ONCE) {
      const group = plan.slice(first, first + REQUESTS_AT_ONCE).map(async ({ firstUnit, endUnit }, index) => {
        const { units } = source;
        const own = readablePart(source, units[firstUnit]!.startOffset, units[endUnit - 1]!.endOffset);
        const path = breadcrumbOf(headingPath(source, firstUnit));
        const prompt = { system: SYSTEM, user: `Headings: ${path}\n\n${own.trim()}`, temperature: TEMPERATURE };
        const reply = await model.generate(prompt, `page ${first + index + 1}`);
        return oneSentence(reply.text);
      });
      const settled = await Promise.allSettled(group);
      for (const each of settled) {
        if (each.status === 'rejected') throw each.reason;
        sentences.push(each.value);
      }
    }
    return sentences;
  };
}

/** The first paragraph of a reply on one line, without quotation marks around it. */
function oneSentence(reply: string): string {
  const [first = ''] = reply.trim().split(/\n\s*\n/);
  const line = oneLine(first);
  return /^(["“'])(.*)["”']$/.exec(line)?.[2] ?? line;
}
