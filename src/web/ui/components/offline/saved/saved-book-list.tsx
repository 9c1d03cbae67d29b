/** Saved books with their state. Also shown when the server is unreachable. */
import { Link } from '@tanstack/react-router'
import { formatBytes } from '../../../i18n/bytes'
import { formatAgo } from '../../../i18n/date-time'
import { formatPercent, t } from '../../../i18n/i18n'
import { fullBookTitle } from '../../../labels/metadata-labels'
import { formatReadAction } from '../../../labels/read-status'
import { findLastPosition } from '../../../state/offline/last-position'
import {
  cancelSaving,
  continueSaving,
  removeBook,
  savingNow,
} from '../../../state/offline/saving/save-queue'
import { isSavedCompletely, type SavedBook, storeRecord } from '../../../state/offline/saved-books'
import { useUser } from '../../../state/session/session'
import { useStore } from '../../../state/store'
import { Button, buttonClass } from '../../controls/button'
import { CoverArt } from '../../covers/cover'
import { BookOpenIcon, RefreshIcon, TrashIcon } from '../../icons'
import { readLink } from '../../read-link'
import bar from '../../feedback/scan-progress.module.css'
import styles from '../offline.module.css'

export const SavedBookList = ({ books }: { books: readonly SavedBook[] }) => (
  <ul role="list" className={styles.list} aria-label={t('Saved books')}>
    {books.map((book) => (
      <Entry key={book.bookId} saved={book} />
    ))}
  </ul>
)

function Entry({ saved }: { saved: SavedBook }) {
  const { bookId, book } = saved
  const isSaving = useStore(savingNow)?.bookId === bookId
  const title = fullBookTitle(book)
  return (
    <li className={styles.entry}>
      <CoverArt kind="book" id={bookId} color={book.coverColor} className={styles.cover} />
      <div className={styles.words}>
        <strong>{title}</strong>
        <span>{formatState(saved, isSaving)}</span>
        <LastRead saved={saved} />
        {isSaving && (
          <progress
            className={bar.line}
            aria-label={title}
            value={saved.done}
            max={Math.max(1, saved.total)}
          />
        )}
        <Actions saved={saved} isSaving={isSaving} title={title} />
      </div>
    </li>
  )
}

function formatState(saved: SavedBook, isSaving: boolean): string {
  const { done, total, bytes, missing, stopped } = saved
  const part = formatPercent(total === 0 ? 0 : done / total)
  if (isSaving) return t('Saving: {part}', { part })
  if (isSavedCompletely(saved) && stopped === null) {
    const size = formatBytes(bytes)
    return missing === 0
      ? t('Saved, {size}', { size })
      : t('Saved, {size}; {missing, plural, one {# page} other {# pages}} couldn’t be read', {
          size,
          missing,
        })
  }
  if (stopped === 'full') return t('Incomplete: {part}. No space left in this browser.', { part })
  if (stopped === 'cancelled') return t('Incomplete: {part}', { part })
  return t('Incomplete: {part}. Continues when the server can be reached.', { part })
}

/**
 * Shows when the book was last read in this browser. Without such a time, shows when it was last
 * read before it was saved.
 */
function LastRead({ saved: { bookId, book } }: { saved: SavedBook }) {
  const user = useUser()
  const last = user && findLastPosition(user.id, bookId)
  const when = last ? new Date(last.at).toISOString() : book.readProgress?.updatedAt
  if (!when) return <span>{t('Not read yet')}</span>
  const page = last?.body['currentPage'] ?? book.readProgress?.currentPage
  const isPaged = last ? last.as === 'progress' : book.fileFormat !== 'epub'
  return (
    <span>
      {isPaged && typeof page === 'number' && page > 0
        ? t('Page {page} of {total}, read {when}', {
            page,
            total: book.pageCount,
            when: formatAgo(when),
          })
        : t('Read {when}', { when: formatAgo(when) })}
    </span>
  )
}

interface ActionsProps {
  saved: SavedBook
  isSaving: boolean
  title: string
}

function Actions({ saved, isSaving, title }: ActionsProps) {
  const userId = useUser()?.id
  const { bookId } = saved
  if (userId === undefined) return null
  const isReady = isSavedCompletely(saved) && saved.stopped === null
  const resume = async () => {
    await storeRecord(userId, { ...saved, stopped: 'interrupted' })
    await continueSaving(userId)
  }
  return (
    <div className={styles.actions}>
      {isReady && (
        <Link
          {...readLink(bookId)}
          className={buttonClass('plain', true)}
          aria-label={t('Read {title}', { title })}
        >
          <BookOpenIcon size={16} />
          {formatReadAction()}
        </Link>
      )}
      {isSaving && (
        <Button small onClick={() => void cancelSaving(userId, bookId)}>
          {t('Stop saving')}
        </Button>
      )}
      {!isReady && !isSaving && (
        <Button small icon={RefreshIcon} onClick={() => void resume()}>
          {t('Continue saving')}
        </Button>
      )}
      <Button
        small
        icon={TrashIcon}
        aria-label={t('Remove {title} from this browser', { title })}
        onClick={() => void removeBook(userId, bookId)}
      >
        {t('Remove')}
      </Button>
    </div>
  )
}
