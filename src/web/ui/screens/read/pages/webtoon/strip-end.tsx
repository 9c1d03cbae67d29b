/**
 * Shown below the last page of a strip: the end card or, in a webtoon, the beginning of the next
 * chapter. When scrolling stops there, the reader opens that chapter at the same position.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { isReadable } from '../../../../../shared/is-readable'
import { requests } from '../../../../../shared/requests'
import { bookTitle } from '../../../../labels/metadata-labels'
import { EndCard, type EndCardProps } from '../../end-card'
import styles from '../../reader.module.css'
import type { Settings } from '../../hooks/use-reader-settings'
import type { Size } from '../engine/model'
import { getFilter } from '../images/image-filter'
import { buildPageUrl } from '../images/page-images'
import { useAutoScroll } from './auto-scroll'
import { autoScrolling, prepareRunOn } from './chapter-run'

export interface StripEndProps extends Omit<EndCardProps, 'at'> {
  settings: Settings
  stage: Size
  width: number
  /** Whether the end of this chapter is near. */
  isNear: boolean
  onBook(bookId: string): void
}

export function StripEnd({ settings, stage, width, isNear, onBook, ...card }: StripEndProps) {
  const { book, adjacent } = card
  const element = useRef<HTMLDivElement>(null)
  useAutoScroll(element, settings['reader.scrollSpeed'])
  const next = adjacent?.next
  const runsOn = settings['reader.mode'] === 'webtoon' && isNextOf(book, next) && isNear
  const pages = useNextPages(runsOn ? next?.id : undefined)
  if (!next || !pages)
    return (
      <div ref={element} style={{ height: '100%' }}>
        <EndCard at="end" {...card} />
      </div>
    )
  return (
    <div ref={element}>
      <NextChapter
        next={next}
        pages={pages}
        settings={settings}
        stage={stage}
        width={width}
        onBook={onBook}
      />
    </div>
  )
}

/**
 * Only chapters of the same series continue in the strip, because the next book of a reading list
 * may be of a different kind.
 */
const isNextOf = (book: Schemas['Book'], next: Schemas['Book'] | null | undefined) =>
  next?.seriesId === book.seriesId && isReadable(next)

/** Number of pages of the next chapter to show before it is opened. */
const shown = 12

/** Returns the pages of a book once everything that the reader needs to open it is loaded. */
function useNextPages(bookId: string | undefined) {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['next-chapter', bookId],
    enabled: bookId !== undefined,
    queryFn: async () => {
      const path = { params: { path: { id: bookId! } } }
      const [pages] = await Promise.all([
        client.ensureQueryData(apiQuery(requests.pagesOfBook.path, path)),
        client.ensureQueryData(apiQuery(requests.book.path, path)),
        client.ensureQueryData(apiQuery(requests.readerSettings.path, path)),
        client.ensureQueryData(apiQuery('/api/v1/books/{id}/adjacent', path)),
      ])
      return pages
    },
  })
  return data && data.length > 0 ? data : undefined
}

interface NextChapterProps extends Pick<StripEndProps, 'settings' | 'stage' | 'width' | 'onBook'> {
  next: Schemas['Book']
  pages: readonly Schemas['BookPage'][]
}

function NextChapter({ next, pages, settings, stage, width, onBook }: NextChapterProps) {
  const list = useRef<HTMLDivElement>(null)
  useRunOn(list, (top, page) => {
    prepareRunOn({ bookId: next.id, top, page, stage })
    onBook(next.id)
  })
  const wanted = { quality: settings['reader.quality'], screenWidth: width * devicePixelRatio }
  return (
    <>
      <h2 className={styles.placeInSeries} style={{ margin: 16, textAlign: 'center' }}>
        <button type="button" onClick={() => onBook(next.id)}>
          {bookTitle(next)}
        </button>
      </h2>
      <div ref={list} style={{ width, marginInline: 'auto', filter: getFilter(settings) }}>
        {pages.slice(0, shown).map((page) => (
          <img
            key={page.id}
            src={buildPageUrl(page, wanted)}
            alt=""
            loading="lazy"
            style={{
              display: 'block',
              width: '100%',
              aspectRatio: page.width && page.height ? page.width / page.height : 2 / 3,
            }}
          />
        ))}
      </div>
    </>
  )
}

/** Delay in milliseconds after scrolling stops, so that opening the chapter is not noticeable. */
const restMs = 150

/**
 * Calls `open` once the next chapter has reached the top of the window: when scrolling stops, or
 * immediately during automatic scrolling and at the end of the strip.
 */
function useRunOn(list: RefObject<HTMLElement | null>, open: (top: number, page: number) => void) {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    const { current } = list
    const strip = current?.parentElement?.parentElement
    if (!current || !strip) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const check = () => {
      const top = strip.scrollTop - current.offsetTop
      // The list is no longer in the document if the chapter has already been opened.
      if (top < 0 || !current.isConnected) return
      const middle = current.offsetTop + top + strip.clientHeight / 2
      const pages = [...current.children] as HTMLElement[]
      const page = pages.findLastIndex((each) => each.offsetTop <= middle)
      latest.current(top, Math.max(0, page) + 1)
    }
    const onScroll = () => {
      clearTimeout(timer)
      const isAtEnd = strip.scrollTop + strip.clientHeight >= strip.scrollHeight - 2
      if (isAtEnd || autoScrolling.get()) check()
      else timer = setTimeout(check, restMs)
    }
    strip.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      strip.removeEventListener('scroll', onScroll)
    }
  }, [list])
}
