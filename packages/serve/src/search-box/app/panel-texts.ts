import { type TextLines, textsIn } from './texts.js';

const KEYS = [
  'results',
  'section',
  'version',
  'language',
  'all',
  'recent',
  'more',
  'move',
  'open',
  'nothing',
  'corrected',
  'count',
  'missing',
  'related',
] as const;

const LINES: TextLines = {
  en: 'Results|Section|Version|Language|All|Recent|More results|Move|Open|Nothing found for “{query}”.|Results for {query}.|Showing {shown} of {all}.|Not in these docs: {words}.|Also found by {words}.',
  de: 'Ergebnisse|Bereich|Version|Sprache|Alle|Zuletzt|Mehr Ergebnisse|Auswählen|Öffnen|Nichts gefunden zu „{query}“.|Ergebnisse für {query}.|{shown} von {all} Treffern.|Nicht in dieser Dokumentation: {words}.|Auch gefunden mit {words}.',
  fr: 'Résultats|Rubrique|Version|Langue|Tout|Récents|Plus de résultats|Choisir|Ouvrir|Aucun résultat pour « {query} ».|Résultats pour {query}.|{shown} résultats sur {all}.|Absent de cette documentation : {words}.|Aussi trouvé par {words}.',
  es: 'Resultados|Sección|Versión|Idioma|Todo|Recientes|Más resultados|Elegir|Abrir|Nada encontrado para «{query}».|Resultados de {query}.|{shown} de {all} resultados.|No está en esta documentación: {words}.|También encontrado por {words}.',
  pt: 'Resultados|Seção|Versão|Idioma|Tudo|Recentes|Mais resultados|Escolher|Abrir|Nada encontrado para “{query}”.|Resultados para {query}.|{shown} de {all} resultados.|Não consta nesta documentação: {words}.|Também encontrado por {words}.',
  it: 'Risultati|Sezione|Versione|Lingua|Tutto|Recenti|Altri risultati|Scegli|Apri|Nessun risultato per “{query}”.|Risultati per {query}.|{shown} risultati su {all}.|Non presente in questa documentazione: {words}.|Trovato anche con {words}.',
  nl: 'Resultaten|Onderdeel|Versie|Taal|Alles|Recent|Meer resultaten|Kiezen|Openen|Niets gevonden voor ‘{query}’.|Resultaten voor {query}.|{shown} van {all} resultaten.|Niet in deze documentatie: {words}.|Ook gevonden met {words}.',
  pl: 'Wyniki|Dział|Wersja|Język|Wszystko|Ostatnie|Więcej wyników|Wybierz|Otwórz|Nic nie znaleziono dla „{query}”.|Wyniki dla {query}.|Wyniki: {shown} z {all}.|Brak w tej dokumentacji: {words}.|Znaleziono też przez {words}.',
  ru: 'Результаты|Раздел|Версия|Язык|Все|Недавние|Ещё результаты|Выбрать|Открыть|По запросу «{query}» ничего не найдено.|Результаты для {query}.|Результаты: {shown} из {all}.|Нет в этой документации: {words}.|Также найдено по {words}.',
  tr: 'Sonuçlar|Bölüm|Sürüm|Dil|Tümü|Son aramalar|Daha fazla sonuç|Seç|Aç|“{query}” için sonuç yok.|{query} için sonuçlar.|{all} sonuçtan {shown} tanesi.|Bu belgelerde yok: {words}.|Şununla da bulundu: {words}.',
  ar: 'النتائج|القسم|الإصدار|اللغة|الكل|الأخيرة|مزيد من النتائج|تنقل|فتح|لا نتائج عن «{query}».|نتائج {query}.|النتائج: {shown} من {all}.|ليس في هذه الوثائق: {words}.|وُجد أيضًا بواسطة {words}.',
  ja: '結果|セクション|バージョン|言語|すべて|最近|さらに表示|移動|開く|「{query}」に一致するものはありません。|{query} の結果。|{all} 件中 {shown} 件。|このドキュメントにない語: {words}。|{words} でも見つかりました。',
  ko: '결과|섹션|버전|언어|전체|최근|결과 더 보기|이동|열기|“{query}”에 대한 결과가 없습니다.|{query} 검색 결과.|{all}개 중 {shown}개.|이 문서에 없는 단어: {words}.|{words}(으)로도 찾았습니다.',
  zh: '结果|栏目|版本|语言|全部|最近|更多结果|移动|打开|没有找到“{query}”。|{query} 的结果。|共 {all} 条，显示 {shown} 条。|文档中没有：{words}。|也通过 {words} 找到。',
};

/** What the panel of the box says. */
export type PanelTexts = ReturnType<typeof panelTexts>;

/** @param language BCP 47, such as `pt-BR` */
export function panelTexts(language: string): Readonly<Record<(typeof KEYS)[number], string>> {
  return textsIn(language, KEYS, LINES);
}
