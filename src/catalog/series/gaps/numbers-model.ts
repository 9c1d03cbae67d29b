import {
  boolean,
  id,
  integer,
  list,
  named,
  oneOf,
  type Static,
} from '../../../platform/http/shapes'
import { readStates } from './numbered-books'

const SpanView = named('NumberSpan', {
  from: integer(),
  to: integer({ description: 'Inclusive' }),
  state: oneOf([...readStates, 'missing', 'ahead']),
})
export type SpanView = Static<typeof SpanView>

const description = 'In order; at most 1,000'

export const NumbersView = named('SeriesNumbers', {
  seriesId: id(),
  volumes: list(SpanView, { description }),
  chapters: list(SpanView, { description }),
  isWhole: boolean({ description: 'false if the list is truncated' }),
})
export type NumbersView = Static<typeof NumbersView>
