import { CoverUpload } from '../../components/cover-options/cover-options'
import { Button } from '../../components/controls/button'
import {
  deleteListCover,
  type ItemList,
  type ListKind,
  listsPath,
  updateList,
  uploadListCover,
} from '../../components/lists/list-requests'
import { useChange } from '../../components/use-change'
import { t } from '../../i18n/i18n'

/** Takes effect at once. An uploaded picture wins over a chosen entry. */
export function ListCoverForm({ kind, list: { id } }: { kind: ListKind; list: ItemList }) {
  const stale = [listsPath(kind)]
  const upload = useChange({
    act: (file: File) => uploadListCover(kind, id, file),
    done: t('Cover changed'),
    stale,
  })
  const reset = useChange({
    act: async () => {
      await deleteListCover(kind, id)
      return updateList(kind, id, { coverItemId: null })
    },
    done: t('Cover changed'),
    stale,
  })
  return (
    <>
      <CoverUpload busy={upload.isPending} onFile={upload.mutate} />
      <Button busy={reset.isPending} onClick={() => reset.mutate()}>
        {t('Show the first four entries as cover')}
      </Button>
    </>
  )
}
