import { id, integer, list, named, type Static } from '../../../platform/http/shapes'

const RangeView = named('NumberRange', {
  from: integer(),
  to: integer({ description: 'Last missing number in the range (inclusive)' }),
})

export const MissingView = named('MissingNumbers', {
  seriesId: id(),
  volumes: list(RangeView, { description: 'At most 100 ranges' }),
  volumeCount: integer({ description: 'Total number of missing volumes' }),
  chapters: list(RangeView, { description: 'At most 100 ranges' }),
  chapterCount: integer({ description: 'Total number of missing chapters' }),
})
export type MissingView = Static<typeof MissingView>
