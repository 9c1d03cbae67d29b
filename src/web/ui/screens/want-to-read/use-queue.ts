import { readResponse, api } from '../../api/client'
import type { OrderedEntry } from '../../components/ordered-list/entry-row'
import { useOrderedChanges } from '../../components/ordered-list/use-ordered-changes'
import { withId } from '../../components/use-action'
import { wantedEntriesQuery, path } from './queries'

export const useQueue = () =>
  useOrderedChanges({
    path,
    keyOf: (page) => wantedEntriesQuery(page).queryKey,
    putAt: (id, place, signal) =>
      readResponse(
        api.PUT('/api/v1/want-to-read/{id}/place', { ...withId(id), body: { place }, signal }),
      ),
    takeOut,
    addAgain: async ({ kind, itemId }, signal) => {
      const body = kind === 'series' ? { seriesId: itemId } : { bookId: itemId }
      const { id } = await readResponse(api.POST('/api/v1/want-to-read', { body, signal }))
      return id
    },
  })

const takeOut = ({ kind, itemId }: OrderedEntry, signal: AbortSignal): Promise<unknown> =>
  kind === 'series'
    ? readResponse(api.DELETE('/api/v1/want-to-read/series/{id}', { ...withId(itemId), signal }))
    : readResponse(api.DELETE('/api/v1/want-to-read/books/{id}', { ...withId(itemId), signal }))
