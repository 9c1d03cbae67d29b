/**
 * Adds a row to the home page or changes one. A row shows a list, or the matches of a condition or
 * of a saved filter.
 */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../api/query'
import { type Condition, parseCondition } from '../../components/condition/tree/condition-shape'
import { ConditionEditor } from '../../components/condition/lazy-condition'
import { Button } from '../../components/controls/button'
import { Field } from '../../components/controls/field'
import { NativeSelect } from '../../components/controls/native-select'
import { listsQuery } from '../../components/lists/list-requests'
import type { HomeRow } from '../../components/home-rows/home-row'
import { t } from '../../i18n/i18n'
import styles from '../../components/condition/condition.module.css'

interface RowFormProps {
  /** Absent for a new row. */
  row?: HomeRow | undefined
  onCancel: () => void
  onSave: (row: HomeRow) => void
}

interface Source {
  value: string
  label: string
  row: Omit<HomeRow, 'id'>
}

export function RowForm({ row, onCancel, onSave }: RowFormProps) {
  const sources = useSources()
  const [draft, setDraft] = useState<HomeRow>(() => row ?? newRow())
  const [chosen, setChosen] = useState('series')
  const [isWhole, setWhole] = useState(true)
  const choose = (value: string) => {
    const source = sources.find((each) => each.value === value)
    if (!source) return
    setChosen(value)
    setWhole(true)
    setDraft({ ...source.row, id: draft.id, name: source.row.name || draft.name })
  }
  return (
    <section className={styles.editor} aria-label={row ? t('Edit row') : t('Add a row')}>
      {!row && (
        <NativeSelect label={t('Row content')} choices={sources} value={chosen} onChange={choose} />
      )}
      <Field
        label={t('Row name')}
        name="row-name"
        maxLength={100}
        value={draft.name}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      {isOfRules(draft) && (
        <RulesOfRow
          key={`${chosen} ${draft.source}`}
          row={draft}
          change={setDraft}
          onWhole={setWhole}
        />
      )}
      <div className={styles.line}>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button
          variant="primary"
          disabled={!isWhole || draft.name.trim() === '' || isTooLong(draft)}
          onClick={() => onSave({ ...draft, name: draft.name.trim() })}
        >
          {row ? t('Save') : t('Add')}
        </Button>
      </div>
    </section>
  )
}

const maxConditionLength = 8000
const isTooLong = ({ condition = '' }: HomeRow) => condition.length > maxConditionLength

const newRow = (): HomeRow => ({
  id: `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`,
  name: '',
  source: 'series',
  sort: 'date_added,desc',
})

const isOfRules = ({ source }: HomeRow) => source === 'series' || source === 'books'

interface RulesProps {
  row: HomeRow
  change: (change: (row: HomeRow) => HomeRow) => void
  /** Called with true if all values are filled in, and with false otherwise. */
  onWhole: (isWhole: boolean) => void
}

function RulesOfRow({ row, change, onWhole }: RulesProps) {
  const store = (next: Condition | undefined) => {
    onWhole(next !== undefined)
    if (next) change((now) => ({ ...now, condition: JSON.stringify(next) }))
  }
  return (
    <>
      <OrderOfRow row={row} onChange={(sort) => change((now) => ({ ...now, sort }))} />
      <ConditionEditor
        target={row.source === 'books' ? 'books' : 'series'}
        condition={parseCondition(row.condition)}
        onChange={store}
      />
    </>
  )
}

interface OrderProps {
  row: HomeRow
  onChange: (sort: string) => void
}

function OrderOfRow({ row, onChange }: OrderProps) {
  const { source, sort = '' } = row
  const choices = [
    { value: 'date_added,desc', label: t('Newest first') },
    source === 'books'
      ? { value: 'series,asc', label: t('By series and number') }
      : { value: 'name,asc', label: t('By title') },
    { value: 'release_date,desc', label: t('By release year') },
    {
      value: source === 'books' ? 'last_read,desc' : 'date_read,desc',
      label: t('Last read'),
    },
    { value: 'random', label: t('Random') },
  ]
  const isKnown = choices.some(({ value }) => value === sort)
  const all = isKnown ? choices : [...choices, { value: sort, label: sort || t('Default') }]
  return <NativeSelect label={t('Order')} choices={all} value={sort} onChange={onChange} />
}

const maxLists = 500

/** The conditions of saved filters are copied, so that the row needs only one request. */
function useSources(): Source[] {
  const presets = useQuery(apiQuery('/api/v1/filter-presets', { params: { query: {} } })).data
  const collections = useQuery(listsQuery('collection', { pageSize: maxLists })).data
  const readLists = useQuery(listsQuery('readlist', { pageSize: maxLists })).data
  const sort = 'date_added,desc'
  return [
    {
      value: 'series',
      label: t('Series that match rules'),
      row: { source: 'series', name: '', sort },
    },
    {
      value: 'books',
      label: t('Books that match rules'),
      row: { source: 'books', name: '', sort },
    },
    ...(presets?.presets ?? []).map((preset) => ({
      value: `preset ${preset.id}`,
      label: t('Saved filter: {name}', { name: preset.name }),
      row: {
        source: preset.target,
        name: preset.name,
        condition: JSON.stringify(preset.condition),
        ...(preset.query && { search: preset.query }),
        ...(preset.sort && { sort: preset.sort }),
      },
    })),
    ...(collections?.data ?? []).map(({ id, name }) => ({
      value: `collection ${id}`,
      label: t('Collection: {name}', { name }),
      row: { source: 'collection' as const, name, listId: id },
    })),
    ...(readLists?.data ?? []).map(({ id, name }) => ({
      value: `readlist ${id}`,
      label: t('Reading list: {name}', { name }),
      row: { source: 'readlist' as const, name, listId: id },
    })),
  ]
}
