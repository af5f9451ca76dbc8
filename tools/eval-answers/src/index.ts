export { type AnsweredQuestion, readCorpus, type Topic } from './read-corpus.js';
