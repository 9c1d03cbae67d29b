import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Schemas } from '../../../api/client'
import { announce } from '../../../components/feedback/live-region'
import { t } from '../../../i18n/i18n'
import { useOtherDevice } from '../hooks/use-other-device'
import { useSavedProgress } from '../hooks/use-saved-progress'
import type { Settings } from '../hooks/use-reader-settings'
import type { Half } from './engine/wide-pages'
import type { Reading } from './use-page-turns'

export interface OpenedPages {
  readonly book: Schemas['Book']
  readonly pages: readonly Schemas['BookPage'][]
  readonly settings: Settings
  readonly startPage: number
  readonly incognito: boolean
  /** Position last saved by any device, or by this browser if the server is unreachable. */
  readonly storedPage: number | null
}

/** Tracks the current page in either layout, announces it and saves it. */
export function usePageProgress(
  { book, pages, settings, startPage, incognito, storedPage }: OpenedPages,
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
  const read = isStrip ? scrolledPast : reading.readPage
  const isThrough = !isStrip && (reading.isWhole || reading.edge === 'end')
  const stored = incognito || storedPage === null ? null : String(storedPage)
  const { elsewhere, note, stay } = useOtherDevice(stored, String(read))
  const half = isStrip ? null : reading.half
  const hasTurned = half === 'second'
  const place = { held: reading.held, read, isThrough, hasTurned, total: pages.length }
  useKept(incognito ? null : book.id, place, note)
  const words = formatPosition({ number: page, total: pages.length }, half)
  useEffect(() => {
    announce(words)
  }, [words])
  return {
    page,
    lastPage,
    scrolledTo,
    elsewhere: elsewhere === null ? null : Number(elsewhere),
    stay,
  }
}

function formatPosition(place: { number: number; total: number }, half: Half | null) {
  if (half === 'first') return t('Page {number} of {total}, first half', place)
  if (half === 'second') return t('Page {number} of {total}, second half', place)
  return t('Page {number} of {total}', place)
}

interface PlaceRead {
  /**
   * The anchor page. Unlike the last visible page, it stays the same when only the layout changes.
   */
  readonly held: number
  /** Last page that counts as read. */
  readonly read: number
  /** Whether the whole book is visible, or the user turned past the end of a paged book. */
  readonly isThrough: boolean
  /** Whether the second half of a split page is visible, which requires a page turn. */
  readonly hasTurned: boolean
  readonly total: number
}

/**
 * Saves progress, but only after a move: opening a book is not reading it, and a finished book
 * would start again. A book that fits on the screen counts as read when it is shown.
 */
function useKept(
  bookId: string | null,
  { held, read, isThrough, hasTurned, total }: PlaceRead,
  note: (page: string) => void,
) {
  const [startedAt] = useState(held)
  const keep = useSavedProgress(bookId, 'progress')
  const hasMoved = useRef(false)
  // Saved even if the next key closes the reader.
  useLayoutEffect(() => {
    hasMoved.current ||= held !== startedAt || isThrough || hasTurned
    if (!hasMoved.current) return
    keep({ body: { currentPage: read }, ends: read === total })
    note(String(read))
  }, [keep, note, held, read, isThrough, hasTurned, total, startedAt])
}
