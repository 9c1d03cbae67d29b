/** The filters that hold, each to be changed or taken away, and what adds another. */
import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useState } from 'react'
import { ask } from '../../api/query'
import { IconButton } from '../../components/button'
import { BackIcon, CloseIcon, PlusIcon } from '../../components/icons'
import popup from '../../components/popup.module.css'
import { t } from '../../i18n/i18n'
import { FacetPicker } from './facet-picker'
import type { Filter, Group } from './filters'
import { groupsOf, type LibrarySearch, shownFilters, type Tab, withFilter } from './library-search'
import { filterWords, groupWords } from './words'
import styles from './library.module.css'

interface ChipsProps {
  tab: Tab
  search: LibrarySearch
  change: (search: LibrarySearch) => void
}

export function FilterChips({ tab, search, change }: ChipsProps) {
  const libraries = useQuery(ask('/api/v1/libraries')).data ?? []
  const filters = Object.entries(shownFilters(search, tab)) as [Group, Filter][]
  const set = (group: Group) => (filter: Filter | undefined) =>
    change(withFilter(search, group, filter))
  return (
    <>
      {filters.map(([group, filter]) => {
        const words = filterWords(group, filter, libraries)
        return (
          <span key={group} className={styles.chosen}>
            <Float
              trigger={
                <button type="button">
                  <small>{groupWords(group)}</small> <span>{words}</span>
                </button>
              }
              title={groupWords(group)}
            >
              <FacetPicker {...{ tab, group, search }} onChange={set(group)} />
            </Float>
            <button
              type="button"
              className={styles.remove}
              onClick={() => set(group)(undefined)}
              aria-label={t('Remove the filter {label}', {
                label: `${groupWords(group)} ${words}`,
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
  const groups = groupsOf(tab).filter((each) => each !== 'from' || !search.library)
  return (
    <Float
      trigger={
        <button type="button" className={styles.chip}>
          <PlusIcon size={16} />
          {t('Filter')}
        </button>
      }
      title={group ? groupWords(group) : t('Filter by')}
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
                {groupWords(each)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Float>
  )
}

interface FloatProps {
  trigger: ReactElement
  title: string
  back?: (() => void) | undefined
  onClosed?: () => void
  children: ReactNode
}

const Float = ({ trigger, title, back, onClosed, children }: FloatProps) => (
  <Popover.Root onOpenChangeComplete={(open) => !open && onClosed?.()}>
    <Popover.Trigger render={trigger} />
    <Popover.Portal>
      <Popover.Positioner className={popup.positioner} sideOffset={6} align="start">
        <Popover.Popup className={popup.popup}>
          <div className={styles.floatHead}>
            {back && <IconButton label={t('Back')} icon={BackIcon} onClick={back} />}
            <Popover.Title className={styles.floatTitle}>{title}</Popover.Title>
          </div>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  </Popover.Root>
)
