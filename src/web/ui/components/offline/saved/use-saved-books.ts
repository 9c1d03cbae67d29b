/**
 * The user's saved books, including the progress of the one being saved, and problems with saving.
 */
import { useEffect } from 'react'
import { toast } from '../../feedback/toast'
import { t } from '../../../i18n/i18n'
import { fullBookTitle } from '../../../labels/metadata-labels'
import { type SavedBook, refreshSavedBooks, savedBooks } from '../../../state/offline/saved-books'
import { onSavingProblem, savingNow } from '../../../state/offline/saving/save-queue'
import { useUser } from '../../../state/session/session'
import { useStore } from '../../../state/store'

/** Returns undefined while the records of the books are being loaded. */
export function useSavedBooks(): readonly SavedBook[] | undefined {
  const userId = useUser()?.id
  const records = useStore(savedBooks)
  const now = useStore(savingNow)
  useEffect(() => {
    if (userId !== undefined) void refreshSavedBooks(userId)
  }, [userId])
  return records
    ?.map((record) => (record.bookId === now?.bookId ? now : record))
    .toSorted((one, other) => one.savedAt - other.savedAt)
}

/** Reports problems with saving, whatever page is open. */
export const reportSavingProblems = () =>
  onSavingProblem((problem, { book }) => {
    const title = fullBookTitle(book)
    toast(
      problem === 'full'
        ? t('This browser has no space left for {title}', { title })
        : t('Couldn’t save {title}', { title }),
    )
  })
