import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query'
import { requests } from '../../../shared/requests'
import { formatBytes } from '../../i18n/bytes'
import { t } from '../../i18n/i18n'
import { bookTitle } from '../../labels/metadata-labels'
import { isComplete } from '../../state/offline/saved-books'
import { Button } from '../controls/button'
import { Dialog } from '../dialogs/dialog'
import { ErrorState, Loading } from '../feedback/states'
import { withId } from '../use-action'
import { SavedBookList } from './saved-book-list'
import { SpaceLine } from './space-line'
import { useSavedBooks } from './use-saved-books'
import { useSaving } from './use-saving'
import styles from './offline.module.css'

interface SaveBookProps {
  id: string
  onClose: () => void
}

export function SaveBook({ id, onClose }: SaveBookProps) {
  const answer = useQuery(apiQuery(requests.book.path, withId(id)))
  const saved = useSavedBooks()?.filter(({ bookId }) => bookId === id)
  const { save, isBusy, problem } = useSaving(onClose)
  const book = answer.data?.book
  const isNew = saved?.length === 0
  const mayStart = book && saved && !saved.some(isComplete)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Save for offline')}
      actions={
        isNew && mayStart ? (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button variant="primary" busy={isBusy} onClick={() => save([book])}>
              {t('Save')}
            </Button>
          </>
        ) : undefined
      }
    >
      <div className={styles.body}>
        {answer.error && !book && <ErrorState error={answer.error} retry={answer.refetch} />}
        {!book && !answer.error && <Loading />}
        {book && isNew && (
          <>
            <p>{`${book.seriesName} · ${bookTitle(book)}`}</p>
            <p>
              {t(
                'The book is saved in this browser, so you can read it without the server. It takes up to {size}.',
                {
                  size: formatBytes(book.fileSize),
                },
              )}
            </p>
          </>
        )}
        {saved && saved.length > 0 && <SavedBookList books={saved} />}
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <SpaceLine />
      </div>
    </Dialog>
  )
}
