export { EMBEDDER_FORMS, EMBEDDER_NAME, QUESTION_ENCODER_FORMS, QUESTION_ENCODER_NAME } from './embedder-names.js';
export { nearestName } from './nearest-name.js';
export { STOP_WORD_LANGUAGES } from './stop-word-languages.js';
export { readUserConfig, shownUserConfigPath } from './user-config.js';
