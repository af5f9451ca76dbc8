/** Says that a language model wrote a question; nothing of one that people wrote or changed. */
export function QuestionOrigin({ origin }: { readonly origin: 'model' | undefined }) {
  return origin === undefined ? null : (
    <small class="origin" title="A language model wrote this question">
      by a model
    </small>
  );
}
