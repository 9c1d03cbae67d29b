import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { apiQuery } from '../../../../api/query'
import { Field } from '../../../../components/controls/field'
import { t } from '../../../../i18n/i18n'

interface TimeZoneProps {
  value: string | null
  onChange: (zone: string | null) => void
}

/** Chooses the time zone for the schedule. */
export function TimeZone({ value, onChange }: TimeZoneProps) {
  const info = useQuery(apiQuery('/api/v1/info'))
  const listId = useId()
  const zone = info.data?.timeZone ?? ''
  return (
    <>
      <Field
        label={t('Time zone')}
        name="cronTimezone"
        list={listId}
        value={value ?? ''}
        placeholder={zone}
        spellCheck={false}
        autoCapitalize="none"
        maxLength={64}
        hint={t('Leave empty to use the server’s time zone ({zone})', { zone })}
        onChange={(event) => onChange(event.target.value.trim() || null)}
      />
      <datalist id={listId}>
        {Intl.supportedValuesOf('timeZone').map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  )
}
