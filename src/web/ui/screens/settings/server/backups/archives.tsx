/** Exports of everything: a button, and the newest file. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, buildUrl, readResponse, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button, buttonClass } from '../../../../components/controls/button'
import { Switch } from '../../../../components/controls/switch'
import { Dialog } from '../../../../components/dialogs/dialog'
import { useChange } from '../../../../components/use-change'
import { formatBytes } from '../../../../i18n/bytes'
import { formatInstant } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { Confirm } from '../../shared/confirm'
import { Card, Entries, Entry } from '../../shared/settings-section'
import { TaskFailure } from '../tasks/task-failure'
import styles from '../../settings.module.css'
import { archivesPath, tasksPath, useArchiveTask } from './backup-tasks'

export function Archives() {
  const { latest, isBusy } = useArchiveTask()
  const archives = useQuery({ ...apiQuery(archivesPath), staleTime: 0 })
  return (
    <Card
      title={t('Take everything with you')}
      hint={t(
        'One file with all that the library knows and everybody did, in a documented format. A new installation of Quire reads it, and other programs can. It does not contain your books.',
      )}
    >
      {latest?.status === 'failed' && latest.lastError && <TaskFailure error={latest.lastError} />}
      {archives.data && archives.data.length > 0 && (
        <Entries label={t('Exports of everything')}>
          {archives.data.map((archive) => (
            <ArchiveEntry key={archive.name} archive={archive} />
          ))}
        </Entries>
      )}
      <NewArchive isBusy={isBusy} />
    </Card>
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
              'Otherwise, everybody needs a new password in the new installation. Keep a file with them in a safe place.',
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
          <a
            className={buttonClass('plain', true)}
            href={buildUrl(`api/v1/admin/archives/${encodeURIComponent(name)}/download`)}
            download
            aria-label={t('Download {name}', { name })}
          >
            {t('Download')}
          </a>
          <DeleteArchive name={name} />
        </>
      }
    />
  )
}

function DeleteArchive({ name }: { name: string }) {
  const [isAsked, setIsAsked] = useState(false)
  const params = { path: { name } }
  const remove = useChange({
    act: () => readResponse(api.DELETE(`${archivesPath}/{name}`, { params })),
    done: t('Export deleted'),
    stale: [archivesPath],
    onDone: () => setIsAsked(false),
    once: true,
  })
  return (
    <>
      <Button
        small
        variant="danger"
        onClick={() => setIsAsked(true)}
        aria-label={t('Delete {name}', { name })}
      >
        {t('Delete')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('Delete this export?')}
          action={t('Delete export')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>{t('{name} is deleted permanently.', { name })}</p>
        </Confirm>
      )}
    </>
  )
}
