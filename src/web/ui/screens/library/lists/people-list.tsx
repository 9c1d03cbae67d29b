import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Schemas } from '../../../api/client'
import { UsersIcon } from '../../../components/icons'
import { getPlaceholderColor } from '../../../components/covers/cover'
import { EmptyState } from '../../../components/feedback/states'
import type { Column } from '../../../components/grid/table-column'
import { VirtualTable } from '../../../components/grid/virtual-table'
import { windowSize } from '../../../../shared/requests'
import { formatCreatorRole } from '../../../labels/metadata-labels'
import { formatNumber, t } from '../../../i18n/i18n'
import { usualSort } from '../library-search'
import type { ListProps } from './work-list'
import { peopleQuery } from '../queries'
import { getInitials } from './initials'
import styles from '../library.module.css'

type Person = Schemas['Person']

export function PeopleList({
  search,
  title,
  onTotal,
  onSort,
}: Pick<ListProps, 'search' | 'title' | 'onTotal' | 'onSort'>) {
  const pageQuery = useCallback((page: number) => peopleQuery(search, page, windowSize), [search])
  return (
    <VirtualTable<Person>
      key={JSON.stringify(search)}
      label={title}
      pageQuery={pageQuery}
      idOf={({ id }) => id}
      columns={columns()}
      onTotal={onTotal}
      sorting={{ sort: search.sort ?? usualSort('people'), onSort }}
      empty={
        <EmptyState icon={UsersIcon} title={t('No people')}>
          <p>{t('People appear here when your files’ metadata lists them')}</p>
        </EmptyState>
      }
    />
  )
}

const columns = (): Column<Person>[] => [
  {
    key: 'name',
    heading: t('Name'),
    width: 'minmax(0, 2fr)',
    sortKey: 'name',
    cell: ({ name }) => (
      <Link to="/people/$name" params={{ name }} className={styles.person}>
        <span
          className={styles.initials}
          style={{ background: getPlaceholderColor(name) }}
          aria-hidden="true"
        >
          {getInitials(name)}
        </span>
        <span className={styles.name}>{name}</span>
      </Link>
    ),
  },
  {
    key: 'roles',
    heading: t('Roles'),
    width: 'minmax(0, 2fr)',
    wideOnly: true,
    cell: ({ roles }) => roles.map(formatRoleName).join(', '),
  },
  {
    key: 'series',
    heading: t('Series'),
    width: '90px',
    sortKey: 'series_count',
    cell: ({ seriesCount }) => formatNumber(seriesCount),
  },
]

/** Formats a role. Custom roles from files are shown unchanged. */
const formatRoleName = (role: string) =>
  formatCreatorRole(role as Parameters<typeof formatCreatorRole>[0]) ?? role
