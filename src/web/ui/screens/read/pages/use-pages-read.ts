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
  useKept(incognito ? null : book.id, read)
  const words = t('Page {number} of {total}', { number: page, total: pages.length })
  useEffect(() => {
    announce(words)
  }, [words])
  return { page, lastPage, scrolledTo }
}

/** Kept only once one has moved: to look into a book is not to read it. */
function useKept(bookId: string | null, page: number) {
  const [startPage] = useState(page)
  const keep = usePlaceKept(bookId && `api/v1/books/${bookId}/progress`)
  const hasMoved = useRef(false)
  useEffect(() => {
    hasMoved.current ||= page !== startPage
    if (hasMoved.current || page === 1) keep({ currentPage: page })
  }, [keep, page, startPage])
}
