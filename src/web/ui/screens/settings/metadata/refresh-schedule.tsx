/** Chooses how often a library's metadata is refreshed from its providers. */
import { useQuery } from '@tanstack/react-query'
import { api, readResponse, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { Select } from '../../../components/controls/select'
import { withId } from '../../../components/use-action'
import { t } from '../../../i18n/i18n'
import { useChange } from '../../../components/use-change'
import styles from '../settings.module.css'

type Library = Schemas['Library']
type Job = Schemas['LibraryJob']

const jobsPath = '/api/v1/libraries/{id}/jobs'
const jobPath = '/api/v1/libraries/{id}/jobs/{job_id}'

/** Cron expressions: at night on Sundays, or on the first day of the month. */
const schedules = { weekly: '0 4 * * 0', monthly: '0 4 1 * *' } as const
type Period = 'never' | keyof typeof schedules | 'other'

/** Shows only the first job. Others can be created through the API. */
export function RefreshSchedule({ library: { id, name } }: { library: Library }) {
  const jobs = useQuery(apiQuery(jobsPath, withId(id)))
  const [job] = jobs.data?.jobs ?? []
  const save = useSave(id, job)
  const run = useChange({
    act: ({ id: jobId }: Job) =>
      readResponse(api.POST(`${jobPath}/run-now`, { params: { path: { id, job_id: jobId } } })),
    done: t('Refreshing metadata'),
    stale: ['/api/v1/metadata-runs'],
    once: true,
  })
  if (!jobs.data) return null
  const period = getPeriod(job)
  return (
    <div className={styles.whole}>
      <Select
        label={t('Refresh metadata of {name}', { name })}
        choices={[
          { value: 'never', label: t('Never') },
          { value: 'weekly', label: t('Every week') },
          { value: 'monthly', label: t('Every month') },
          ...(period === 'other' ? [{ value: 'other' as const, label: t('Other') }] : []),
        ]}
        value={period}
        onChange={(next) => save.mutate(next)}
      />
      {job && (
        <Button small busy={run.isPending} onClick={() => run.mutate(job)}>
          {t('Refresh now')}
          <span className="hidden-words"> {name}</span>
        </Button>
      )}
    </div>
  )
}

function getPeriod(job: Job | undefined): Period {
  if (!job?.enabled) return 'never'
  if (job.cronSchedule === schedules.weekly) return 'weekly'
  return job.cronSchedule === schedules.monthly ? 'monthly' : 'other'
}

const useSave = (id: string, job: Job | undefined) =>
  useChange({
    act: (period: Period) => saveJob(id, job, period),
    stale: [jobsPath],
    sequence: `refresh ${id}`,
  })

async function saveJob(id: string, job: Job | undefined, period: Period): Promise<unknown> {
  if (period === 'other') return undefined
  const path = { id, job_id: job?.id ?? '' }
  if (period === 'never') {
    return job && readResponse(api.PATCH(jobPath, { params: { path }, body: { enabled: false } }))
  }
  const cronSchedule = schedules[period]
  if (job) {
    const body = { enabled: true, cronSchedule }
    return readResponse(api.PATCH(jobPath, { params: { path }, body }))
  }
  const config = { type: 'metadata_refresh', provider: '*' } as const
  return readResponse(api.POST(jobsPath, { ...withId(id), body: { cronSchedule, config } }))
}
