import { PHRASES, type Phrase } from './phrases.js';

export interface PhraseFinding {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  readonly instead: string;
}

/** White space, including the marker that starts the next line of a comment or quote. */
const GAP = String.raw`\s+(?:(?:\*|//|#|>)[ \t]+)?`;

const EXPRESSIONS = new Map<Phrase, RegExp>();

/** Finds the phrases to avoid in a file, in order. Code in markdown is skipped: whatever it quotes is checked at its source. */
export function findPhrases(path: string, text: string): PhraseFinding[] {
  const prose = path.endsWith('.md') ? withoutCode(text) : text;
  return PHRASES.flatMap((phrase) =>
    [...prose.matchAll(expressionOf(phrase))].map((match) => ({
      line: prose.slice(0, match.index).split('\n').length,
      text: match[0].replace(/\s+/g, ' '),
      instead: phrase.instead,
    })),
  ).sort((a, b) => a.line - b.line);
}

function expressionOf(phrase: Phrase): RegExp {
  let expression = EXPRESSIONS.get(phrase);
  if (expression === undefined) {
    expression = new RegExp(phrase.pattern.replaceAll(' ', GAP), 'gi');
    EXPRESSIONS.set(phrase, expression);
  }
  return expression;
}

/** Replaces fenced blocks with empty lines and code spans with a placeholder, so that line numbers stay the same. */
function withoutCode(text: string): string {
  return text
    .replace(/^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2[^\n]*$/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/(`+)(?!`)[^`\n]+\1/g, '`x`');
}
