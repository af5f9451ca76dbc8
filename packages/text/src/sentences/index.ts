export { followsAbbreviation } from './abbreviations.js';
export {
  areReadBackward,
  isSimpleText,
  sentenceStartBefore,
  sentenceStarts,
  splitSentences,
} from './sentence-starts.js';
