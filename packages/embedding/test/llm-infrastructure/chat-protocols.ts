import type { Reaction, ReceivedRequest } from './loopback-server.js';

interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** What the models of these tests answer: the last word of the prompt. */
export function lastWord(text: string): string {
  return /\S+$/.exec(text)?.[0] ?? '';
}

/** Answers as OpenAI's `/v1/chat/completions` does. */
export function openAiChatReaction({ path, body }: ReceivedRequest): Reaction {
  if (path !== '/v1/chat/completions') return { status: 404, json: { error: { message: 'Unknown request URL' } } };
  const { model, messages } = body as unknown as ChatBody;
  return { json: openAiAnswer(model, lastWord(messages.at(-1)!.content)) };
}

export function openAiAnswer(model: string, content: unknown, finishReason = 'stop'): unknown {
  const choice = { index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: finishReason };
  return { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, choices: [choice], usage: {} };
}

/** Answers as Ollama's `/api/chat` does without streaming. */
export function ollamaChatReaction({ path, body }: ReceivedRequest): Reaction {
  if (path !== '/api/chat') return { status: 404, raw: '404 page not found' };
  const { model, messages } = body as unknown as ChatBody;
  const message = { role: 'assistant', content: lastWord(messages.at(-1)!.content) };
  return { json: { model, created_at: '2026-01-01T00:00:00Z', message, done: true, done_reason: 'stop' } };
}
