import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../components/controls/button'
import { Dialog } from '../../components/dialogs/dialog'
import {
  deleteList,
  type ItemList,
  type ListKind,
  listsPath,
} from '../../components/lists/list-requests'
import { usePins } from '../../components/lists/use-pins'
import { useChange } from '../../components/use-change'
import { t } from '../../i18n/i18n'

interface DeletionProps {
  kind: ListKind
  list: ItemList
  onClose: () => void
}

export function DeleteList({ kind, list, onClose }: DeletionProps) {
  const navigate = useNavigate()
  const { isPinned, unpin } = usePins()
  const remove = useChange({
    act: () => deleteList(kind, list.id),
    done: t('Deleted {name}', { name: list.name }),
    stale: [listsPath(kind)],
    onDone: () => {
      if (isPinned(list.id)) unpin(list.id)
      void navigate({ to: kind === 'collection' ? '/collections' : '/reading-lists' })
    },
    once: true,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Delete {name}?', { name: list.name })}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('Delete')}
          </Button>
        </>
      }
    >
      <p>{t('The series and books in the list stay in the library')}</p>
    </Dialog>
  )
}
