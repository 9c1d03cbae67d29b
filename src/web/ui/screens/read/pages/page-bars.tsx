/** Toolbars above and below the pages. They have their own rows and never cover a page. */
import type { Schemas } from '../../../api/client'
import { buildUrl } from '../../../api/client'
import { IconButton } from '../../../components/controls/button'
import {
  BackIcon,
  BookmarkIcon,
  FullscreenIcon,
  GridIcon,
  KeyboardIcon,
  ListIcon,
  SearchIcon,
  TypeIcon,
} from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import { bookLabel, bookTitle, isSameText } from '../../../labels/metadata-labels'
import { getTitleLanguage } from '../../../labels/title-language'
import { type Chapter, findPageChapter } from './engine/chapters'
import type { Direction } from './engine/model'
import type { Pdf } from './pdf/use-pdf'
import { usePagePosition } from './page-position'
import { pageAtShare, pageMovedTo, getPageShare, thumbAt } from './engine/scrubber'
import { useMinutesLeft } from '../hooks/use-pace'
import { useReaderMarks } from '../frame/reader-marks'
import { usePanels } from '../frame/reader-panels'
import { ReadingMarks } from '../reader-notices'
import styles from '../reader.module.css'
import { ReturnButton } from '../return-button'
import { type CSSProperties, type MouseEvent, useState } from 'react'

interface TopBarProps {
  book: Schemas['Book']
  incognito: boolean
  /** The setting that was just changed. */
  status: string
  pdf: Pdf
  onLeave(): void
  onFullScreen(): void
}

export function PageTopBar(props: TopBarProps) {
  const { book, incognito, status, pdf, onLeave, onFullScreen } = props
  const { panel, toggle } = usePanels()
  const { isMarked, toggleBookmark } = useReaderMarks()
  const title = bookTitle(book)
  return (
    <header className={styles.top} onMouseDown={leaveFocus}>
      <IconButton label={t('Close book')} icon={BackIcon} onClick={onLeave} />
      {(pdf.hasText || pdf.toc.length > 0) && (
        <IconButton
          label={t('Contents')}
          icon={ListIcon}
          pressed={panel === 'contents'}
          onClick={() => toggle('contents')}
        />
      )}
      <div className={styles.titles}>
        <h1 lang={getTitleLanguage(book.seriesName, null)}>{book.seriesName}</h1>
        <p>
          {!isSameText(title, book.seriesName) && <span>{title}</span>}
          <ReadingMarks incognito={incognito} status={status} />
        </p>
      </div>
      {pdf.hasText && (
        <IconButton
          label={t('Search this book')}
          icon={SearchIcon}
          pressed={panel === 'search'}
          onClick={() => toggle('search')}
        />
      )}
      <IconButton
        label={isMarked ? t('Remove bookmark') : t('Bookmark this page')}
        icon={BookmarkIcon}
        pressed={isMarked}
        onClick={toggleBookmark}
      />
      <ViewButtons pdf={pdf} onFullScreen={onFullScreen} />
    </header>
  )
}

/** Buttons for the panels and for full screen. */
function ViewButtons({ pdf, onFullScreen }: Pick<TopBarProps, 'pdf' | 'onFullScreen'>) {
  const { panel, toggle } = usePanels()
  return (
    <>
      <IconButton
        label={t('All pages')}
        icon={GridIcon}
        pressed={panel === 'pages'}
        onClick={() => toggle('pages')}
      />
      <IconButton
        label={t('Keyboard shortcuts')}
        icon={KeyboardIcon}
        pressed={panel === 'keys'}
        className={styles.wideOnly}
        onClick={() => toggle('keys')}
      />
      {document.fullscreenEnabled && (
        <IconButton
          label={t('Full screen')}
          icon={FullscreenIcon}
          className={pdf.hasText ? styles.wideOnly : undefined}
          onClick={onFullScreen}
        />
      )}
      <IconButton
        label={t('Reading settings')}
        icon={TypeIcon}
        pressed={panel === 'settings'}
        onClick={() => toggle('settings')}
      />
    </>
  )
}

/** Keeps a clicked button from taking the focus, so that the next key turns the page. */
const leaveFocus = (event: MouseEvent) => event.preventDefault()

interface ScrubberProps {
  bookId: string
  direction: Direction
  adjacent: Schemas['AdjacentBooks'] | undefined
  chapters: readonly Chapter[]
  onBook(bookId: string): void
}

