/** Forms of an embedder's name, as help texts and messages list them. */
export const EMBEDDER_FORMS = 'builtin, ollama:<model> or openai:<model>';

/** Any name of these forms. */
export const EMBEDDER_NAME = /^(?:builtin(?::.+)?|(?:ollama|openai):.+)$/;
