import { api, readResponse } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { type Import, useImportsPath } from './use-imports'

/** Deletes an import that changed nothing. */
export function DiscardImport({ shown: { id } }: { shown: Import }) {
  const path = useImportsPath()
  const discard = useChange({
    act: () => readResponse(api.DELETE(`${path}/{id}`, { params: { path: { id } } })),
    stale: [path],
    once: true,
  })
  return (
    <Button busy={discard.isPending} onClick={() => discard.mutate()}>
      {t('Discard')}
    </Button>
  )
}
