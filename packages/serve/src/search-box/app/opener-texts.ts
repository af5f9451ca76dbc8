import { type TextLines, textsIn } from './texts.js';

const KEYS = ['search', 'placeholder', 'close', 'failed', 'offline'] as const;

const LINES: TextLines = {
  en: 'Search|Search the docs|Close|Search does not work now: {message}|You are offline. The search goes on when you are back.',
  de: 'Suche|Dokumentation durchsuchen|Schließen|Die Suche ist gerade nicht verfügbar: {message}|Keine Verbindung. Die Suche geht weiter, sobald sie wieder da ist.',
  fr: 'Rechercher|Rechercher dans la documentation|Fermer|La recherche est indisponible : {message}|Vous êtes hors ligne. La recherche reprendra à votre retour.',
  es: 'Buscar|Buscar en la documentación|Cerrar|La búsqueda no funciona ahora: {message}|Sin conexión. La búsqueda seguirá cuando vuelva.',
  pt: 'Pesquisar|Pesquisar na documentação|Fechar|A pesquisa não funciona agora: {message}|Sem conexão. A pesquisa continua quando ela voltar.',
  it: 'Cerca|Cerca nella documentazione|Chiudi|La ricerca ora non funziona: {message}|Sei offline. La ricerca riprenderà al ritorno della connessione.',
  nl: 'Zoeken|Zoek in de documentatie|Sluiten|Zoeken werkt nu niet: {message}|Je bent offline. Het zoeken gaat verder zodra je terug bent.',
  pl: 'Szukaj|Szukaj w dokumentacji|Zamknij|Wyszukiwanie teraz nie działa: {message}|Brak połączenia. Wyszukiwanie ruszy, gdy wróci.',
  ru: 'Поиск|Поиск по документации|Закрыть|Поиск сейчас не работает: {message}|Нет соединения. Поиск продолжится, когда оно вернётся.',
  tr: 'Ara|Belgelerde ara|Kapat|Arama şu anda çalışmıyor: {message}|Çevrimdışısınız. Bağlantı gelince arama sürer.',
  ar: 'بحث|ابحث في الوثائق|إغلاق|البحث لا يعمل الآن: {message}|أنت غير متصل. يُستأنف البحث عند عودة الاتصال.',
  ja: '検索|ドキュメントを検索|閉じる|検索は現在利用できません: {message}|オフラインです。接続が戻ると検索を続けます。',
  ko: '검색|문서 검색|닫기|지금은 검색할 수 없습니다: {message}|오프라인입니다. 연결되면 검색을 계속합니다.',
  zh: '搜索|搜索文档|关闭|搜索暂时不可用：{message}|您已离线。恢复连接后继续搜索。',
};

/** What the box says before its panel is loaded. */
export type OpenerTexts = ReturnType<typeof openerTexts>;

/** @param language BCP 47, such as `pt-BR` */
export function openerTexts(language: string): Readonly<Record<(typeof KEYS)[number], string>> {
  return textsIn(language, KEYS, LINES);
}
