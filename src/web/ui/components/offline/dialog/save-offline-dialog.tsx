/** Saves a book, or books from a series, in this browser. */
import { t } from '../../../i18n/i18n'
import { Dialog } from '../../dialogs/dialog'
import { canSaveBooks } from '../can-save'
import { SaveBook } from './save-book'
import { SaveSeries } from './save-series'
import type { SaveRequest } from '../saving-offline'
import { WithoutHttps, WithoutStorage } from '../without-https'

interface SaveProps extends SaveRequest {
  onClose: () => void
}

export function SaveOfflineDialog({ kind, id, onClose }: SaveProps) {
  const can = canSaveBooks()
  if (can === 'yes') {
    return kind === 'book' ? (
      <SaveBook id={id} onClose={onClose} />
    ) : (
      <SaveSeries id={id} onClose={onClose} />
    )
  }
  return (
    <Dialog open onClose={onClose} title={t('Save for offline')}>
      {can === 'insecure' ? <WithoutHttps /> : <WithoutStorage />}
    </Dialog>
  )
}
