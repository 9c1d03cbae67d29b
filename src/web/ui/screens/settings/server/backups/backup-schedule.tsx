import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { Field } from '../../../../components/controls/field'
import { useChange } from '../../../../components/use-change'
import { formatInstant } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { ScheduleChoice } from '../../shared/schedule/schedule-choice'
import { TimeZone } from '../../shared/schedule/time-zone'
import { SettingsCard } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { schedulePath } from './backup-tasks'
import { BackupContents } from './backup-contents'

const maxKept = 365

export function BackupSchedule({ saved }: { saved: Schemas['BackupSchedule'] }) {
  const { nextAt, lastVerifiedAt: _, ...schedule } = saved
  const [draft, setDraft] = useState<Draft>(schedule)
  const set = (patch: Partial<Draft>) => setDraft({ ...draft, ...patch })
  const save = useChange({
    act: () => readResponse(api.PUT(schedulePath, { body: draft })),
    done: t('Schedule saved'),
    stale: [schedulePath],
    once: true,
  })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(schedule)
  const isValid = Number.isInteger(draft.keep) && draft.keep >= 1 && draft.keep <= maxKept
  return (
    <SettingsCard
      title={t('Schedule')}
      hint={
        nextAt === null
          ? t('Backups are only made on request')
          : t('Next backup: {time}', { time: formatInstant(nextAt) })
      }
    >
      <ScheduleChoice
        label={t('Regular backups')}
        cron={draft.cronSchedule}
        onChange={(cronSchedule) => set({ cronSchedule })}
      />
      {draft.cronSchedule !== null && <RegularFields draft={draft} set={set} />}
      <div className={styles.actions}>
        <Button
          variant="primary"
          disabled={!isChanged || !isValid}
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('Save')}
        </Button>
      </div>
    </SettingsCard>
  )
}

type Draft = Omit<Schemas['BackupSchedule'], 'nextAt' | 'lastVerifiedAt'>

const RegularFields = ({ draft, set }: { draft: Draft; set: (patch: Partial<Draft>) => void }) => (
  <>
    <TimeZone value={draft.cronTimezone} onChange={(cronTimezone) => set({ cronTimezone })} />
    <Field
      label={t('Number of backups to keep')}
      name="keep"
      type="number"
      min={1}
      max={maxKept}
      value={Number.isNaN(draft.keep) ? '' : String(draft.keep)}
      hint={t(
        'After each verified regular backup, older backups are deleted. If one of them contains more data than all others, it is kept.',
      )}
      onChange={(event) => set({ keep: event.target.valueAsNumber })}
    />
    <BackupContents value={draft} onChange={set} />
  </>
)
