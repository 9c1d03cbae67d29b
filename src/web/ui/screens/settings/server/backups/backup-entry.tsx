import { api, readResponse, type Schemas } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { useChange } from '../../../../components/use-change'
import { formatBytes } from '../../../../i18n/bytes'
import { formatAgo, formatInstant } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { Entry } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { backupsPath, tasksPath } from './backup-tasks'
import { DeleteFile, DownloadFile } from './file-actions'

type Backup = Schemas['Backup']

interface BackupEntryProps {
  backup: Backup
  isBusy: boolean
}

export function BackupEntry({ backup, isBusy }: BackupEntryProps) {
  const { name, createdAt, verifiedAt } = backup
  return (
    <Entry
      title={
        <>
          {formatInstant(createdAt)}
          {listTags(backup).map((tag) => (
            <span key={tag} className={styles.tag}>
              {tag}
            </span>
          ))}
        </>
      }
      facts={formatFacts(backup)}
      actions={<BackupActions name={name} isBusy={isBusy} />}
    >
      <div className={styles.entryFacts}>
        <code>{name}</code>
        {' · '}
        {verifiedAt === null
          ? t('not verified')
          : t('verified {time}', { time: formatAgo(verifiedAt) })}
      </div>
    </Entry>
  )
}

function listTags({ reason, hasSecrets }: Backup): string[] {
  return [
    ...(reason === 'migration' ? [t('before an update')] : []),
    ...(reason === 'purge' ? [t('before a permanent deletion')] : []),
    ...(hasSecrets ? [t('with secrets')] : []),
  ]
}

function formatFacts({ sizeBytes, version, counts }: Backup): string {
  const { books, users } = counts
  return [
    formatBytes(sizeBytes),
    t('{count, plural, one {# book} other {# books}}', { count: books }),
    t('{count, plural, one {# user} other {# users}}', { count: users }),
    t('version {version}', { version }),
  ].join(' · ')
}

function BackupActions({ name, isBusy }: { name: string; isBusy: boolean }) {
  const params = { path: { name } }
  const verify = useChange({
    act: () => readResponse(api.POST(`${backupsPath}/{name}/verify`, { params })),
    done: t('Verifying the backup'),
    stale: [tasksPath],
    once: true,
  })
  return (
    <>
      <Button
        small
        disabled={isBusy}
        busy={verify.isPending}
        onClick={() => verify.mutate()}
        aria-label={t('Verify {name}', { name })}
      >
        {t('Verify')}
      </Button>
      <DownloadFile name={name} path={backupsPath} />
      <DeleteBackup name={name} />
    </>
  )
}

function DeleteBackup({ name }: { name: string }) {
  const params = { path: { name } }
  return (
    <DeleteFile
      name={name}
      path={backupsPath}
      act={() => readResponse(api.DELETE(`${backupsPath}/{name}`, { params }))}
      words={{
        question: t('Delete this backup?'),
        action: t('Delete backup'),
        done: t('Backup deleted'),
      }}
    />
  )
}
