import type MarkdownIt from 'markdown-it';

/** Without attributes they can do nothing but mark words. */
const TAG = /^<(?<slash>\/?)(?<name>b|code|del|em|i|ins|kbd|mark|s|small|strong|sub|sup|u)>|^<br\s*\/?>/i;

/** Lets tags without attributes that mark words, such as `<b>`, count in text; one that is not closed stays text. */
export function plainTags(parser: InstanceType<typeof MarkdownIt>): void {
  parser.inline.ruler.before('autolink', 'plain_tag', (state, silent) => {
    const match = state.src[state.pos] === '<' ? TAG.exec(state.src.slice(state.pos, state.posMax)) : null;
    if (match === null) return false;
    const { name, slash } = match.groups!;
    const text = state.src.toLowerCase();
    const partner = slash === '/' ? `<${name}>` : `</${name}>`;
    const hasPartner =
      slash === '/'
        ? text.slice(0, state.pos).includes(partner.toLowerCase())
        : text.includes(partner.toLowerCase(), state.pos);
    if (name !== undefined && !hasPartner) return false;
    if (!silent) state.push('html_inline', '', 0).content = match[0];
    state.pos += match[0].length;
    return true;
  });
}
