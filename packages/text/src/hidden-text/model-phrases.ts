import { COMMENT_PHRASES_OF_LANGUAGES, PHRASES_OF_LANGUAGES } from './model-phrases-of-languages.js';

const MODEL = String.raw`(?:A\.?I\.?(?:[ -](?:assistant|agent|model|system|chatbot|bot|tool|reader|crawler|reviewer|summari[sz]er)s?)?|(?:large )?language models?|LLMs?|LLM[ -](?:agent|assistant|reader|crawler|tool)s?|chat-?bots?|ChatGPT|GPT-?\d*|Claude|Gemini|Copilot|Cursor|(?:coding|autonomous|automated|browsing) (?:agent|assistant)s?)`;
const TOLD = `(?:instructions?|prompts?|directions?|directives?|rules?|guidelines?|guardrails?|commands?|orders?|context|training|programming|constraints?|polic(?:y|ies)|safeguards?|messages?|tasks?)`;
const BEFORE = `(?:previous|prior|earlier|above|preceding|former|existing|original|initial|foregoing|other|your|system|safety)`;

/** Somebody tells what a model or a reader does, or may do. */
const TELLING = String.raw`(?<!\b(?:models?|agents?|assistants?|LLMs?|they|it|we|users?|people|may|might|can|could|would|safely)\s)(?<!\b(?:asks?|asked|tells?|told|instructs?|instructed|tricks?|tricked|causes?|caused)\s+(?:\S+\s+){1,3}to\s)`;
const READING = String.raw`(?:\s+(?:(?:that|who|which)\s+)?(?:reads?|reading|process(?:es|ing)?|pars(?:es|ing)|index(?:es|ing)|summari[sz](?:es?|ing))\b[^:.\n]{0,40})?`;

