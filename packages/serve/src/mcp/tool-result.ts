import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';

/** What a tool answers. */
export interface ToolAnswer {
  /** For programs. */
  readonly data: Record<string, unknown>;
  /** The same for the model. */
  readonly text: string;
}

/**
 * The result of a tool call: an error with a code becomes an answer that names it with its remedy, so that the model can
 * correct its call.
 *
 * @param remedyOf a better remedy than that of the error, if there is one
 */
export async function toolResult(
  work: () => Promise<ToolAnswer>,
  remedyOf?: (error: TopicmillError) => Promise<string | undefined>,
): Promise<CallToolResult> {
  try {
    const { data, text } = await work();
    return { content: [{ type: 'text', text }], structuredContent: data };
  } catch (thrown) {
    const remedy = thrown instanceof TopicmillError ? await remedyOf?.(thrown) : undefined;
    return { content: [{ type: 'text', text: describeFaults(thrown, remedy) }], isError: true };
  }
}

/** An error in words, with its codes and remedies. Throws again what has no code. */
export function describeFaults(thrown: unknown, betterRemedy?: string): string {
  if (!(thrown instanceof TopicmillError)) throw thrown;
  return diagnosticsOf(thrown)
    .map(({ code, message, remedy }) => `${code}: ${message} ${betterRemedy ?? remedy}`)
    .join('\n');
}
