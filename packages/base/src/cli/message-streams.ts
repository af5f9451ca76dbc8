import { PassThrough, type Readable, Writable } from 'node:stream';
import type { CommandIo } from './command-io.js';

/** A command's input and output as streams of Node, for protocols that speak over them. Without input it is at its end. */
export function messageStreams({ stdin, stdout }: CommandIo): { readonly input: Readable; readonly output: Writable } {
  return {
    input: stdin === undefined ? new PassThrough().end() : (stdin as unknown as Readable),
    output: new Writable({
      decodeStrings: false,
      write(text, _, done) {
        stdout.write(String(text));
        done();
      },
    }),
  };
}
