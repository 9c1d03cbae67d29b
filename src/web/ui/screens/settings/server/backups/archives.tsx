/** Full exports: a button that creates one, and the existing files. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { Switch } from '../../../../components/controls/switch'
import { Dialog } from '../../../../components/dialogs/dialog'
import { useChange } from '../../../../components/use-change'
import { formatBytes } from '../../../../i18n/bytes'
import { formatInstant } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { SettingsCard, Entries, Entry } from '../../shared/settings-section'
import { TaskFailure } from '../tasks/task-failure'
import styles from '../../settings.module.css'
import { archivesPath, tasksPath, useArchiveTask } from './backup-tasks'
import { DeleteFile, DownloadFile } from './file-actions'

export function Archives() {
  const { latest, isBusy } = useArchiveTask()
  const archives = useQuery({ ...apiQuery(archivesPath), staleTime: 0 })
  return (
    <SettingsCard
      title={t('Full export')}
      hint={t(
        'One file with all library and user data, in a documented format. You can import it into a new installation of Quire, and other programs can read it. It does not contain your books.',
      )}
    >
      {latest?.status === 'failed' && latest.lastError && <TaskFailure error={latest.lastError} />}
      {archives.data && archives.data.length > 0 && (
        <Entries label={t('Full exports')}>
          {archives.data.map((archive) => (
            <ArchiveEntry key={archive.name} archive={archive} />
          ))}
        </Entries>
      )}
      <NewArchive isBusy={isBusy} />
    </SettingsCard>
  )
}

function NewArchive({ isBusy }: { isBusy: boolean }) {
  const [isAsked, setIsAsked] = useState(false)
  const [withSecrets, setWithSecrets] = useState(false)
  const make = useChange({
    act: () => readResponse(api.POST(archivesPath, { body: { withSecrets } })),
    done: t('Exporting everything'),
    stale: [tasksPath],
    onDone: () => setIsAsked(false),
    once: true,
  })
  return (
    <div>
      <Button busy={isBusy} onClick={() => setIsAsked(true)}>
        {t('Export everything')}
      </Button>
      {isAsked && (
        <Dialog
          open
          onClose={() => setIsAsked(false)}
          title={t('Export everything')}
          actions={
            <>
              <Button onClick={() => setIsAsked(false)}>{t('Cancel')}</Button>
              <Button variant="primary" busy={make.isPending} onClick={() => make.mutate()}>
                {t('Export')}
              </Button>
            </>
          }
        >
          <Switch
            label={t('Include hashes of passwords and keys')}
            hint={t(
              'Without them, everyone needs a new password in the new installation. Keep a file that contains hashes in a safe place.',
            )}
            checked={withSecrets}
            onChange={setWithSecrets}
          />
        </Dialog>
      )}
    </div>
  )
}

function ArchiveEntry({ archive }: { archive: Schemas['Archive'] }) {
  const { name, createdAt, sizeBytes, hasSecrets } = archive
  return (
    <Entry
      title={
        <>
          {formatInstant(createdAt)}
          {hasSecrets && <span className={styles.tag}>{t('with secrets')}</span>}
        </>
      }
      facts={formatBytes(sizeBytes)}
      actions={
        <>
          <DownloadFile name={name} path={archivesPath} />
          <DeleteArchive name={name} />
        </>
      }
    />
  )
}

function DeleteArchive({ name }: { name: string }) {
  const params = { path: { name } }
  return (
    <DeleteFile
      name={name}
      path={archivesPath}
      act={() => readResponse(api.DELETE(`${archivesPath}/{name}`, { params }))}
      words={{
        question: t('Delete this export?'),
        action: t('Delete export'),
        done: t('Export deleted'),
      }}
    />
  )
}
