/** Selects the libraries, series or lists that a rule refers to. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../api/query'
import { t } from '../../i18n/i18n'
import { IconButton } from '../controls/button'
import { CloseIcon } from '../icons'
import popup from '../menus/popup.module.css'
import { listsQuery } from '../lists/list-requests'
import { useDebounced } from '../use-debounced'
import { withId } from '../use-action'
import type { Choice, FieldOfCondition } from './condition-fields'
import type { Target } from './tree/field-kinds'
import fieldStyles from '../controls/field.module.css'
import { SelectBox } from '../controls/select-box'
import styles from './condition.module.css'

interface IdsProps {
  target: Target
  field: FieldOfCondition
  isMany: boolean
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

export function IdValues({ field, ...props }: IdsProps) {
  if (field.name === 'libraryId') return <Libraries {...props} />
  if (field.name === 'seriesId') return <SeriesValues {...props} />
  return <Lists {...props} />
}

type Values = Omit<IdsProps, 'field'>

function Libraries(props: Values) {
  const { data = [] } = useQuery(apiQuery('/api/v1/libraries'))
  return <Known {...props} choices={data.map(({ id, name }) => ({ value: id, label: name }))} />
}

const maxLists = 500

/** Excludes smart lists, because the condition of a smart list cannot refer to another one. */
function Lists(props: Values) {
  const kind = props.target === 'series' ? 'collection' : 'readlist'
  const { data } = useQuery(listsQuery(kind, { pageSize: maxLists }))
  const byHand = (data?.data ?? []).filter(({ automatic }) => !automatic)
  return <Known {...props} choices={byHand.map(({ id, name }) => ({ value: id, label: name }))} />
}

/** Selects one or several values from a few options. */
function Known({ choices, isMany, values, onChange }: Values & { choices: readonly Choice[] }) {
  const [chosen = ''] = values
  const find = (id: string) => choices.find(({ value }) => value === id)?.label ?? t('Deleted')
  const open = isMany ? choices.filter(({ value }) => !values.includes(value)) : choices
  const isUnknown = !isMany && chosen !== '' && !choices.some(({ value }) => value === chosen)
  return (
    <>
      {isMany && <Chosen values={values} onChange={onChange} find={find} />}
      <SelectBox
        aria-label={isMany ? t('Add a value') : t('Value')}
        value={isMany ? '' : chosen}
        onChange={({ currentTarget: { value } }) =>
          onChange(isMany ? [...values, value].filter(Boolean) : [value])
        }
      >
        <option value="">{isMany ? t('Add…') : t('Choose…')}</option>
        {isUnknown && <option value={chosen}>{t('Deleted')}</option>}
        {open.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectBox>
    </>
  )
}

interface ChosenProps {
  values: readonly string[]
  find: (id: string) => string
  onChange: (values: readonly string[]) => void
}

const Chosen = ({ values, find, onChange }: ChosenProps) => (
  <ul role="list" className={styles.line}>
    {values.map((id) => (
      <li key={id}>
        <span>{find(id)}</span>
        <IconButton
          label={t('Remove {name}', { name: find(id) })}
          icon={CloseIcon}
          onClick={() => onChange(values.filter((each) => each !== id))}
        />
      </li>
    ))}
  </ul>
)

const calmMs = 200
const most = 8

function SeriesValues({ values, isMany, onChange }: Values) {
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim(), calmMs)
  const { data } = useQuery({
    ...apiQuery('/api/v1/series', { params: { query: { search: words, pageSize: most } } }),
    enabled: words !== '',
  })
  const names = useSeriesNames(values)
  const choose = (id: string) => {
    onChange(isMany ? [...new Set([...values, id])] : [id])
    setTyped('')
  }
  return (
    <>
      <Chosen values={values} find={(id) => names.get(id) ?? t('Deleted')} onChange={onChange} />
      <input
        type="search"
        className={fieldStyles.input}
        aria-label={t('Search for a series')}
        placeholder={t('Search for a series')}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {words !== '' && (
        <ul role="list" aria-label={t('Search results')}>
          {(data?.data ?? []).map(({ id, metadata }) => (
            <li key={id}>
              <button type="button" className={popup.item} onClick={() => choose(id)}>
                {metadata.title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function useSeriesNames(ids: readonly string[]): Map<string, string> {
  const answers = useQueries({
    queries: ids.map((id) => apiQuery('/api/v1/series/{id}', withId(id))),
  })
  return new Map(
    answers.flatMap(({ data }) => (data ? [[data.id, data.metadata.title] as const] : [])),
  )
}
