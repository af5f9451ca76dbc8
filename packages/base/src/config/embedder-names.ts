/** Forms of an embedder's name, as help texts and messages list them. */
export const EMBEDDER_FORMS = 'builtin, encoder, ollama:<model> or openai:<model>';

/** Any name of these forms. */
export const EMBEDDER_NAME = /^(?:builtin(?::.+)?|encoder(?::.+)?|(?:ollama|openai):.+)$/;
