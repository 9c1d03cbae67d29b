import { Select } from '../../../../components/controls/select'
import { Switch } from '../../../../components/controls/switch'
import { t } from '../../../../i18n/i18n'
import type { FieldsProps } from './fields-props'
import { ScheduleChoice } from '../../shared/schedule/schedule-choice'
import { TimeZone } from '../../shared/schedule/time-zone'
import { Watching } from './watching'

export function ScheduleFields({ value, onChange }: FieldsProps) {
  const config = value.scanningConfig
  const set = (patch: Partial<typeof config>) =>
    onChange({ scanningConfig: { ...config, ...patch } })
  return (
    <>
      <Switch
        label={t('Automatic scans')}
        hint={t('If this is off, the library is only scanned manually')}
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
      <ScheduleChoice
        label={t('Scheduled scan')}
        cron={config.cronSchedule}
        onChange={(cronSchedule) => set({ cronSchedule })}
      />
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
        hint={t('Finds what changed while Quire was off')}
        checked={config.scanOnStart}
        onChange={(scanOnStart) => set({ scanOnStart })}
      />
    </>
  )
}
