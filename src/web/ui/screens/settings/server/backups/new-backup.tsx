import { useState } from 'react'
import { api, readResponse } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { Dialog } from '../../../../components/dialogs/dialog'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { backupsPath, tasksPath } from './backup-tasks'
import { BackupContents } from './backup-contents'

/** A button that creates a backup, after asking what it should contain. */
export function NewBackup({ isBusy }: { isBusy: boolean }) {
  const [isAsked, setIsAsked] = useState(false)
  const [contents, setContents] = useState({ withUploads: true, withSecrets: false })
  const make = useChange({
    act: () => readResponse(api.POST(backupsPath, { body: contents })),
    done: t('Making a backup'),
    stale: [tasksPath],
    onDone: () => setIsAsked(false),
    once: true,
  })
  return (
    <>
      <Button variant="primary" busy={isBusy} onClick={() => setIsAsked(true)}>
        {t('Back up now')}
      </Button>
      {isAsked && (
        <Dialog
          open
          onClose={() => setIsAsked(false)}
          title={t('Back up now')}
          actions={
            <>
              <Button onClick={() => setIsAsked(false)}>{t('Cancel')}</Button>
              <Button variant="primary" busy={make.isPending} onClick={() => make.mutate()}>
                {t('Back up')}
              </Button>
            </>
          }
        >
          <BackupContents value={contents} onChange={setContents} />
        </Dialog>
      )}
    </>
  )
}
