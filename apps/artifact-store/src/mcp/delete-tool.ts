import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { toolInput, toolResult } from '@topicmill/serve/mcp';
import * as z from 'zod';
import { FILTER_INPUT, filterOf } from './filter-input.js';
import { MAX_FIELD_LENGTH } from './limits.js';
import { type ServedStore, unknownArtifact } from './served-store.js';

/** Registers `artifact_delete`. */
export function registerDeleteTool(server: McpServer, { store }: ServedStore): void {
  server.registerTool(
    'artifact_delete',
    {
      title: 'Delete artifacts',
      description:
        'Deletes an artifact, or all that match a filter, with chunks and vectors. This cannot be undone: call artifact_list with the same filter first.',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
      inputSchema: toolInput({
        artifact_id: z.string().min(1).max(MAX_FIELD_LENGTH).optional().describe('The artifact; or give a filter.'),
        ...FILTER_INPUT,
      }),
      outputSchema: { deleted: z.array(z.string()) },
    },
    ({ artifact_id: id, ...input }) =>
      toolResult(async () => {
        const isFiltered = Object.values(input).some((value) => value !== undefined);
        if ((id === undefined) !== isFiltered) throw oneOfBoth();
        if (id !== undefined && !(await store.delete(id))) throw unknownArtifact(id);
        const deleted = id === undefined ? await store.deleteMatching(filterOf(input)) : [id];
        return { data: { deleted: [...deleted] }, text: `Deleted ${deleted.join(', ') || 'nothing'}.` };
      }),
  );
}

function oneOfBoth(): TopicmillError {
  return new TopicmillError('INVALID_OPTION', 'Give either an artifact_id or a filter, not both.', {
    remedy: 'Give one of them.',
  });
}
