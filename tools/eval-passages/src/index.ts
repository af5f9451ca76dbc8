export { locateChunks } from './locate-chunks.js';
export { type Range, scorePassages } from './score-passages.js';
