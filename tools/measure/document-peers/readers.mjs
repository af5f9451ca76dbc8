import { readFile } from 'node:fs/promises';

/** Kinds of files, by the endings of their names, that are text as they are. */
const TEXT = ['ics', 'vtt', 'srt', 'eml', 'txt'];

const langChain = {
  docx: async (path) => new (await import('@langchain/community/document_loaders/fs/docx')).DocxLoader(path),
  pptx: async (path) => new (await import('@langchain/community/document_loaders/fs/pptx')).PPTXLoader(path),
  pdf: async (path) => new (await import('@langchain/community/document_loaders/fs/pdf')).PDFLoader(path),
  epub: async (path) => new (await import('@langchain/community/document_loaders/fs/epub')).EPubLoader(path),
  srt: async (path) => new (await import('@langchain/community/document_loaders/fs/srt')).SRTLoader(path),
  csv: async (path) => new (await import('@langchain/community/document_loaders/fs/csv')).CSVLoader(path),
  tsv: async (path) =>
    new (await import('@langchain/community/document_loaders/fs/csv')).CSVLoader(path, { separator: '\t' }),
  html: async (path) => {
    const { CheerioWebBaseLoader } = await import('@langchain/community/document_loaders/web/cheerio');
    return new CheerioWebBaseLoader(`data:text/html;base64,${await readFile(path, 'base64')}`);
  },
  json: async (path) => new (await import('@langchain/classic/document_loaders/fs/json')).JSONLoader(path),
  ipynb: async (path) => new (await import('@langchain/classic/document_loaders/fs/json')).JSONLoader(path),
  text: async (path) => new (await import('@langchain/classic/document_loaders/fs/text')).TextLoader(path),
};

const llamaIndex = {
  docx: async () => new (await import('@llamaindex/readers/docx')).DocxReader(),
  html: async () => new (await import('@llamaindex/readers/html')).HTMLReader(),
  csv: async () => new (await import('@llamaindex/readers/csv')).CSVReader(),
  tsv: async () =>
    new (await import('@llamaindex/readers/csv')).CSVReader(true, undefined, undefined, { delimiter: '\t' }),
  pdf: async () => new (await import('@llamaindex/readers/pdf')).PDFReader(),
  json: async () => new (await import('@llamaindex/readers/json')).JSONReader({ logger: silent }),
  ipynb: async () => new (await import('@llamaindex/readers/json')).JSONReader({ logger: silent }),
  text: async () => new (await import('@llamaindex/readers/text')).TextFileReader(),
};
const silent = { log() {}, warn() {}, error() {} };

const OFFICE = ['docx', 'pptx', 'xlsx', 'odt', 'ods', 'odp', 'pdf'];
const OFFICE_8 = [...OFFICE, 'html', 'epub', 'csv'];

/** What has the ending of a kind, or reads all texts. */
const of = (readers, kind) => readers[kind] ?? (TEXT.includes(kind) ? readers.text : undefined);

/**
 * Readers of documents as their libraries offer them, with their own settings. Each makes of a file the texts of its pieces
 * with what it says of each, and `undefined` of a kind for which it has no reader.
 */
export const documentReaders = {
  async 'LangChain.js'(path, kind) {
    const loader = await of(langChain, kind)?.(path);
    return (await loader?.load())?.map(({ pageContent: text, metadata }) => ({ text, facts: factsOf(metadata) }));
  },
  async 'LlamaIndex.TS'(path, kind) {
    const reader = await of(llamaIndex, kind)?.();
    return (await reader?.loadData(path))?.map(({ text, metadata }) => ({ text, facts: factsOf(metadata) }));
  },
  async 'officeparser 6, text'(path, kind) {
    if (!OFFICE.includes(kind)) return undefined;
    const { parseOffice } = await import('officeparser');
    return [{ text: (await parseOffice(path)).toText(), facts: '' }];
  },
  async 'officeparser 8, Markdown'(path, kind) {
    if (!OFFICE_8.includes(kind)) return undefined;
    const { parseOffice } = await import('officeparser-8');
    return [{ text: (await (await parseOffice(path)).to('md')).value, facts: '' }];
  },
};

/** Where a file is, is nothing of its text. */
function factsOf({ source, blobType, file_path, file_name, ...facts }) {
  return JSON.stringify(facts);
}
