import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { requests } from '../../../../shared/requests'
import { formatBytes } from '../../../i18n/bytes'
import { t } from '../../../i18n/i18n'
import { fullBookTitle } from '../../../labels/metadata-labels'
import { withId } from '../../use-action'
import { SaveForm } from './save-form'
import { SavedBookList } from '../saved/saved-book-list'
import { useSavedBooks } from '../saved/use-saved-books'
import { useSaving } from './use-saving'

interface SaveBookProps {
  id: string
  onClose: () => void
}

export function SaveBook({ id, onClose }: SaveBookProps) {
  const answer = useQuery(apiQuery(requests.book.path, withId(id)))
  const saved = useSavedBooks()?.filter(({ bookId }) => bookId === id)
  const { save, ...state } = useSaving(onClose)
  const book = answer.data?.book
  const isReady = book !== undefined && saved !== undefined
  const isNew = isReady && saved.length === 0
  return (
    <SaveForm
      {...state}
      question={answer}
      isReady={isReady}
      onClose={onClose}
      onSave={isNew ? () => save([book]) : undefined}
    >
      {isNew && <NewBook book={book} />}
      {isReady && !isNew && <SavedBookList books={saved} />}
    </SaveForm>
  )
}

const NewBook = ({ book }: { book: Schemas['Book'] }) => (
  <>
    <p>{fullBookTitle(book)}</p>
    <p>
      {t(
        'The book will be saved in this browser, so you can read it without the server. It needs up to {size}.',
        { size: formatBytes(book.fileSize) },
      )}
    </p>
  </>
)
