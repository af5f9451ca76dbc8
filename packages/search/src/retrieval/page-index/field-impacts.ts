import { type Bm25Field, lengthNorm, MAX_IMPACT, quantizedImpact } from '../bm25.js';
import type { Postings } from '../search-index/postings.js';
import type { Occurrences } from './page-source.js';

/** More than the largest impact. */
const IMPACTS = MAX_IMPACT + 1;
/** Postings in a greater share of the documents are put in order by a look at each document. */
const SPARSE_SHARE = 1 / 128;

/** Words in both parts of the documents of a field, by document number. */
type Lengths = readonly [first: ArrayLike<number>, second: ArrayLike<number>];

/** Makes postings of one field, with the impacts that `documentImpacts` gives. */
export class FieldImpacts {
  private shares: readonly Float64Array[] | undefined;

  /** @param settings of the field's one or two parts */
  constructor(
    private readonly lengths: Lengths,
    private readonly settings: readonly Bm25Field[],
  ) {}

  /** @param occurrences documents that are all different, in any order */
  postings({ documents, first, second }: Occurrences): Postings {
    this.shares ??= this.settings.map((setting, part) => sharesByLength(setting, this.lengths[part]!));
    const [ofFirst, ofSecond] = this.shares;
    const [firstLengths, secondLengths] = this.lengths;
    const impacts = new Uint8Array(documents.length);
    let isRising = true;
    for (let at = 0; at < impacts.length; at++) {
      const document = documents[at]!;
      let sum = 0;
      // Added one by one, as the words of a text are: a product would differ in its last digit.
      const share = ofFirst![firstLengths[document]!]!;
      for (let left = first[at]!; left > 0; left--) sum += share;
      if (ofSecond !== undefined) {
        const other = ofSecond[secondLengths[document]!]!;
        for (let left = second[at]!; left > 0; left--) sum += other;
      }
      impacts[at] = quantizedImpact(sum);
      if (at > 0 && document < documents[at - 1]!) isRising = false;
    }
    if (isRising) return { documents, impacts };
    const documentCount = firstLengths.length;
    return documents.length < SPARSE_SHARE * documentCount
      ? sorted(documents, impacts)
      : swept(documents, impacts, documentCount);
  }
}

/** What one occurrence adds, by the number of words. */
function sharesByLength({ weight, meanLength }: Bm25Field, lengths: ArrayLike<number>): Float64Array {
  let longest = 0;
  for (let at = 0; at < lengths.length; at++) if (lengths[at]! > longest) longest = lengths[at]!;
  const shares = new Float64Array(longest + 1);
  for (let length = 0; length <= longest; length++) shares[length] = weight / lengthNorm(length, meanLength);
  return shares;
}

function sorted(documents: Uint32Array, impacts: Uint8Array): Postings {
  // A number and an impact in one value, which sorts as fast as numbers do.
  const entries = Float64Array.from(documents, (document, at) => document * IMPACTS + impacts[at]!).sort();
  return {
    documents: Uint32Array.from(entries, (entry) => Math.floor(entry / IMPACTS)),
    impacts: Uint8Array.from(entries, (entry) => entry % IMPACTS),
  };
}

function swept(documents: Uint32Array, impacts: Uint8Array, documentCount: number): Postings {
  const ofDocuments = new Uint8Array(documentCount);
  for (let at = 0; at < documents.length; at++) ofDocuments[documents[at]!] = impacts[at]!;
  const ordered = { documents: new Uint32Array(documents.length), impacts: new Uint8Array(documents.length) };
  let end = 0;
  for (let document = 0; document < documentCount; document++) {
    if (ofDocuments[document] === 0) continue;
    ordered.documents[end] = document;
    ordered.impacts[end++] = ofDocuments[document]!;
  }
  return ordered;
}
