import { expect, test } from 'bun:test'
import { getStalePaths, isUnder } from '../../../../src/web/ui/state/live/event-paths'

const isStale = (type: string, path: string) =>
  getStalePaths({ type }).some((prefix) => isUnder(path, prefix))

test.each([
  ['series_updated', '/api/v1/collections/{id}/series'],
  ['series_deleted', '/api/v1/collections'],
  ['series_deleted', '/api/v1/readlists'],
  ['book_deleted', '/api/v1/readlists/{id}'],
  ['book_updated', '/api/v1/readlists/{id}/books'],
  ['read_progress_updated', '/api/v1/collections/{id}/series'],
  ['read_progress_updated', '/api/v1/readlists/{id}/progress'],
  ['series_metadata_updated', '/api/v1/readlists/{id}/books'],
  ['ratings_updated', '/api/v1/collections/{id}/series'],
  ['want_to_read_updated', '/api/v1/readlists'],
  ['collections_updated', '/api/v1/series/list'],
])('%s makes lists stale: %s', (type, path) => {
  expect(isStale(type, path)).toBe(true)
})

test('an open reader does not load its pages again at each turn', () => {
  expect(isStale('read_progress_updated', '/api/v1/books/{id}/pages')).toBe(false)
})

test.each(['series_created', 'series_metadata_updated', 'series_deleted'])(
  'J3: the numbers of what users see follow %s',
  (type) => {
    expect(isStale(type, '/api/v1/access/users')).toBe(true)
    expect(isStale(type, '/api/v1/access-groups')).toBe(false)
  },
)
