export { searchBoxFile } from './search-box-file.js';
