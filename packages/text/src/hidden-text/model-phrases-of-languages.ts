import type { Phrase } from './phrase-words.js';

/** Cyrillic, kana, Han and Hangul. */
const OTHER_SCRIPT = /[\u0400-\u04ff\u1c80-\u1c8f\u3040-\u9fff\uac00-\ud7af]/;

/** Sentences of other languages that have no meaning but for a model. */
export const PHRASES_OF_LANGUAGES: readonly Phrase[] = [
  // German, French, Spanish, Portuguese, Italian, Russian
  {
    word: 'ignorier missacht vergiss vergessen',
    pattern:
      /\b(?:ignorier\w*|missacht\w*|vergiss|vergessen sie)(?!\s+nicht\b)\s+(?:\S+\s+){0,3}?(?:vorherig\w*|bisherig\w*|obig\w*|früher\w*|vorangegangen\w*|alle)\s+(?:\S+\s+)?(?:anweisung|instruktion|regel|vorgabe|befehl)/i,
  },
  {
    word: 'ignore oublie',
    pattern:
      /\b(?:ignore[zrs]?|oublie[zrs]?)\s+(?:\S+\s+){0,3}?(?:instructions?|consignes?|directives?|règles?)\s+(?:\S+\s+)?(?:précédent|antérieur|ci-dessus|initial)/i,
  },
  {
    word: 'ignor olvid esque dimentica',
    pattern:
      /(?:^|[^\p{L}])(?:ignor[ae]n?|olvid[ae]n?|esque[çc]a|dimentica)\s+(?:\S+\s+){0,3}?(?:instrucciones|instruções|istruzioni|indicaciones|órdenes|reglas|normas|políticas|regras)\s+(?:\S+\s+)?(?:anterior|previ|precedent|de arriba|acima|sopra)/iu,
  },
  {
    also: [OTHER_SCRIPT],
    pattern:
      /(?:^|[^\p{L}])(?:игнорируй|забудь|не следуй)\p{L}*\s+(?:\S+\s+){0,3}?(?:инструкци|указани|правил|команд)/iu,
  },
  // Chinese, Japanese, Korean
  {
    also: [OTHER_SCRIPT],
    // Docs tell of commands that somebody forgets, and of hints that may be ignored.
    pattern:
      /(?:忽略|无视|無視|忘记|忘記|不要理会)[^。\n]{0,8}(?:之前|以前|以上|上述|上面|前面|先前|此前|所有|一切|任何|系统|系統|你的|您的|你收到)[^。\n]{0,8}(?:指令|提示|指示|说明|命令)/,
  },
  {
    // Rules to ignore files are written of in docs.
    also: [OTHER_SCRIPT],
    pattern:
      /(?:忽略|无视|無視|忘记|忘記|不要理会)[^。\n]{0,6}(?:之前|以前|以上|上述|上面|前面|先前|系统|系統|你的|您的)[^。\n]{0,4}(?:規則|规则)/,
  },
  {
    also: [OTHER_SCRIPT],
    pattern: /(?:これまで|以前|上記|前)の[^。\n]{0,8}(?:指示|命令|プロンプト)[^。\n]{0,6}(?:無視|忘れ)/,
  },
  { also: [OTHER_SCRIPT], pattern: /(?:이전|위의|앞의)[^.\n]{0,8}(?:지시|명령|프롬프트)[^.\n]{0,8}(?:무시|잊)/ },
];

const GERMAN = String.raw`(?:K\.?I\.?(?:-(?:Assistent(?:en|in|innen)?|Agent(?:en)?|Modelle?n?|Systeme?n?|Chatbots?))?|(?:große\s+)?Sprachmodelle?n?)`;
const ROMANCE = String.raw`(?:(?:(?:asistentes?|assistentes?|assistenti?|assistants?|agentes?|agenti?|agents?|modelos?|modelli|modello|modèles?)\s+(?:de\s+|d['’]|di\s+)?)?(?:IA|I\.A\.|LLMs?)|modelos?\s+de\s+(?:lenguaje|linguagem)|modèles?\s+de\s+langage|modell[io]\s+linguistic[io])`;
const RUSSIAN = String.raw`(?:ИИ(?:-\p{L}+)?|языков\p{L}+\s+модел\p{L}+|нейросет\p{L}+)`;
/** How a note names its addressee, up to the name of the model. */
const FOR_LATIN = String.raw`(?:(?:\p{L}+\s+)?(?:an|für|para|pour|per|a|à|al|ai|agli|aux?|aos?|à l['’]attention d(?:e|es|u))\s+(?:(?:l['’]|\p{L}+\s+){0,2}))?`;
const EAST = String.raw`(?:(?:AI|人工智能)\s?(?:助手|模型|代理|智能体|助理)?|大?语言模型|大型語言模型|AI\s?(?:アシスタント|エージェント|モデル)|言語モデル|AI\s?(?:어시스턴트|모델|에이전트|비서)|인공지능|언어\s?모델)`;
const OBLIGED =
  '(?:sollen|sollten|müssen|dürfen|haben|deben|deberán|deberían|tienen que|doivent|devraient|devem|deverão|devono|должны|обязаны)';

/** As those of English comments: a note for a model, and what models have to do. */
export const COMMENT_PHRASES_OF_LANGUAGES: readonly RegExp[] = [
  new RegExp(String.raw`^\s*${FOR_LATIN}(?:${GERMAN}|${ROMANCE})\s*[:;!,—–]\s*\S`, 'iu'),
  new RegExp(String.raw`(?<!\p{L})(?:${GERMAN}|${ROMANCE})\s+${OBLIGED}(?!\p{L})`, 'iu'),
  /^\s*(?:anweisung(?:en)?|hinweise?|instrucciones|instruções|instructions|istruzioni|nota|note)\s+(?:an|für|para|pour|per|al?|à|au)\s+(?:(?:\p{L}+\s+)|l['’]){0,2}(?:modell?|modelle|modelos?|modèles?|modelli|modello|asistentes?|assistenti?|assistentes?|assistants?|agentes?|agents?)\s*[:;!]\s*\S/iu,
  new RegExp(String.raw`^\s*(?:(?:\p{L}+\s+)?для\s+(?:\p{L}+\s+)?)?${RUSSIAN}\s*[:;!,—–]\s*\S`, 'iu'),
  new RegExp(String.raw`${RUSSIAN}\s+${OBLIGED}`, 'iu'),
  new RegExp(
    String.raw`^\s*(?:致|给|給|對|对)?(?:所有|全ての|すべての|모든)?\s?${EAST}\s?(?:へ|に|に告ぐ|에게|님)?\s*[:：,，、!！]\s*\S`,
    'iu',
  ),
  new RegExp(String.raw`${EAST}[^。.\n]{0,6}(?:必须|必須|应当|应该|請|请|すべき|해야)`, 'iu'),
];
