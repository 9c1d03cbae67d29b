import { useState } from 'react'
import { api, readResponse } from '../../api/client'
import { Button } from '../../components/controls/button'
import { TrashIcon } from '../../components/icons'
import { useChange } from '../../components/use-change'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { RemovalDialog } from './removal-dialog'

export function ClearHistory() {
  const [isAsking, setAsking] = useState(false)
  const may = usePermission('progress:write')
  const clear = useChange({
    act: () => readResponse(api.DELETE('/api/v1/user/read-history')),
    done: t('Reading history cleared'),
    stale: ['/api/v1/'],
    onDone: () => setAsking(false),
    once: true,
  })
  if (!may) return null
  return (
    <>
      <Button icon={TrashIcon} onClick={() => setAsking(true)}>
        {t('Clear all')}
      </Button>
      {isAsking && (
        <RemovalDialog
          title={t('Clear your reading history?')}
          action={t('Clear all')}
          busy={clear.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => clear.mutate()}
        >
          <p>
            {t(
              'All entries, and the read counts and statistics based on them, will be permanently deleted. Your positions and read status are kept.',
            )}
          </p>
        </RemovalDialog>
      )}
    </>
  )
}
