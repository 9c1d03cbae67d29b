import { defineEvent } from '../../platform/events/event'
import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  anyText,
  id,
  instant,
  named,
  nullable,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'
import { Locator } from '../progress/model'

const note = () => patchable(text(4000, { description: 'Note; null means no note' }))
const Color = oneOf(['yellow', 'green', 'blue', 'pink'])
export type HighlightColor = Static<typeof Color>

export const maxInBook = 2000

export const HighlightCreation = named('HighlightCreation', {
  locator: Locator,
  color: optional(Color),
  note: note(),
})
export type HighlightCreation = Static<typeof HighlightCreation>

export const HighlightPatch = named('HighlightPatch', { color: optional(Color), note: note() })
export type HighlightPatch = Static<typeof HighlightPatch>

export const HighlightView = named('Highlight', {
  id: id(),
  bookId: id(),
  bookTitle: anyText(),
  seriesId: id(),
  seriesName: anyText(),
  locator: Locator,
  passage: anyText(),
  color: Color,
  note: nullable(anyText()),
  createdAt: instant(),
  updatedAt: instant(),
})
export type HighlightView = Static<typeof HighlightView>
export const Highlights = PageOf(HighlightView)

export const HighlightParams = shape({ id: id('ID of the book'), highlightId: id() })
export const HighlightsQuery = shape(PageQuery)
export const AllHighlightsQuery = shape({
  ...PageQuery,
  search: optional(
    text(200, { description: 'Only highlights whose passage or note contains this text' }),
  ),
})
export type AllHighlightsQuery = Static<typeof AllHighlightsQuery>

export const highlightsUpdated = defineEvent<{ userId: string; bookId: string }>(
  'highlights_updated',
)
