/** Active filters, each editable and removable, and a button to add one. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query'
import { CloseIcon, PlusIcon } from '../../../components/icons'
import { Popover } from '../../../components/menus/popover'
import popup from '../../../components/menus/popup.module.css'
import { t } from '../../../i18n/i18n'
import { RuleChip, RuleDialog } from './advanced-filter'
import { FacetPicker } from './facet-picker'
import type { Filter, Group } from './filters'
import {
  listFilterGroups,
  type LibrarySearch,
  shownFilters,
  type Tab,
  withFilter,
} from '../library-search'
import { formatFilter, formatGroup } from './filter-labels'
import styles from '../library.module.css'

interface ChipsProps {
  tab: Tab
  search: LibrarySearch
  change: (search: LibrarySearch) => void
}

export function FilterChips({ tab, search, change }: ChipsProps) {
  const [isEditing, setEditing] = useState(false)
  const libraries = useQuery(apiQuery('/api/v1/libraries')).data ?? []
  const filters = Object.entries(shownFilters(search, tab)) as [Group, Filter][]
  const set = (group: Group) => (filter: Filter | undefined) =>
    change(withFilter(search, group, filter))
  return (
    <>
      {filters.map(([group, filter]) => {
        const words = formatFilter(group, filter, libraries)
        return (
          <span key={group} className={styles.chosen}>
            <Popover
              trigger={
                <button type="button">
                  <small>{formatGroup(group)}</small> <span>{words}</span>
                </button>
              }
              title={formatGroup(group)}
            >
              <FacetPicker tab={tab} group={group} search={search} onChange={set(group)} />
            </Popover>
            <button
              type="button"
              className={styles.remove}
              onClick={() => set(group)(undefined)}
              aria-label={t('Remove filter {label}', {
                label: `${formatGroup(group)} ${words}`,
              })}
            >
              <CloseIcon size={14} />
            </button>
          </span>
        )
      })}
      <RuleChip search={search} change={change} edit={() => setEditing(true)} />
      <AddFilter tab={tab} search={search} set={set} edit={() => setEditing(true)} />
      {isEditing && (tab === 'series' || tab === 'books') && (
        <RuleDialog tab={tab} search={search} change={change} onClose={() => setEditing(false)} />
      )}
    </>
  )
}

interface AddProps {
  tab: Tab
  search: LibrarySearch
  set: (group: Group) => (filter: Filter | undefined) => void
  /** Opens the condition editor. */
  edit: () => void
}

function AddFilter({ tab, search, set, edit }: AddProps) {
  const [group, setGroup] = useState<Group>()
  const groups = listFilterGroups(tab).filter((each) => each !== 'from' || !search.library)
  return (
    <Popover
      trigger={
        <button type="button" className={styles.chip}>
          <PlusIcon size={16} />
          {t('Filter')}
        </button>
      }
      title={group ? formatGroup(group) : t('Filter by')}
      back={group && (() => setGroup(undefined))}
      onClosed={() => setGroup(undefined)}
      action={group || search.rule ? undefined : { label: t('Advanced filter…'), onSelect: edit }}
    >
      {group ? (
        <FacetPicker tab={tab} group={group} search={search} onChange={set(group)} />
      ) : (
        <ul role="list" className={styles.groups}>
          {groups.map((each) => (
            <li key={each}>
              <button type="button" className={popup.item} onClick={() => setGroup(each)}>
                {formatGroup(each)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
