/** A client of an MCP server. */
interface ToolClient {
  callTool(request: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
}

/** What a tool answered. */
export interface ToolResult {
  readonly data: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
}

/** Calls a tool of an MCP server that answers with one text. */
export async function callTool(client: ToolClient, name: string, input: Record<string, unknown>): Promise<ToolResult> {
  const result = await client.callTool({ name, arguments: input });
  const [content] = result['content'] as { text: string }[];
  return {
    data: result['structuredContent'] as Record<string, unknown>,
    text: content!.text,
    isError: result['isError'] === true,
  };
}
