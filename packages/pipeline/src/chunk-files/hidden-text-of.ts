import type { Diagnostic } from '@topicmill/base/diagnostics';
import { HIDDEN_TEXT_KINDS, type HiddenText, type HiddenTextKind } from '@topicmill/text/hidden-text';
import { lineNumberAt } from '@topicmill/text/markdown';

const MESSAGES: Readonly<Record<HiddenTextKind, string>> = {
  'invisible-characters': 'There are characters here that nobody sees.',
  'hidden-html': 'Browsers do not show the text of this element.',
  'comment-to-model': 'This comment speaks to a language model.',
  'speaks-to-model': 'This sentence speaks to a language model.',
};

/** The flags of a chunk, for its manifest; nothing where there are none. */
export function hiddenTextOf(
  { startOffset, endOffset }: { readonly startOffset: number; readonly endOffset: number },
  hidden: readonly HiddenText[],
): { hidden_text?: HiddenTextKind[] } {
  const own = new Set(
    hidden.filter(({ start, end }) => start < endOffset && end > startOffset).map(({ kind }) => kind),
  );
  return own.size === 0 ? {} : { hidden_text: HIDDEN_TEXT_KINDS.filter((kind) => own.has(kind)) };
}

/** A warning for each piece of hidden text, in the order of the document. */
export function hiddenTextDiagnostics(hidden: readonly HiddenText[], text: string, file: string): Diagnostic[] {
  return hidden.map(({ kind, start }) => ({
    severity: 'warning',
    code: 'TEXT_HIDDEN',
    message: MESSAGES[kind],
    file,
    line: lineNumberAt(text, start),
    remedy: `Remove it, or leave it: agents see the flag ${kind} on the chunk.`,
  }));
}
