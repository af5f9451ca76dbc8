/** A line of MyST that gives what follows a label: `(kiln-care)=`. */
const TARGET = /^ {0,3}\([\w|@<>*./+:-]{1,100}\)=[ \t]*$/gm;
/** A role of MyST before its text: `` {ref}`Kiln care <kiln-care>` ``. */
const ROLE = /\{[A-Za-z][\w:.+-]{0,100}\}`([^`<>\r\n]+)(<[^`<>\r\n]*>)?`/g;

/** A text without the labels of MyST, which are blank lines then, and with roles as the code or the text that they mark. */
export function withoutTargets(markdown: string): string {
  return markdown
    .replace(TARGET, '')
    .replace(ROLE, (_, text: string, target?: string) => `\`${target === undefined ? text : text.trimEnd()}\``);
}
