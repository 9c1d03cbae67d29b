import { id, integer, list, named, type Static } from '../../../platform/http/shapes'

const RangeView = named('NumberRange', {
  from: integer(),
  to: integer({ description: 'Included' }),
})

export const MissingView = named('MissingNumbers', {
  seriesId: id(),
  volumes: list(RangeView, { description: 'At most 100' }),
  volumeCount: integer({ description: 'Of all missing volumes' }),
  chapters: list(RangeView, { description: 'At most 100' }),
  chapterCount: integer({ description: 'Of all missing chapters' }),
})
export type MissingView = Static<typeof MissingView>
