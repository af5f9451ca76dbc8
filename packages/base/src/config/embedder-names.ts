/** Forms of an embedder's name, as help texts and messages list them. */
export const EMBEDDER_FORMS = 'builtin, encoder, ollama:<model> or openai:<model>';

/** Forms of the name of what reads questions. */
export const QUESTION_ENCODER_FORMS = 'encoder or encoder:<folder>';

/** Any name of these forms. */
export const QUESTION_ENCODER_NAME = /^encoder(?::.+)?$/;

/** Any name of the forms of embedders. */
export const EMBEDDER_NAME = /^(?:builtin(?::.+)?|encoder(?::.+)?|(?:ollama|openai):.+)$/;
