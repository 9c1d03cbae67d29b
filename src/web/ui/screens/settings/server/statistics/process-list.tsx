import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { BarTable } from '../../../../components/charts/bar-table'
import { formatAgo } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { formatTask } from '../../../../labels/server-labels'
import { usePermission } from '../../../../state/session/session'
import { SettingsCard } from '../../shared/settings-section'

type ServerProcess = Schemas['ServerProcess']

const refreshMs = 30_000

/** Servers and workers that use the database. */
export function ProcessList() {
  const may = usePermission('system:admin')
  const { data } = useQuery({
    ...apiQuery('/api/v1/admin/processes'),
    enabled: may,
    refetchInterval: refreshMs,
  })
  if (!data || data.length === 0) return null
  return (
    <SettingsCard title={t('Servers and workers')}>
      <BarTable
        label={t('Servers and workers')}
        columns={[t('Machine'), t('Process'), t('Version'), t('Started'), t('Status')]}
        rows={data.map((each) => ({
          id: each.id,
          name: each.host,
          cells: [formatProcess(each), each.version, formatAgo(each.startedAt), formatStatus(each)],
        }))}
      />
    </SettingsCard>
  )
}

function formatProcess({ kind, pid }: ServerProcess) {
  const number = String(pid)
  return kind === 'serve' ? t('Server ({number})', { number }) : t('Worker ({number})', { number })
}

function formatStatus({ isMissing, seenAt, watchesFolders, runningJobs, jobKinds }: ServerProcess) {
  if (isMissing) return t('Missing, last seen {when}', { when: formatAgo(seenAt) })
  const parts = [
    ...(watchesFolders ? [t('Watches folders')] : []),
    ...runningJobs.map(({ kind }) => formatTask(kind)),
    ...(jobKinds.length > 0
      ? [t('Runs only: {tasks}', { tasks: jobKinds.map(formatTask).join(', ') })]
      : []),
  ]
  return parts.length > 0 ? parts.join(' · ') : t('Idle')
}
