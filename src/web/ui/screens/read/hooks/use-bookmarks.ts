import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { formatChangeError } from '../../../api/format-error'
import { useMutation } from '../../../api/mutation'
import { cancelQueries, inSequence, isLastInSequence } from '../../../api/optimistic-changes'
import { apiQuery } from '../../../api/query'
import { announce } from '../../../components/feedback/live-region'
import { toast } from '../../../components/feedback/toast'
import { t } from '../../../i18n/i18n'

export type Bookmark = Schemas['Bookmark']
/** A page or a locator. */
type BookmarkPosition = Pick<Bookmark, 'page' | 'locator'>

const path = '/api/v1/books/{id}/bookmarks'

const getQuestion = (bookId: string) =>
  apiQuery(path, { params: { path: { id: bookId }, query: { pageSize: 500 } } })

/**
 * Returns a book's bookmarks, updated optimistically, and functions that change them. Toggling a
 * bookmark twice restores the original state.
 */
export function useBookmarks(book: Schemas['Book']) {
  const shown = useShownMarks(book.id)
  const changes = useChanges(book.id, shown)
  const remove = (mark: Bookmark) => {
    shown.omit(mark)
    changes.remove(mark)
  }
  /** Deletes the bookmarks at this position. If there are none, creates and announces one. */
  const toggle = async (isHere: (mark: Bookmark) => boolean, position: BookmarkPosition) => {
    await shown.untilKnown()
    const here = shown.latest().filter(isHere)
    for (const mark of here) remove(mark)
    if (here.length > 0) return
    const mark = createMark(book, position)
    shown.insert(mark)
    changes.add(mark)
    // Only announced, because sighted users see the icon.
    announce(t('Bookmarked'))
  }
  return {
    marks: shown.marks,
    remove,
    toggle: (isHere: (mark: Bookmark) => boolean, position: BookmarkPosition) =>
      void toggle(isHere, position).catch(showError),
  }
}

type Shown = ReturnType<typeof useShownMarks>

/** Returns the bookmarks from the server with pending changes applied. */
function useShownMarks(bookId: string) {
  const client = useQueryClient()
  const question = getQuestion(bookId)
  const { queryKey } = question
  const { data } = useQuery(question)
  const show = (change: (marks: Bookmark[]) => Bookmark[]) => {
    cancelQueries(client, path)
    client.setQueryData(queryKey, (known) => known && { ...known, data: change(known.data) })
  }
  return {
    marks: data?.data ?? none,
    insert: (mark: Bookmark) => show((marks) => [...without(marks, mark), mark]),
    omit: (mark: Bookmark) => show((marks) => without(marks, mark)),
    untilKnown: () => client.ensureQueryData(question),
    /** Includes changes that have not been rendered yet. */
    latest: () => client.getQueryData(queryKey)?.data ?? none,
    refetch: () => client.invalidateQueries({ queryKey }),
  }
}

/**
 * Sends changes in sequence, because a bookmark must be created before it can be deleted. Failures
 * restore the previous state.
 */
function useChanges(bookId: string, { insert, omit, refetch }: Shown) {
  const client = useQueryClient()
  // IDs that the server gave to new bookmarks, keyed by temporary ID.
  const named = useRef(new Map<string, string>())
  const shared = {
    ...inSequence(path),
    onSettled: () => {
      if (isLastInSequence(client, path)) void refetch()
    },
  }
  const adding = useMutation({
    ...shared,
    mutationFn: async ({ id, page, locator }: Bookmark, signal) => {
      const body = page === null ? { locator } : { page }
      const params = { path: { id: bookId } }
      const made = await readResponse(api.POST(path, { params, body, signal }))
      named.current.set(id, made.id)
    },
    onError: (error, mark) => {
      omit(mark)
      showError(error)
    },
  })
  const removing = useMutation({
    ...shared,
    mutationFn: async ({ id }: Bookmark, signal) => {
      const bookmarkId = isNew(id) ? named.current.get(id) : id
      // Creation failed, so there is nothing to delete.
      if (bookmarkId === undefined) return
      const params = { path: { id: bookId, bookmarkId } }
      await readResponse(
        api.DELETE('/api/v1/books/{id}/bookmarks/{bookmarkId}', { params, signal }),
      )
    },
    onError: (error, mark) => {
      insert(mark)
      showError(error)
    },
  })
  return { add: adding.mutate, remove: removing.mutate }
}

const showError = (error: Error) => toast(formatChangeError(error))

const none: readonly Bookmark[] = []

const without = (marks: readonly Bookmark[], { id }: Bookmark) =>
  marks.filter((mark) => mark.id !== id)

const newIdPrefix = 'new '
const isNew = (id: string) => id.startsWith(newIdPrefix)

/** Builds a bookmark in the server's format. */
function createMark(
  { id: bookId, title, seriesId, seriesName }: Schemas['Book'],
  position: BookmarkPosition,
): Bookmark {
  const now = new Date().toISOString()
  const work = { bookId, bookTitle: title, seriesId, seriesName, note: null }
  return {
    id: newIdPrefix + performance.now(),
    ...work,
    ...position,
    createdAt: now,
    updatedAt: now,
  }
}
