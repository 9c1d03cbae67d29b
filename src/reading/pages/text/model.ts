/** Text of pages, and search in a book, in the API. */
import {
  anyText,
  boolean,
  integer,
  list,
  long,
  named,
  number,
  oneOf,
  optional,
  shape,
  type Static,
  text,
} from '../../../platform/http/shapes'

const fraction = (description: string) => number({ minimum: 0, maximum: 1, description })

const box = {
  x: fraction('Left side, as a fraction of the width of the page'),
  y: fraction('Top side, as a fraction of the height of the page'),
  width: fraction('As a fraction of the width of the page'),
  height: fraction('As a fraction of the height of the page'),
}

const TextLine = named('PageTextLine', {
  text: anyText({ description: 'Words separated by single spaces' }),
  ...box,
  turn: integer({ description: 'Clockwise rotation in degrees: 0, 90, 180 or 270' }),
  flow: oneOf(['ltr', 'rtl', 'vertical']),
  starts: list(number(), {
    description: 'Where each word starts, as a fraction of the length of the line',
  }),
})

const PageLink = named('PageLink', {
  ...box,
  page: optional(long({ description: 'Page of this book that the link leads to' })),
  url: optional(anyText({ description: 'Website or e-mail address (http, https or mailto)' })),
})

export const PageText = named('PageText', {
  lines: list(TextLine),
  links: list(PageLink),
})
export type PageText = Static<typeof PageText>

export const BookSearchQuery = shape({
  query: text(200, { description: 'Words to find; case, accents and hyphens are ignored' }),
})

export const BookSearch = named('BookSearch', {
  matches: list(
    named('BookSearchMatch', {
      page: long({ description: 'Page number, starting at 1' }),
      start: long({ description: 'Offset in the lines of the page, joined by spaces' }),
      before: anyText({ description: 'Text before the match' }),
      match: anyText(),
      after: anyText({ description: 'Text after the match' }),
    }),
  ),
  isCut: boolean({ description: 'Whether there are more matches' }),
  isWhole: boolean({ description: 'False if some pages could not be searched' }),
})
