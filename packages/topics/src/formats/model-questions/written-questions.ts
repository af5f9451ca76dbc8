import * as z from 'zod';

const MAX_NAME_LENGTH = 100;

const chunkQuestions = z
  .strictObject({
    chunk: z.string().describe('Id of the chunk, as it was listed.'),
    text_hash: z.string().describe('Hash of the text, as it was listed.'),
    questions: z.array(z.string()).optional(),
    page_questions: z
      .array(z.string())
      .optional()
      .describe('About the page as a whole, for a text that was listed with page_questions.'),
    skip: z.literal(true).optional().describe('The text answers no question; instead of questions.'),
  })
  .refine(
    ({ questions, page_questions, skip }) => ((questions ?? page_questions) === undefined) !== (skip === undefined),
    {
      message: 'must have either questions or skip',
    },
  );

/** Fields of what hands questions back. */
export const writtenQuestionsShape = {
  by: z
    .string()
    .trim()
    .min(1)
    .max(MAX_NAME_LENGTH)
    .regex(/^[^\p{Cc}]*$/u, 'must be on one line')
    .describe('The model or agent that wrote the questions.'),
  chunks: z.array(chunkQuestions),
};

/** Schema of what `questions add` takes. */
export const writtenQuestionsSchema = z.strictObject(writtenQuestionsShape);

/** Questions that a model wrote for chunks. */
export type WrittenQuestions = z.infer<typeof writtenQuestionsSchema>;
/** Those for one chunk. */
export type ChunkQuestions = WrittenQuestions['chunks'][number];
