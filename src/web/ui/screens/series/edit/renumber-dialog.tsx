import { readResponse, api, type Schemas } from '../../../api/client'
import { Button } from '../../../components/controls/button'
import { Dialog } from '../../../components/dialogs/dialog'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'

interface RenumberDialogProps {
  series: Schemas['Series']
  onClose: () => void
}

/** Numbers the books of a series from 1, in their current order. */
export function RenumberDialog({ series: { id, metadata }, onClose }: RenumberDialogProps) {
  const renumber = useChange({
    act: () =>
      readResponse(
        api.POST('/api/v1/series/{id}/renumber', { params: { path: { id } }, body: {} }),
      ),
    done: t('Renumbered the books of {title}', { title: metadata.title }),
    stale: ['/api/v1/'],
    onDone: onClose,
  })
  const actions = (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" busy={renumber.isPending} onClick={() => renumber.mutate()}>
        {t('Renumber')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Renumber the books of {title}?', { title: metadata.title })}
      actions={actions}
    >
      <p>
        {t(
          'The books get the numbers 1, 2, 3 … in their current order. Volumes, issues or chapters, collected editions, annuals and specials are each counted on their own. To undo this, reset the metadata of the books to that of their files.',
        )}
      </p>
    </Dialog>
  )
}
