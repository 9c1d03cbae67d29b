import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/query'
import { Select } from './select'
import { t } from '../../i18n/i18n'

interface LibraryFilterProps {
  value: string | undefined
  onChange: (libraryId: string | undefined) => void
}

const every = 'every'

export function LibraryFilter({ value, onChange }: LibraryFilterProps) {
  const libraries = useQuery(apiQuery('/api/v1/libraries'))
  const choices = (libraries.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  if (choices.length < 2) return null
  return (
    <Select
      label={t('Library')}
      choices={[{ value: every, label: t('All libraries') }, ...choices]}
      value={value ?? every}
      onChange={(next) => onChange(next === every ? undefined : next)}
    />
  )
}
