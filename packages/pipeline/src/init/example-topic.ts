const GOLDEN_REFERENCE = `# Writing a topic

A topic is a folder with a file called golden-reference.md. The file says everything that a reader needs to know about
one subject, in one place. Topicmill cuts it into chunks, finds the terms that set it apart from the other topics, and
writes an index.json from which people and agents pick the chunks they want. This topic is an example: build it, look
at what was generated next to it, then put your own topics in its place.

## Quick reference

| File | Written by | Contents |
|---|---|---|
| golden-reference.md | you | the text |
| qa-pairs.md | you | questions that readers ask, with answers |
| topic-spec.md | you and Topicmill | what the topic is about; keywords and chunks |
| _chunks/ | Topicmill | the chunk files and where each comes from |
| _keywords/ | Topicmill | the terms and their scores |
| index.json | Topicmill | links to all of these, with the order in which to read the chunks |

Build all topics with one command, and one topic with another:

~~~shell
npx nx run-many -t index
npx nx run writing-a-topic:index
~~~

A topic's id is the path of its folder below the docs root. Folders can be nested: one that contains topics, at any
depth, is a category, and has an index.json too. Topicmill passes over folders whose name begins with an underscore or a
dot.

## How to structure the text

Start with one heading of level one and a paragraph that says what the subject is and who needs it. That paragraph
becomes the description of the topic, and the first chunk is what every other chunk is compared with, so it should
speak of the whole subject.

Use a heading of level two for each question that a reader may come with, and do not skip levels on the way down. A
chunk ends at a heading once it has grown to a useful size, so a section that answers one question tends to become one
chunk. Each chunk file repeats the headings above it: whoever reads only that chunk still sees where it belongs.

Keep code in fenced blocks. A fenced block is never cut in two, whatever its length, and a hash sign inside it is not a
heading. A table or a list may be cut between two of its lines where a chunk is full: put a heading between the parts of
a long one.

### How long a topic should be

Two or three thousand words are a good length. A much shorter text becomes a single chunk, which is fine for a small
subject. A much longer one is usually several subjects: give each a folder, and put the folders into one that is named
after what they share.

## Questions and answers

Write down the questions that readers really ask, in their words, in qa-pairs.md. Each starts with a line like
"## Q: How do I build one topic?" and is followed by a line that starts with "A:". A question leaves a short
fingerprint in the chunks that come close to it, so that somebody who asks nearly the same is led to them at once.

## Editing and building again

Change the text and run the build once more. Only the topic that was changed is made again, and only the chunks with
new text are embedded again. Files that Topicmill writes are restored when they go missing. What you write into
topic-spec.md outside of its two generated sections stays as you wrote it.
`;

const QA_PAIRS = `# Questions

## Q: How do I build one topic?

A: Run \`npx nx run <topic>:index\`, where the topic is the path of its folder below the docs root.

## Q: What makes a folder a topic?

A: A file called golden-reference.md. Its folder's path below the docs root is the id of the topic.

## Q: How long should a topic be?

A: Two or three thousand words. Longer texts are usually several subjects, and better several topics.
`;

/** The topic that a docs root without topics gets: texts by path below the docs root. */
export const EXAMPLE_TOPIC: Readonly<Record<string, string>> = {
  'writing-a-topic/golden-reference.md': GOLDEN_REFERENCE,
  'writing-a-topic/qa-pairs.md': QA_PAIRS,
};
