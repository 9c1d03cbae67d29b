/** Toolbar above the text. */
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
import { ReadingMarks } from '../notices'
import styles from '../reader.module.css'
import text from './text.module.css'
import type { View } from './hooks/use-text-view'

interface TextTopBarProps {
  view: View
  book: Schemas['Book']
  incognito: boolean
  onLeave(): void
}

export function TextTopBar({ view, book, incognito, onLeave }: TextTopBarProps) {
  const { panel, toggle, isMarked, bookmark } = view
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
        <h1>{book.title}</h1>
        <p>
          {/* A book without a series is its own series with the same name. */}
          {book.seriesName !== book.title && <span>{book.seriesName}</span>}
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
        onClick={bookmark}
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
