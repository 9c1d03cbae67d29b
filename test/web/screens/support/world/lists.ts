/** Collections and reading lists as the server describes them. */
import type { Schemas } from '../../../../../src/web/ui/api/types'

const at = '2026-01-01T00:00:00.000Z'

export const createCollection = (
  name: string,
  more: Partial<Schemas['Collection']> = {},
): Schemas['Collection'] => ({
  id: '01a1fdc4-0439-7419-b25d-00000000c001',
  name,
  summary: null,
  ordered: true,
  sort: null,
  automatic: false,
  condition: null,
  sharing: 'private',
  sharedWith: [],
  sharedWithGroups: [],
  ownerName: 'ada',
  isOwner: true,
  canEdit: true,
  canDelete: true,
  coverItemId: null,
  createdAt: at,
  updatedAt: at,
  seriesCount: 3,
  ...more,
})

export const createReadingList = (
  name: string,
  { bookCount = 2, readCount = 0, ...more }: Partial<Schemas['ReadingList']> = {},
): Schemas['ReadingList'] => {
  const { seriesCount: _, ...list } = createCollection(name, more)
  return { ...list, bookCount, readCount }
}
