import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { formatError } from '../../../api/format-error'
import { useMutation } from '../../../api/mutation'
import { apiQuery } from '../../../api/query'
import { announce } from '../../../components/feedback/live-region'
import { toast } from '../../../components/feedback/toast'
import { t } from '../../../i18n/i18n'

export type Bookmark = Schemas['Bookmark']
/** A page, or a place in running text. */
type Spot = Pick<Bookmark, 'page' | 'locator'>

const getQuestion = (bookId: string) =>
  apiQuery('/api/v1/books/{id}/bookmarks', {
    params: { path: { id: bookId }, query: { pageSize: 500 } },
  })

/** Changes reach the server one after the other: a mark is made before it is taken away. */
const inTurn = { mutationKey: ['bookmarks'], scope: { id: 'bookmarks' } }

/** What one has marked in a book. A change shows at once: who presses twice is where they began. */
export function useBookmarks(book: Schemas['Book']) {
  const shown = useShownMarks(book.id)
  const told = useChanges(book.id, shown)
  const remove = (mark: Bookmark) => {
    shown.takeOut(mark)
    told.remove(mark)
  }
  /** Takes away the marks that are here; where there is none it makes one, and says so. */
  const toggle = async (isHere: (mark: Bookmark) => boolean, spot: Spot) => {
    await shown.untilKnown()
    const here = shown.latest().filter(isHere)
    for (const mark of here) remove(mark)
    if (here.length > 0) return
    const mark = getMark(book, spot)
    shown.putIn(mark)
    told.add(mark)
    // Those who see the screen see the mark.
    announce(t('Bookmarked'))
  }
  return {
    marks: shown.marks,
    remove,
    toggle: (isHere: (mark: Bookmark) => boolean, spot: Spot) =>
      void toggle(isHere, spot).catch(sayError),
  }
}

type Shown = ReturnType<typeof useShownMarks>

/** The marks that the server knows, with those changes that it has yet to hear of. */
function useShownMarks(bookId: string) {
  const client = useQueryClient()
  const question = getQuestion(bookId)
  const { queryKey } = question
  const { data } = useQuery(question)
  const show = (change: (marks: Bookmark[]) => Bookmark[]) => {
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (known) => known && { ...known, data: change(known.data) })
  }
  return {
    marks: data?.data ?? none,
    putIn: (mark: Bookmark) => show((marks) => [...without(marks, mark), mark]),
    takeOut: (mark: Bookmark) => show((marks) => without(marks, mark)),
    untilKnown: () => client.ensureQueryData(question),
    /** Also those that have not been drawn yet. */
    latest: () => client.getQueryData(queryKey)?.data ?? none,
    askAnew: () => client.invalidateQueries({ queryKey }),
  }
}

/** What reaches the server; what does not is shown as it was. */
function useChanges(bookId: string, { putIn, takeOut, askAnew }: Shown) {
  const client = useQueryClient()
  // What a new mark is called by the server, once it is there.
  const named = useRef(new Map<string, string>())
  const shared = { ...inTurn, onSettled: () => isLast(client) && askAnew() }
  const adding = useMutation({
    ...shared,
    mutationFn: async ({ id, page, locator }: Bookmark, signal) => {
      const body = page === null ? { locator } : { page }
      const params = { path: { id: bookId } }
      const made = await readResponse(
        api.POST('/api/v1/books/{id}/bookmarks', { params, body, signal }),
      )
      named.current.set(id, made.id)
    },
    onError: (error, mark) => {
      takeOut(mark)
      sayError(error)
    },
  })
  const removing = useMutation({
    ...shared,
    mutationFn: async ({ id }: Bookmark, signal) => {
      const bookmarkId = isNew(id) ? named.current.get(id) : id
      // It could not be made: there is nothing to take away.
      if (bookmarkId === undefined) return
      const params = { path: { id: bookId, bookmarkId } }
      await readResponse(
        api.DELETE('/api/v1/books/{id}/bookmarks/{bookmarkId}', { params, signal }),
      )
    },
    onError: (error, mark) => {
      putIn(mark)
      sayError(error)
    },
  })
  return { add: adding.mutate, remove: removing.mutate }
}

const sayError = (error: Error) => toast(formatError(error))

const none: readonly Bookmark[] = []

export type Bookmarks = ReturnType<typeof useBookmarks>

const isLast = (client: QueryClient) => client.isMutating({ mutationKey: inTurn.mutationKey }) <= 1

const without = (marks: readonly Bookmark[], { id }: Bookmark) =>
  marks.filter((mark) => mark.id !== id)

const newSign = 'new '
const isNew = (id: string) => id.startsWith(newSign)

/** As the server will tell it. */
function getMark(
  { id: bookId, title, seriesId, seriesName }: Schemas['Book'],
  spot: Spot,
): Bookmark {
  const now = new Date().toISOString()
  const work = { bookId, bookTitle: title, seriesId, seriesName, note: null }
  return { id: newSign + performance.now(), ...work, ...spot, createdAt: now, updatedAt: now }
}
