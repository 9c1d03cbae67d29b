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
  to: integer({ description: 'Last number in the range (inclusive)' }),
  state: oneOf([...readStates, 'missing', 'ahead']),
})
export type SpanView = Static<typeof SpanView>

const description = 'In ascending order; at most 1,000'

export const NumbersView = named('SeriesNumbers', {
  seriesId: id(),
  volumes: list(SpanView, { description }),
  chapters: list(SpanView, { description }),
  isWhole: boolean({ description: 'Whether the list is complete; false if it was truncated' }),
})
export type NumbersView = Static<typeof NumbersView>
