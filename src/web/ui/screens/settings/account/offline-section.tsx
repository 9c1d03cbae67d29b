/** Books saved in this browser. */
import { useState } from 'react'
import { Button } from '../../../components/controls/button'
import { EmptyState, Loading } from '../../../components/feedback/states'
import { DownloadIcon, TrashIcon } from '../../../components/icons'
import { canSaveBooks } from '../../../components/offline/can-save'
import { SavedBookList } from '../../../components/offline/saved/saved-book-list'
import { SpaceLine } from '../../../components/offline/saved/space-line'
import { useSavedBooks } from '../../../components/offline/saved/use-saved-books'
import { WithoutHttps, WithoutStorage } from '../../../components/offline/without-https'
import { t } from '../../../i18n/i18n'
import { removeAfterSignOut } from '../../../state/offline/upkeep'
import { SettingsCard, Part } from '../shared/settings-section'

export function OfflineBooks() {
  const can = canSaveBooks()
  if (can === 'yes') return <SavedBooks />
  return (
    <Part title={t('Offline books')}>
      <SettingsCard>{can === 'insecure' ? <WithoutHttps /> : <WithoutStorage />}</SettingsCard>
    </Part>
  )
}

function SavedBooks() {
  const books = useSavedBooks()
  const [isRemoving, setRemoving] = useState(false)
  const removeAll = async () => {
    setRemoving(true)
    await removeAfterSignOut()
    setRemoving(false)
  }
  return (
    <Part
      title={t('Offline books')}
      lead={t(
        'Books saved in this browser. You can read them when the server can’t be reached; your progress is sent later. Only you can see them, and signing out removes them.',
      )}
      actions={
        books !== undefined &&
        books.length > 1 && (
          <Button icon={TrashIcon} busy={isRemoving} onClick={() => void removeAll()}>
            {t('Remove all')}
          </Button>
        )
      }
    >
      <SettingsCard>
        {!books && <Loading />}
        {books?.length === 0 && (
          <EmptyState icon={DownloadIcon} title={t('No books saved')}>
            <p>{t('Choose “Save for offline” in the menu of a book or series')}</p>
          </EmptyState>
        )}
        {books && books.length > 0 && <SavedBookList books={books} />}
      </SettingsCard>
      <SettingsCard>
        <SpaceLine />
      </SettingsCard>
    </Part>
  )
}
