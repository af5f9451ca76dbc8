export { locateChunks } from './locate-chunks.js';
export { type CutCounts, countCuts, type HeadedChunk, noCuts } from './measure-cuts.js';
export { type PairedDifference, pairedDifference } from './paired-difference.js';
export { type PassageCorpus, readPassages } from './read-passages.js';
export { pathAt, readStructure, type Structure, type StructureHeading } from './read-structure.js';
export { type Range, scorePassages } from './score-passages.js';
