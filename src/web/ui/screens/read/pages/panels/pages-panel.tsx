/** Thumbnails of all pages in a virtual list. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { buildUrl, type Schemas } from '../../../../api/client'
import { useReaderMarks } from '../../frame/reader-marks'
import { usePanels } from '../../frame/reader-panels'
import styles from '../../reader.module.css'
import { useSize } from '../../hooks/use-size'
import { isLongStrip } from '../engine/spreads'
import { usePagePosition } from '../page-position'

type BookPage = Schemas['BookPage']

interface PagesPanelProps {
  pages: readonly BookPage[]
  /** The scroll container. */
  panel: RefObject<HTMLElement | null>
}

export function PagesPanel({ pages, panel }: PagesPanelProps) {
  const { page, goTo } = usePagePosition()
  const { closeIfCovering } = usePanels()
  const { bookmarks } = useReaderMarks()
  const bookmarked = new Set(bookmarks.map((bookmark) => bookmark.page))
  const list = useRef<HTMLUListElement>(null)
  const { width } = useSize(list)
  const choose = (number: number) => {
    goTo(number)
    closeIfCovering()
  }
  const { rows, height, cell } = useRows({ panel, list }, { count: pages.length, width, page })
  return (
    <ul ref={list} className={styles.thumbs} role="list" style={{ height }}>
      {rows.flatMap(({ index, top }) =>
        pages.slice(index * columns, (index + 1) * columns).map((each, column) => (
          <li
            key={each.pageNumber}
            aria-setsize={pages.length}
            aria-posinset={each.pageNumber}
            style={{ top, insetInlineStart: column * (cell + gap), width: cell }}
          >
            <Thumb
              page={each}
              isCurrent={each.pageNumber === page}
              isMarked={bookmarked.has(each.pageNumber)}
              onPage={choose}
            />
          </li>
        )),
      )}
    </ul>
  )
}

const columns = 3
const gap = 10
/** Height of the page number and the gap between rows, in pixels. */
const below = 40

interface Parts {
  readonly panel: React.RefObject<HTMLElement | null>
  readonly list: React.RefObject<HTMLElement | null>
}

/** Returns the visible rows. When the panel opens, scrolls to the current page. */
function useRows(
  { panel, list }: Parts,
  { count, width, page }: { count: number; width: number; page: number },
) {
  const cell = Math.max(0, (width - gap * (columns - 1)) / columns)
  const virtual = useVirtualizer({
    count: width > 0 ? Math.ceil(count / columns) : 0,
    getScrollElement: () => panel.current,
    estimateSize: () => Math.round(cell * 1.5) + below,
    scrollMargin: list.current?.offsetTop ?? 0,
    overscan: 2,
  })
  const isMeasured = width > 0
  const opened = useRef(page)
  useLayoutEffect(() => {
    if (!isMeasured) return
    virtual.measure()
    virtual.scrollToIndex(Math.floor((opened.current - 1) / columns), { align: 'center' })
  }, [virtual, isMeasured, width])
  const rows = virtual
    .getVirtualItems()
    .map(({ index, start }) => ({ index, top: start - virtual.options.scrollMargin }))
  return { rows, height: virtual.getTotalSize(), cell }
}

interface ThumbProps {
  page: BookPage
  isCurrent: boolean
  isMarked: boolean
  onPage(page: number): void
}

function Thumb({ page, isCurrent, isMarked, onPage }: ThumbProps) {
  const { bookId, pageNumber, bookmark } = page
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => onPage(pageNumber)}
    >
      <img
        src={buildUrl(`api/v1/books/${bookId}/pages/${pageNumber}/thumbnail`)}
        alt=""
        data-strip={isLongStrip([{ ...page, number: pageNumber }]) || undefined}
      />
      <span>
        {isMarked && '⚑ '}
        {bookmark ?? pageNumber}
      </span>
    </button>
  )
}
