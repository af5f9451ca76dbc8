import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { OpenedDocs } from './docs-source.js';
import type { ToolAnswer } from './tool-protocol.js';

/**
 * Answers a call of a tool from the docs.
 *
 * @param asked the topic that the model named; if there is none, the answer says which it most likely meant
 */
export type AnswerTool = (
  work: (opened: OpenedDocs) => Promise<ToolAnswer>,
  asked?: string | undefined,
) => Promise<CallToolResult>;
