/** Version of the schema of results, wherever they are given out. */
export const RESULT_FORMAT = 3;
