import { api, readResponse } from '../../api/client'
import { CoverUpload, getUpload } from '../../components/cover-options/cover-options'
import { Button } from '../../components/controls/button'
import {
  type ItemList,
  type ListKind,
  listPaths,
  listsPath,
  updateList,
} from '../../components/lists/list-requests'
import { withId } from '../../components/use-action'
import { useChange } from '../../components/use-change'
import { t } from '../../i18n/i18n'

const coverPath = (kind: ListKind) =>
  `${listPaths[kind]}/{id}/cover` as '/api/v1/collections/{id}/cover'

/** Changes apply immediately. An uploaded image takes precedence over a chosen entry. */
export function ListCoverForm({ kind, list: { id } }: { kind: ListKind; list: ItemList }) {
  const stale = [listsPath(kind)]
  const upload = useChange({
    act: (file: File) =>
      readResponse(api.POST(coverPath(kind), { ...withId(id), ...getUpload(file) })),
    done: t('Cover updated'),
    stale,
  })
  const reset = useChange({
    act: async () => {
      await readResponse(api.DELETE(coverPath(kind), withId(id)))
      return updateList(kind, id, { coverItemId: null })
    },
    done: t('Cover updated'),
    stale,
  })
  return (
    <>
      <CoverUpload busy={upload.isPending} onFile={upload.mutate} />
      <Button busy={reset.isPending} onClick={() => reset.mutate()}>
        {t('Use the first four entries as the cover')}
      </Button>
    </>
  )
}
