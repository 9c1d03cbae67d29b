import { Select } from '../../../components/select'
import { Switch } from '../../../components/switch'
import { t } from '../../../i18n/i18n'
import settings from '../settings.module.css'
import type { FieldsProps } from './edit-library'
import { readSchedule, writeSchedule } from './schedule'
import { dayName, formatTime } from './upkeep-words'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const days = [1, 2, 3, 4, 5, 6, 0]

export function ScheduleFields({ value, onChange }: FieldsProps) {
  const config = value.scanningConfig
  const set = (patch: Partial<typeof config>) =>
    onChange({ scanningConfig: { ...config, ...patch } })
  return (
    <>
      <Select
        label={t('Watch for changes')}
        choices={[
          { value: 'auto', label: t('Where the disk allows it') },
          { value: 'on', label: t('Always: look again and again if need be') },
          { value: 'off', label: t('No') },
        ]}
        value={value.watch}
        onChange={(watch) => onChange({ watch })}
      />
      <When cron={config.cronSchedule} onChange={(cronSchedule) => set({ cronSchedule })} />
      <Select
        label={t('Such a scan')}
        choices={[
          { value: 'normal', label: t('opens files that are new or changed') },
          { value: 'deep', label: t('opens every file') },
        ]}
        value={config.scanMode}
        onChange={(scanMode) => set({ scanMode })}
      />
      <Switch
        label={t('Scan when Quire starts')}
        checked={config.scanOnStart}
        onChange={(scanOnStart) => set({ scanOnStart })}
      />
    </>
  )
}

interface WhenProps {
  cron: string | null
  onChange: (cron: string | null) => void
}

function When({ cron, onChange }: WhenProps) {
  const schedule = cron === null ? undefined : readSchedule(cron)
  const chosen = schedule === undefined ? (cron === null ? 'never' : 'own') : dayValue(schedule.day)
  const hour = schedule?.hour ?? 3
  const pick = (next: string) => {
    if (next === 'own') return
    if (next === 'never') onChange(null)
    else if (next === 'daily') onChange(writeSchedule({ hour }))
    else onChange(writeSchedule({ hour, day: Number(next) }))
  }
  return (
    <div className={settings.fields}>
      <Select
        label={t('Scan by itself')}
        choices={[
          { value: 'never', label: t('Never') },
          { value: 'daily', label: t('Every day') },
          ...days.map((day) => ({
            value: String(day),
            label: t('Every {day}', { day: dayName(day) }),
          })),
          ...(chosen === 'own' ? [{ value: 'own', label: t('On a schedule of its own') }] : []),
        ]}
        value={chosen}
        onChange={pick}
      />
      {schedule && (
        <Select
          label={t('At')}
          choices={hours.map((each) => ({ value: String(each), label: formatTime(each) }))}
          value={String(hour)}
          onChange={(next) =>
            onChange(
              writeSchedule({
                hour: Number(next),
                ...(schedule.day !== undefined && { day: schedule.day }),
              }),
            )
          }
        />
      )}
    </div>
  )
}

const dayValue = (day: number | undefined) => (day === undefined ? 'daily' : String(day))