/** Slider that follows the reading direction and previews the page under the pointer. */
export function Scrubber({ bookId, direction, adjacent, chapters, onBook }: ScrubberProps) {
  const { page, lastPage, total, slideTo } = usePagePosition()
  const chapter = findPageChapter(chapters, lastPage)
  const [peek, setPeek] = useState<number | null>(null)
  const minutes = useMinutesLeft(lastPage, total)
  const isRtl = direction === 'rtl'
  const previous = (
    <PreviousOrReturn book={adjacent?.prev} sign={isRtl ? '▶' : '◀'} onBook={onBook} />
  )
  const next = <Neighbor book={adjacent?.next} sign={isRtl ? '◀' : '▶'} onBook={onBook} />
  return (
    <footer className={styles.bottom}>
      {peek !== null && (
        <PagePreview bookId={bookId} number={peek} total={total} direction={direction} />
      )}
      <div className={styles.scrub} dir="ltr">
        <Track direction={direction} chapters={chapters} />
        <input
          type="range"
          min={1}
          max={Math.max(1, total)}
          value={thumbAt({ page, lastPage, total })}
          dir={isRtl ? 'rtl' : 'ltr'}
          aria-label={t('Page')}
          aria-valuetext={t('Page {number} of {total}', { number: page, total })}
          onChange={({ currentTarget }) =>
            slideTo(pageMovedTo(Number(currentTarget.value), { page, lastPage, total }))
          }
          onPointerMove={({ currentTarget, clientX }) => {
            const box = currentTarget.getBoundingClientRect()
            setPeek(pageAtShare((clientX - box.x) / box.width, total, direction))
          }}
          onPointerLeave={() => setPeek(null)}
          onPointerCancel={() => setPeek(null)}
          onPointerUp={({ pointerType }) => pointerType === 'touch' && setPeek(null)}
        />
      </div>
      <div className={styles.row} dir="ltr">
        {isRtl ? next : previous}
        <span className={styles.where}>
          <b>{lastPage > page ? `${page}–${lastPage}` : page}</b> / {total}
          {chapter && ` · ${chapter.name}`}
          {minutes !== undefined && ` · ${t('{minutes} min left', { minutes })}`}
        </span>
        {isRtl ? previous : next}
      </div>
    </footer>
  )
}

/** Progress and chapter marks. */
function Track({ direction, chapters }: Pick<ScrubberProps, 'direction' | 'chapters'>) {
  const { lastPage, total } = usePagePosition()
  const share = `${getPageShare(lastPage, total, 'ltr') * 100}%`
  return (
    <div className={styles.track}>
      <i style={direction === 'rtl' ? { right: 0, width: share } : { width: share }} />
      {chapters.map(({ page }) => (
        <span
          key={page}
          className={styles.tick}
          style={{ left: `${getPageShare(page, total, direction) * 100}%` }}
        />
      ))}
    </div>
  )
}

interface NeighborProps {
  book: Schemas['Book'] | null | undefined
  sign: string
  onBook(bookId: string): void
}

/** Button for the previous book or, after a jump, for returning to the position before it. */
function PreviousOrReturn(props: NeighborProps) {
  const { origin, goBack } = usePagePosition()
  if (origin === null) return <Neighbor book={props.book} sign={props.sign} onBook={props.onBook} />
  return <ReturnButton words={t('Back to page {page}', { page: origin })} onClick={goBack} />
}

function Neighbor({ book, sign, onBook }: NeighborProps) {
  if (!book) return <span className={styles.neighbor} />
  return (
    <button type="button" className={styles.neighbor} onClick={() => onBook(book.id)}>
      {sign === '◀' ? `${sign} ${bookLabel(book)}` : `${bookLabel(book)} ${sign}`}
    </button>
  )
}

interface PreviewProps extends Pick<ScrubberProps, 'bookId' | 'direction'> {
  number: number
  total: number
}

function PagePreview({ bookId, number, total, direction }: PreviewProps) {
  const place = getPageShare(number, total, direction)
  return (
    <div
      className={styles.peek}
      style={{ '--place': `${place * 100}%` } as CSSProperties}
      aria-hidden="true"
    >
      <img src={buildUrl(`api/v1/books/${bookId}/pages/${number}/thumbnail`)} alt="" />
      <span>{number}</span>
    </div>
  )
}
