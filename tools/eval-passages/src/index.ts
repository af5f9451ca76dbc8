export { locateChunks } from './locate-chunks.js';
export { type PassageCorpus, readPassages } from './read-passages.js';
export { type Range, scorePassages } from './score-passages.js';
