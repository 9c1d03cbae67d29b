/** Backups: the list, the schedule, and how to create and restore one. Also full exports. */
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { EmptyState } from '../../../../components/feedback/states'
import { formatAgo } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { SettingsCard, Entries, Part, PendingSection } from '../../shared/settings-section'
import { ArchiveIcon } from '../../../../components/icons'
import { Archives } from './archives'
import { BackupEntry } from './backup-entry'
import { TaskFailure } from '../tasks/task-failure'
import { backupsPath, schedulePath, useBackupTask } from './backup-tasks'
import { BackupSchedule } from './backup-schedule'
import { NewBackup } from './new-backup'
import styles from '../../settings.module.css'

const weekMs = 7 * 86_400_000

export function Backups() {
  const { latest, isBusy } = useBackupTask()
  const backups = useQuery({ ...apiQuery(backupsPath), staleTime: 0 })
  const schedule = useQuery(apiQuery(schedulePath))
  if (!backups.data) return <PendingSection title={t('Backups')} question={backups} />
  if (!schedule.data) return <PendingSection title={t('Backups')} question={schedule} />
  return (
    <Part
      title={t('Backups')}
      lead={t(
        'A backup contains all data that Quire stores: users, reading progress, edits and lists. It does not contain your books.',
      )}
      actions={<NewBackup isBusy={isBusy} />}
    >
      <LastVerified schedule={schedule.data} />
      {latest?.status === 'failed' && latest.lastError && <TaskFailure error={latest.lastError} />}
      <BackupSchedule key={JSON.stringify(schedule.data)} saved={schedule.data} />
      <SettingsCard
        title={t('Existing backups')}
        hint={t(
          'Backups are stored in the folder “backups” in the data folder. Copy them to another machine as well: if the disk fails, you lose both the database and the backups.',
        )}
      >
        {backups.data.length === 0 ? (
          <EmptyState icon={ArchiveIcon} title={t('No backups yet')} />
        ) : (
          <Entries label={t('Backups')}>
            {backups.data.map((backup) => (
              <BackupEntry key={backup.name} backup={backup} isBusy={isBusy} />
            ))}
          </Entries>
        )}
      </SettingsCard>
      <Restoring />
      <Archives />
    </Part>
  )
}

/** Shows when a backup was last verified, and warns if that was more than a week ago. */
function LastVerified({ schedule }: { schedule: Schemas['BackupSchedule'] }) {
  const { lastVerifiedAt: at } = schedule
  const isOld = at === null || Date.now() - Date.parse(at) > weekMs
  return (
    <p role="status" className={isOld ? styles.warned : styles.hint}>
      {at === null
        ? t('No verified backup yet')
        : t('Last verified backup: {time}', { time: formatAgo(at) })}
    </p>
  )
}

const Restoring = () => (
  <SettingsCard
    title={t('Restoring a backup')}
    hint={t(
      'Restoring discards all reading progress and changes since the backup. Everyone has to sign in again.',
    )}
  >
    <ol className={styles.steps}>
      <li>{t('Stop Quire')}</li>
      <li>
        {t('Run this command as the user that runs the server, with the name of the backup:')}{' '}
        <code>quire backup restore NAME</code>
      </li>
      <li>{t('Start Quire again. The previous database is kept next to the restored one.')}</li>
    </ol>
  </SettingsCard>
)
