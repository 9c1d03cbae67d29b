import { Field } from '../../../../components/controls/field'
import { Select } from '../../../../components/controls/select'
import { Switch } from '../../../../components/controls/switch'
import { t } from '../../../../i18n/i18n'
import settings from '../../settings.module.css'
import type { FieldsProps } from './fields-props'
import { readSchedule, writeSchedule } from './schedule'
import { TimeZone } from './time-zone'
import { dayName, formatTime } from '../schedule-labels'
import { Watching } from './watching'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const days = [1, 2, 3, 4, 5, 6, 0]

export function ScheduleFields({ value, onChange }: FieldsProps) {
  const config = value.scanningConfig
  const set = (patch: Partial<typeof config>) =>
    onChange({ scanningConfig: { ...config, ...patch } })
  return (
    <>
      <Switch
        label={t('Automatic scans')}
        hint={t('If off, this library is only scanned manually.')}
        checked={config.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      {config.enabled && <AutomaticScans value={value} onChange={onChange} />}
    </>
  )
}

function AutomaticScans({ value, onChange }: FieldsProps) {
  const config = value.scanningConfig
  const set = (patch: Partial<typeof config>) =>
    onChange({ scanningConfig: { ...config, ...patch } })
  return (
    <>
      <Select
        label={t('Watch for changes')}
        choices={[
          { value: 'auto', label: t('If supported') },
          { value: 'on', label: t('Always (poll if necessary)') },
          { value: 'off', label: t('Off') },
        ]}
        value={value.watch}
        onChange={(watch) => onChange({ watch })}
      />
      {value.watching && <Watching roots={value.watching} />}
      <When cron={config.cronSchedule} onChange={(cronSchedule) => set({ cronSchedule })} />
      {config.cronSchedule !== null && (
        <>
          <TimeZone
            value={config.cronTimezone}
            onChange={(cronTimezone) => set({ cronTimezone })}
          />
          <Select
            label={t('Scan mode')}
            choices={[
              { value: 'normal', label: t('New and changed files') },
              { value: 'deep', label: t('All files (deep scan)') },
            ]}
            value={config.scanMode}
            onChange={(scanMode) => set({ scanMode })}
          />
        </>
      )}
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
    if (next === 'never') onChange(null)
    else if (next === 'own') onChange(hourly)
    else if (next === 'daily') onChange(writeSchedule({ hour }))
    else onChange(writeSchedule({ hour, day: Number(next) }))
  }
  return (
    <div className={settings.fields}>
      <Select
        label={t('Scheduled scan')}
        choices={[
          { value: 'never', label: t('Never') },
          { value: 'daily', label: t('Every day') },
          ...days.map((day) => ({
            value: String(day),
            label: t('Every {day}', { day: dayName(day) }),
          })),
          { value: 'own', label: t('Custom schedule') },
        ]}
        value={chosen}
        onChange={pick}
      />
      {schedule && (
        <Select
          label={t('Time')}
          choices={hours.map((each) => ({ value: String(each), label: formatTime(each) }))}
          value={String(hour)}
          onChange={(next) => onChange(writeSchedule({ ...schedule, hour: Number(next) }))}
        />
      )}
      {chosen === 'own' && cron !== null && (
        <Field
          label={t('Cron expression')}
          name="cronSchedule"
          value={cron}
          spellCheck={false}
          maxLength={100}
          hint={t(
            'Cron expression (minute, hour, day, month, weekday). Example: 0 */6 * * * runs every six hours.',
          )}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  )
}

/** Initial value for a custom schedule. */
const hourly = '0 * * * *'
const dayValue = (day: number | undefined) => (day === undefined ? 'daily' : String(day))
