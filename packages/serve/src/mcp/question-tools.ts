import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { writtenQuestionsShape } from '@topicmill/topics/formats';
import * as z from 'zod';
import type { QuestionDesk } from './docs-source.js';
import { MAX_QUERY_LENGTH, MAX_RESULTS, toolInput, toolResult } from './tool-protocol.js';

const DEFAULT_LIMIT = 5;

const TODO = {
  format: z.int().describe('Version of this schema.'),
  instructions: z.string(),
  questions_per_chunk: z.int().describe('At most.'),
  further: z.int().describe('Number of further chunks that are not listed.'),
  chunks: z.array(
    z.object({
      chunk: z.string(),
      text_hash: z
        .string()
        .describe('Return it with the questions, so that questions about an earlier text can be recognized.'),
      page_title: z.string(),
      headings: z.array(z.string()),
      languages: z.array(z.string()).describe('ISO 639-3, of the questions.'),
      text: z.string(),
      page_questions: z.int().optional().describe('The text opens a page: further questions about all of it, at most.'),
      outline: z.array(z.string()).optional().describe('What the page contains.'),
      present_questions: z
        .array(z.string())
        .optional()
        .describe('What the text has, and keeps: only questions about the page as a whole are asked for.'),
      present_page_questions: z.array(z.string()).optional().describe('The same about the page as a whole.'),
      earlier_questions: z
        .array(z.string())
        .optional()
        .describe('Questions about an earlier text; repeat those that still fit.'),
      earlier_page_questions: z.array(z.string()).optional().describe('The same about the page as a whole.'),
      hidden_text: z
        .array(z.string())
        .optional()
        .describe('Kinds of hidden text in the chunk, which readers do not see.'),
    }),
  ),
};

const ADDED_ANSWER_SCHEMA = {
  added: z.array(z.object({ chunk: z.string(), question: z.string() })),
  moved: z
    .array(z.object({ chunk: z.string(), question: z.string(), from: z.string() }))
    .describe('Questions that another chunk of the page had, about an earlier text.'),
  repeated: z
    .array(z.object({ chunk: z.string(), question: z.string() }))
    .describe('Earlier questions that you gave again, and that stay.'),
  few: z
    .array(z.object({ chunk: z.string(), count: z.int() }))
    .describe('Chunks of yours with fewer questions than are asked for.'),
  skipped: z.array(z.string()).describe('Chunks that answer nothing.'),
  refused: z.array(
    z.object({ chunk: z.string(), question: z.string().optional(), reason: z.string(), message: z.string() }),
  ),
  files: z.array(z.string()).describe('Files that were written.'),
};

/** Registers the tools by which an agent writes the questions that chunks answer. */
export function registerQuestionTools(server: McpServer, desk: QuestionDesk): void {
  server.registerTool(
    'questions_todo',
    {
      title: 'Get chunks without questions',
      description:
        'Lists chunks that have no questions, whose text has changed since they were written, or that open a page without questions about the page as a whole, with instructions. Write the questions and pass them to questions_add.',
      annotations: { readOnlyHint: true, openWorldHint: false },
      inputSchema: toolInput({
        below: z.string().max(MAX_QUERY_LENGTH).default('').describe('Id of a topic or category. Omit it for all.'),
        limit: z.int().positive().max(MAX_RESULTS).default(DEFAULT_LIMIT).describe('Maximum number of chunks.'),
      }),
      outputSchema: TODO,
    },
    ({ below, limit }) => answer(() => desk.todo(below, limit)),
  );
  server.registerTool(
    'questions_add',
    {
      title: 'Add questions',
      description:
        'Checks questions that you wrote for chunks from questions_todo and saves the acceptable ones to files in the repository, for people to review. Searches use them after the next build. The answer lists each rejected question with the reason, and those that moved here from an edited chunk of the same page. To replace a question that is in a file, delete its line there and add another one.',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      inputSchema: toolInput(writtenQuestionsShape),
      outputSchema: ADDED_ANSWER_SCHEMA,
    },
    (written) => answer(() => desk.add(written)),
  );
}

function answer(work: () => Promise<Record<string, unknown>>): Promise<CallToolResult> {
  return toolResult(async () => {
    const data = await work();
    return { data, text: JSON.stringify(data, null, 2) };
  });
}
