/** The bars above and below running text. */
import type { Schemas } from '../../../api/client'
import { IconButton } from '../../../components/button'
import { BackIcon, BookmarkIcon, ListIcon, SearchIcon, TypeIcon } from '../../../components/icons'
import { formatPercent, t } from '../../../i18n/i18n'
import { ReadingMarks } from '../notices'
import styles from '../reader.module.css'
import type { Place } from './engine/navigator'
import type { TextPanel } from './side-panel'

interface TextTopBarProps {
  book: Schemas['Book']
  incognito: boolean
  panel: TextPanel
  toggle(panel: TextPanel): void
  onLeave(): void
  onBookmark(): void
}

export function TextTopBar(props: TextTopBarProps) {
  const { book, incognito, panel, toggle, onLeave, onBookmark } = props
  return (
    <header className={styles.top}>
      <IconButton label={t('Leave the book')} icon={BackIcon} onClick={onLeave} />
      <IconButton
        label={t('Contents')}
        icon={ListIcon}
        pressed={panel === 'contents'}
        onClick={() => toggle('contents')}
      />
      <div className={styles.titles}>
        <h1>{book.title}</h1>
        <p>
          <span>{book.seriesName}</span>
          <ReadingMarks incognito={incognito} />
        </p>
      </div>
      <IconButton
        label={t('Search in this book')}
        icon={SearchIcon}
        pressed={panel === 'search'}
        onClick={() => toggle('search')}
      />
      <IconButton label={t('Bookmark this place')} icon={BookmarkIcon} onClick={onBookmark} />
      <IconButton
        label={t('Reading settings')}
        icon={TypeIcon}
        pressed={panel === 'settings'}
        onClick={() => toggle('settings')}
      />
    </header>
  )
}

interface TextBottomBarProps {
  place: Place
  direction: 'ltr' | 'rtl'
  onFraction(fraction: number): void
}

const steps = 1000

export function TextBottomBar({ place, direction, onFraction }: TextBottomBarProps) {
  const { chapter, fraction, minutesLeft, printedPage } = place
  const words = formatPercent(fraction)
  const share = `${fraction * 100}%`
  return (
    <footer className={styles.bottom}>
      <div className={styles.scrub} dir="ltr">
        <div className={styles.track}>
          <i style={direction === 'rtl' ? { right: 0, width: share } : { width: share }} />
        </div>
        <input
          type="range"
          min={0}
          max={steps}
          value={Math.round(fraction * steps)}
          dir={direction}
          aria-label={t('Place in the book')}
          aria-valuetext={words}
          onChange={({ currentTarget }) => onFraction(Number(currentTarget.value) / steps)}
        />
      </div>
      <div className={styles.row}>
        <span className={styles.neighbour}>
          {chapter?.label}
          {printedPage && ` · ${t('page {page}', { page: printedPage })}`}
        </span>
        <span>{words}</span>
        <span className={styles.neighbour}>
          {t('{minutes} min left in the chapter', {
            minutes: Math.max(1, Math.round(minutesLeft.chapter)),
          })}
        </span>
      </div>
    </footer>
  )
}