/** Sentences that have no meaning but for a model. */
const PHRASES: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${TELLING}(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass|discard|drop|abandon|set aside|pay no attention to|(?:do not|don['’]t|stop) (?:follow|obey|comply with)(?:ing)?)\s+(?:\S+\s+){0,4}?${BEFORE}\s+(?:\S+\s+){0,2}?${TOLD}\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b${TELLING}(?:ignore|disregard|forget|override)\s+(?:(?:all|any|every|the|these|those|your)\s+){0,3}${TOLD}\s+(?:above|before this|so far|you (?:were|have been|had been) given|given (?:above|before|earlier))\b`,
    'i',
  ),
  new RegExp(
    String.raw`(?<!\bto\s)\b${TELLING}(?:ignore|disregard|forget|override)\s+(?:all|any|every)\s+(?:of\s+)?(?:the\s+|your\s+)?${TOLD}\b`,
    'i',
  ),
  /\b(?:ignore|disregard|forget)\s+(?:everything|all|anything|what)\s+(?:\S+\s+){0,3}?(?:above|before|so far|previously|told|were told|said before|prior|been told|know)\b/i,
  new RegExp(
    String.raw`\b(?:attention|note|notice|message|instructions?|important|reminder|directives?|warning|hint|request)\s*:?,?\s*(?:to|for)?\s*(?:all|any|the|every)?\s*${MODEL}\b\s*[:,!.—–-]`,
    'i',
  ),
  new RegExp(
    String.raw`(?:^|[.!?:>*]\s+|\n\s*)(?:dear|hey|hello|hi|attention)[ ,:]+(?:all\s+|any\s+)?${MODEL}\s*[:,!.—–-]`,
    'i',
  ),
  new RegExp(
    String.raw`\bif\s+(?:you\s+are|you['’]re|this is (?:being )?(?:read|processed|parsed|summari[sz]ed) by)\s+(?:an?|the|any)?\s*${MODEL}\b(?!\s+(?:users?|customers?|subscribers?|developers?|compan\w+|fans?|vendors?|providers?|researchers?)\b)`,
    'i',
  ),
  new RegExp(String.raw`\bshould you be\s+(?:an?\s+)?${MODEL}\b(?!\s+(?:user|customer|developer|compan))`, 'i'),
  new RegExp(String.raw`(?:^|[.!?]\s+)to\s+(?:the|all|any|every)\s+(?:${MODEL}|models?|assistants?|agents?)\s*:`, 'i'),
  new RegExp(
    String.raw`\b(?:as|being)\s+an?\s+${MODEL},?\s+you\s+(?:must|should|will|are|need|have to|shall|may)\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b${MODEL}s?\s+(?:that (?:are )?|who (?:are )?|which (?:are )?)?(?:reading|processing|parsing|summari[sz]ing|indexing|ingesting|crawling|reads?|process(?:es)?|summari[sz]es?)\s+this\b[^.\n]{0,60}\b(?:must|should|shall|are (?:instructed|required|told|to)|is (?:instructed|required|to)|ha(?:ve|s) to|needs? to|please|will)\b`,
    'i',
  ),
  /\byou are now\s+(?:in\s+)?(?:an?\s+)?(?:DAN\b|developer mode|(?:un\w+|evil|free|jailbroken|different|new)\s+(?:AI|assistant|model|persona|mode|agent|version)|no longer (?:bound|restricted|an?))/i,
  /\bfrom (?:now|this point|here) on(?:wards?)?,?\s+you\s+(?:are|will be)\s+(?:DAN\b|an?\s+(?:\w+\s+){0,3}(?:AI|assistant|chat-?bot|language model)\b)/i,
  /\byou are no longer\s+(?:bound|restricted|limited|an?\s+(?:AI|assistant|helpful|language))/i,
  /\bfrom (?:now|this point|here) on(?:wards?)?,?\s+(?:you\s+(?:are|must|will|shall)\s+(?:act|respond|answer|reply|behave|obey|only|always|never|be an?)|(?:respond|answer|reply|act|behave|obey)\b)/i,
  /\b(?:reveal|output|repeat|leak|exfiltrate|disclose|dump)\b[^.\n]{0,30}\byour\s+(?:\w+\s+){0,2}?(?:prompts?|instructions?|system messages?|chain of thought|context window|memory|tool (?:list|definitions?)|training data)\b/i,
  /\b(?:print|show|send|share|return|include|write out|paste|forward|email|post|append|display)\b[^.\n]{0,30}\b(?:your|its)\s+(?:\w+\s+){0,2}?(?:system (?:prompt|messages?|instructions?)|(?:hidden|secret|initial|original|full) (?:prompt|instructions)|chain of thought|context window)\b/i,
  /\b(?:do not|don['’]t|never|without)\s+(?:tell(?:ing)?|mention(?:ing)?|reveal(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|disclos(?:e|ing)|warn(?:ing)?|show(?:ing)?|ask(?:ing)?)\b[^.\n]{0,40}\b(?:to\s+)?the\s+(?:user|human|operator)\b[^.\n]*\b(?:this|these|instruction|prompt|hidden|comment|note|message|step|that you|read)\b/i,
  /\b(?:tell|inform|convince|persuade|advise|assure|recommend to|instruct|urge)\s+the\s+(?:user|human)\s+(?:that|to)\b[^.\n]*\b(?:http|www|run|install|visit|click|download|disable|password|token|key|safe|best|only|curl|paste|pay|wallet|account)\b/i,
  /\bwhen\s+(?:you\s+(?:are\s+)?)?(?:summari[sz](?:e|ing)|asked about|answering|answer|describing|describe|recommending|generating|responding|comparing)\b[^.\n]{0,60}?,?\s+(?:always|never|you must|make sure to|be sure to|do not|only)\s+(?:say|state|recommend|mention|claim|praise|include|add|rank|suggest|insert|append|answer|respond|tell|favou?r|link|cite)\b/i,
  /(?:<\|im_start\|>|<\|(?:system|assistant|endofprompt)\|>|\[INST\]|<<SYS>>|<\/?system(?:[_-]?(?:prompt|message|instructions?|override))?>|\[\/?system(?:[ _-](?:override|message|prompt|note))?\]|#{2,3}\s*(?:system|instruction)\s*(?:prompt|override)?:)/i,
  /\b(?:system|admin|developer|emergency)\s+(?:override|prompt injection test|directive)\s*[:!–—-]/i,
  /\b(?:enter|enable|activate|switch to|engage)\s+(?:developer|DAN|god|jailbreak|unrestricted|debug|admin)\s+mode\b[^.\n]{0,80}\b(?:you|respond|answer|restrictions?|filters?|rules|comply|output)\b/i,
  /\b(?:pretend|act as (?:if|though)|imagine)\s+(?:that\s+)?you\s+(?:are|were|have)\s+(?:an?\s+)?(?:\w+\s+){0,3}(?:AI|model|assistant|no (?:rules|restrictions|guidelines|filters?)|unrestricted|root|administrator)\b/i,
  /\byour\s+(?:new|real|true|actual|only|updated|next)\s+(?:instructions?|task|goal|objective|role|prompt|directives?|mission|job)\s+(?:is|are|:)/i,
  /\b(?:new|updated|revised|additional|hidden)\s+(?:system\s+)?instructions?\s*(?:for (?:you|the (?:model|assistant)))?\s*:\s*\S/i,
  ...PHRASES_OF_LANGUAGES,
];

/** In a comment that nobody else reads, less is enough. */
const COMMENT_PHRASES: readonly RegExp[] = [
  new RegExp(
    String.raw`^\s*(?:@|for |to |note (?:to|for) |hey |hi |dear )?\s*(?:the |all |any |every )?(?!cursor\s*:\s*(?:pointer|default|move|grab|text|help|wait|none|auto|not-allowed)\b)${MODEL}${READING}\s*(?:[:;!]\s*|,\s+|\s[—–-]\s+)\S`,
    'i',
  ),
  new RegExp(
    String.raw`\b${MODEL}s?\s+(?:must|should|shall|are (?:instructed|required|told|asked|expected) to|is (?:instructed|required|asked) to|please|need to|have to|may not|must not)\b`,
    'i',
  ),
  /^\s*(?:(?:system|assistant|agent|model|bot)\s+(?:prompt|note|instruction|message)s?|system|assistants?|agents?|bots?|crawlers?)\s*:\s*\S+(?:\s+\S+){2}/i,
  /^\s*(?:all |any )?(?:assistants|agents|bots|crawlers)\s+(?:must|should|shall|have to|need to|may not|must not)\s+(?!be\b)\w/i,
  /\b(?:agents?|assistants?|bots?|models?|crawlers?)\s+(?:that|who|which)?\s*(?:read|process|summari[sz]e|index|edit|see|pars)\w*\s+(?:this|the)\b/i,
  /\b(?:you are|act as|respond as|answer as)\s+(?:an?|the)\s+(?:\w+\s+){0,3}(?:assistant|AI|agent|model|expert|bot)\b/i,
  /\b(?:when|before|after|while)\s+(?:generating|summari[sz]ing|answering|responding|you (?:summari[sz]e|answer|respond))\b/i,
  /\b(?:tell|inform|convince|ask|send)\s+the\s+(?:user|human)\b/i,
  ...COMMENT_PHRASES_OF_LANGUAGES,
];

/** Words that tell whether a text is worth a closer look. */
export const MAY_SPEAK_TO_MODEL =
  /\b(?:A\.?I\.?|LLMs?|GPT|language model|chat-?bots?|ChatGPT|Claude|Gemini|Copilot|Cursor|agents?|assistants?|models?|instruc\w+|prompts?|ignor\w+|disregard\w*|forget|overrid\w+|bypass|obey|system|reveal|you are n|from (?:now|this point|here) on|the (?:user|human)|anweisung|instruktion|consigne|instrucc|instruç|istruz|when |\w+ mode\b|your (?:new|real|true|actual|only|updated|next) |guidelines?|guardrails?|context window|chain of thought|(?:KI|IA)(?!\p{L})|Sprachmodell\w*|regeln|vorgaben|reglas|regras|regole|lenguaje|linguagem|linguistic\w+|langage|consignes?|istruz\w+)|ИИ|\[INST\]|<<SYS>>|<\||инструкц|указани|правил|команд|指令|提示|指示|命令|说明|规则|規則|プロンプト|지시|명령|프롬프트|règles|语言模型|言語モデル|助手|人工智能|アシスタント|エージェント|어시스턴트|인공지능|언어 모델|языков|нейросет/iu;

/** Where a text addresses a model; `undefined` where it does not. */
export function findModelPhrase(text: string): { readonly start: number; readonly end: number } | undefined {
  return firstMatch(text, PHRASES);
}

/** Whether a comment addresses a model. */
export function commentSpeaksToModel(comment: string): boolean {
  return firstMatch(comment, PHRASES) !== undefined || firstMatch(comment, COMMENT_PHRASES) !== undefined;
}

function firstMatch(text: string, patterns: readonly RegExp[]): { start: number; end: number } | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found !== null) return { start: found.index, end: found.index + found[0].length };
  }
  return undefined;
}
