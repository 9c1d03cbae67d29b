import { useCallback, useEffect, useRef, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { announce } from '../../../components/live-region'
import { t } from '../../../i18n/i18n'
import { usePlaceKept } from '../use-place-kept'
import type { Settings } from '../use-reader-settings'
import type { Reading } from './use-reading'

interface Opened {
  readonly book: Schemas['Book']
  readonly pages: readonly Schemas['BookPage'][]
  readonly settings: Settings
  readonly startPage: number
  readonly incognito: boolean
}

/** Which page one is at, in either way of showing them. It is said, and kept on the server. */
export function usePagesRead(
  { book, pages, settings, startPage, incognito }: Opened,
  reading: Reading,
) {
  const [scrolledPast, setScrolledPast] = useState(startPage)
  const { goToPage } = reading
  const scrolledTo = useCallback(
    (inView: number, read: number) => {
      goToPage(inView)
      setScrolledPast(read)
    },
    [goToPage],
  )
  const isStrip = settings['reader.mode'] !== 'paged'
  const page = isStrip ? reading.held : reading.page
  const lastPage = isStrip ? reading.held : reading.lastPage
  const read = isStrip ? scrolledPast : reading.lastPage
  const isWhole = !isStrip && reading.spreads.length === 1
  useKept(incognito ? null : book.id, { held: reading.held, read, isWhole })
  const words = t('Page {number} of {total}', { number: page, total: pages.length })
  useEffect(() => {
    announce(words)
  }, [words])
  return { page, lastPage, scrolledTo }
}

interface PlaceRead {
  /** The page one holds on to: unlike the last one shown it changes only when somebody turns. */
  readonly held: number
  /** The last page that counts as read. */
  readonly read: number
  readonly isWhole: boolean
}

/**
 * Kept only once one has moved: to look into a book is not to read it, and a finished one would begin
 * anew. A book that is in sight as a whole is read by looking.
 */
function useKept(bookId: string | null, { held, read, isWhole }: PlaceRead) {
  const [startedAt] = useState(held)
  const keep = usePlaceKept(bookId && `api/v1/books/${bookId}/progress`)
  const hasMoved = useRef(false)
  useEffect(() => {
    hasMoved.current ||= held !== startedAt || isWhole
    if (hasMoved.current) keep({ currentPage: read })
  }, [keep, held, read, isWhole, startedAt])
}
