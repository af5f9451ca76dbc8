import { useEffect, useRef, useState } from 'preact/hooks';
import { type CutChoice, isSameChoice } from './cut-choice.js';
import { type CutDocument, type CutResponse, Cutter } from './cutter.js';

/** How a document is cut by a choice. */
export interface Cuts extends Omit<CutResponse, 'number'> {
  /** What the worker was asked last, whether it has answered or not. */
  readonly isCurrent: boolean;
}

interface CutState {
  readonly document: CutDocument;
  readonly choice: CutChoice;
  readonly response: Omit<CutResponse, 'number'>;
}

const BROKEN = 'The code that cuts documents could not be loaded. Load the page again when the server answers.';

/**
 * Cuts a document again whenever it or the choice changes; what was there before stays until then.
 *
 * @param choice nothing is cut without one
 */
export function useCuts(document: CutDocument, choice: CutChoice | undefined): Cuts | undefined {
  const [state, setState] = useState<CutState>();
  const cutter = useRef<Cutter>(undefined);
  useEffect(() => () => cutter.current?.close(), []);
  useEffect(() => {
    if (choice === undefined) return;
    const failed = (): void => setState({ document, choice, response: { fault: BROKEN } });
    cutter.current ??= new Cutter((response, request) => setState({ ...request, response }), failed);
    cutter.current.cut(document, choice);
  }, [document, choice]);
  if (choice === undefined || state === undefined || state.document.text !== document.text) return undefined;
  return { ...state.response, isCurrent: isSameChoice(state.choice, choice) };
}
