import type { gfmTableHtml } from 'micromark-extension-gfm-table';

/** How micromark's events become HTML. */
export type HtmlExtension = ReturnType<typeof gfmTableHtml>;
/** Handler of one event. */
export type HtmlHandler = NonNullable<NonNullable<HtmlExtension['enter']>['paragraph']>;
/** The compiler that a handler writes with. */
export type HtmlCompiler = ThisParameterType<HtmlHandler>;
/** The piece of markdown of an event. */
export type HtmlToken = Parameters<HtmlHandler>[0];
