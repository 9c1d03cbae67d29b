/** Active filters, each editable and removable, and a button to add one. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '../../../api/query'
import { CloseIcon, PlusIcon } from '../../../components/icons'
import { preloadPart, lazyPart, useLazyPopup } from '../../../components/menus/lazy-popup'
import popup from '../../../components/menus/popup.module.css'
import { t } from '../../../i18n/i18n'
import { whenIdle } from '../../../state/browser/when-idle'
import { FacetPicker } from './facet-picker'
import type { Filter, Group } from './filters'
import {
  buildGroups,
  type LibrarySearch,
  shownFilters,
  type Tab,
  withFilter,
} from '../library-search'
import { formatFilter, formatGroup } from './filter-labels'
import type { PopoverProps } from './popover-props'
import styles from '../library.module.css'

interface ChipsProps {
  tab: Tab
  search: LibrarySearch
  change: (search: LibrarySearch) => void
}

export function FilterChips({ tab, search, change }: ChipsProps) {
  const libraries = useQuery(apiQuery('/api/v1/libraries')).data ?? []
  const filters = Object.entries(shownFilters(search, tab)) as [Group, Filter][]
  useEffect(() => whenIdle(() => void preloadPart(floats)), [])
  const set = (group: Group) => (filter: Filter | undefined) =>
    change(withFilter(search, group, filter))
  return (
    <>
      {filters.map(([group, filter]) => {
        const words = formatFilter(group, filter, libraries)
        return (
          <span key={group} className={styles.chosen}>
            <Float
              trigger={
                <button type="button">
                  <small>{formatGroup(group)}</small> <span>{words}</span>
                </button>
              }
              title={formatGroup(group)}
            >
              <FacetPicker {...{ tab, group, search }} onChange={set(group)} />
            </Float>
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
      <AddFilter tab={tab} search={search} set={set} />
    </>
  )
}

interface AddProps {
  tab: Tab
  search: LibrarySearch
  set: (group: Group) => (filter: Filter | undefined) => void
}

function AddFilter({ tab, search, set }: AddProps) {
  const [group, setGroup] = useState<Group>()
  const groups = buildGroups(tab).filter((each) => each !== 'from' || !search.library)
  return (
    <Float
      trigger={
        <button type="button" className={styles.chip}>
          <PlusIcon size={16} />
          {t('Filter')}
        </button>
      }
      title={group ? formatGroup(group) : t('Filter by')}
      back={group && (() => setGroup(undefined))}
      onClosed={() => setGroup(undefined)}
    >
      {group ? (
        <FacetPicker {...{ tab, group, search }} onChange={set(group)} />
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
    </Float>
  )
}

const floats = lazyPart(() => import('./filter-popover'))

function Float(props: PopoverProps) {
  const { openedBy, button } = useLazyPopup(props.trigger, 'dialog', floats)
  if (!openedBy || !floats.part) return button
  const { FilterPopover } = floats.part
  return <FilterPopover {...props} />
}
