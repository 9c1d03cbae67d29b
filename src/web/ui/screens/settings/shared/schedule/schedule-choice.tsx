import { Field } from '../../../../components/controls/field'
import { Select } from '../../../../components/controls/select'
import { t } from '../../../../i18n/i18n'
import styles from '../../settings.module.css'
import { readSchedule, writeSchedule } from './schedule'
import { dayName, formatScheduleTime } from './schedule-labels'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const days = [1, 2, 3, 4, 5, 6, 0]

interface ScheduleChoiceProps {
  label: string
  cron: string | null
  onChange: (cron: string | null) => void
}

/** Chooses a schedule: never, daily or weekly at an hour, or a cron expression. */
export function ScheduleChoice({ label, cron, onChange }: ScheduleChoiceProps) {
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
    <div className={styles.fields}>
      <Select
        label={label}
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
          choices={hours.map((each) => ({ value: String(each), label: formatScheduleTime(each) }))}
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
