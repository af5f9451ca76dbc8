import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { diagnosticsOf, FaultsError, TopicmillError } from '@topicmill/base/diagnostics';

/** What a tool answers: text for the model, and the same as data. */
export interface ToolAnswer {
  readonly data: Record<string, unknown>;
  readonly text: string;
}

/** Runs a tool. What is wrong with the request or the store becomes an error of the tool, which the model can read. */
export async function toolResult(work: () => Promise<ToolAnswer>): Promise<CallToolResult> {
  try {
    const { data, text } = await work();
    return { content: [{ type: 'text', text }], structuredContent: data };
  } catch (thrown) {
    return { content: [{ type: 'text', text: toldError(thrown) }], isError: true };
  }
}

/** An error in words, with its codes and remedies. */
export function toldError(thrown: unknown): string {
  if (!(thrown instanceof TopicmillError || thrown instanceof FaultsError)) throw thrown;
  return diagnosticsOf(thrown)
    .map(({ code, message, remedy }) => `${code}: ${message} ${remedy}`)
    .join('\n');
}
