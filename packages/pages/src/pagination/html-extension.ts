import type { gfmTableHtml } from 'micromark-extension-gfm-table';

/** How micromark's events become HTML. */
export type HtmlExtension = ReturnType<typeof gfmTableHtml>;
/** What is done at one event. */
export type HtmlHandler = NonNullable<NonNullable<HtmlExtension['enter']>['paragraph']>;
/** What a handler writes with. */
export type HtmlCompiler = ThisParameterType<HtmlHandler>;
/** The piece of markdown that an event is about. */
export type HtmlToken = Parameters<HtmlHandler>[0];
