/** A search field and a list, from which the user chooses a series. */
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { t } from '../../i18n/i18n'
import { Field } from '../controls/field'
import { ErrorState, Loading } from '../feedback/states'
import listStyles from '../lists/lists.module.css'
import { useDebounced } from '../use-debounced'

type Series = Schemas['Series']

interface PickerProps {
  /** Series that cannot be chosen. */
  excluded: readonly string[]
  libraryId?: string | undefined
  onChoose: (series: Series) => void
  /** Additional choices for the typed text. */
  more?: (typed: string) => ReactNode
}

const shown = 30

export function SeriesPicker({ excluded, libraryId, onChoose, more }: PickerProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 200)
  const { data, error, refetch } = useQuery(
    apiQuery('/api/v1/series', {
      params: {
        query: {
          page: 1,
          pageSize: shown + excluded.length,
          ...(search && { search }),
          ...(libraryId && { libraryId }),
        },
      },
    }),
  )
  const found = data?.data.filter(({ id }) => !excluded.includes(id)).slice(0, shown)
  return (
    <>
      <Field
        label={t('Series title')}
        name="series"
        type="search"
        autoFocus
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {error && !data && <ErrorState error={error} retry={refetch} />}
      {!error && !found && <Loading />}
      <ul role="list" className={listStyles.choices} aria-label={t('Series')}>
        {more?.(typed.trim())}
        {found?.map((series) => (
          <Choice
            key={series.id}
            label={series.metadata.title}
            hint={[series.metadata.year, series.libraryName].filter(Boolean).join(' · ')}
            onChoose={() => onChoose(series)}
          />
        ))}
      </ul>
    </>
  )
}

interface ChoiceProps {
  label: string
  hint?: string
  onChoose: () => void
}

export const Choice = ({ label, hint, onChoose }: ChoiceProps) => (
  <li>
    <button type="button" className={listStyles.choice} onClick={onChoose}>
      <span>
        <bdi>{label}</bdi> {hint && <small>{hint}</small>}
      </span>
    </button>
  </li>
)
