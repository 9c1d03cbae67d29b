import type { Schemas } from '../../../api/client'
import { IconButton } from '../../../components/controls/button'
import {
  BackIcon,
  BookmarkIcon,
  KeyboardIcon,
  ListIcon,
  SearchIcon,
  TypeIcon,
} from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import { bookLabel } from '../../../labels/metadata-labels'
import { getTitleLanguage } from '../../../labels/title-language'
import { useReaderMarks } from '../frame/reader-marks'
import { usePanels } from '../frame/reader-panels'
import { ReadingMarks } from '../reader-notices'
import styles from '../reader.module.css'
import text from './text.module.css'

interface TextTopBarProps {
  book: Schemas['Book']
  incognito: boolean
  onLeave(): void
}

export function TextTopBar({ book, incognito, onLeave }: TextTopBarProps) {
  const { panel, toggle } = usePanels()
  const { isMarked, toggleBookmark } = useReaderMarks()
  return (
    <header className={styles.top}>
      <IconButton label={t('Close book')} icon={BackIcon} onClick={onLeave} />
      <IconButton
        label={t('Contents')}
        icon={ListIcon}
        pressed={panel === 'contents'}
        onClick={() => toggle('contents')}
      />
      <div className={styles.titles}>
        <h1 lang={getTitleLanguage(book.title, null)}>{book.title}</h1>
        <p>
          <SeriesAndNumber book={book} />
          <ReadingMarks incognito={incognito} />
        </p>
      </div>
      <IconButton
        label={t('Search this book')}
        icon={SearchIcon}
        pressed={panel === 'search'}
        onClick={() => toggle('search')}
      />
      <IconButton
        label={t('Bookmark this position')}
        icon={BookmarkIcon}
        pressed={isMarked}
        className={text.mark}
        onClick={toggleBookmark}
      />
      <IconButton
        label={t('Keyboard shortcuts')}
        icon={KeyboardIcon}
        pressed={panel === 'keys'}
        className={styles.wideOnly}
        onClick={() => toggle('keys')}
      />
      <IconButton
        label={t('Reading settings')}
        icon={TypeIcon}
        pressed={panel === 'settings'}
        onClick={() => toggle('settings')}
      />
    </header>
  )
}

/** Renders nothing for a standalone book, whose series has the same name. */
function SeriesAndNumber({ book }: { book: Schemas['Book'] }) {
  const label = bookLabel(book)
  const words = [book.seriesName, label].filter((part) => part !== book.title)
  return words.length > 0 && <span>{words.join(' · ')}</span>
}
