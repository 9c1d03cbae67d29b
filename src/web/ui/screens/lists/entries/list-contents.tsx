/** The entries of a list, with the same filters as in the library. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Loading } from '../../../components/feedback/states'
import type { ItemList, ListKind } from '../../../components/lists/list-requests'
import { t } from '../../../i18n/i18n'
import { isFiltered, type LibrarySearch } from '../../library/library-search'
import { type EntriesProps, ListGrid } from './list-grid'

const FilterBar = lazy(async () => ({
  default: (await import('../../library/filters/filter-bar')).FilterBar,
}))
const FoundEntries = lazy(async () => ({ default: (await import('./found-entries')).FoundEntries }))

const tabOf = (kind: ListKind) => (kind === 'collection' ? 'series' : 'books')

/** Shows all entries in list order or, with a filter or a sort order, the matching entries. */
export function ListContents(props: EntriesProps) {
  const { kind, list, total } = props
  const tab = tabOf(kind)
  const search: LibrarySearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = ({ within: _, tab: __, ...next }: LibrarySearch) =>
    void navigate({ to: '.', search: next, replace: true, resetScroll: false })
  const isNarrowed = isFiltered(search, tab) || Boolean(search.search)
  const whole = { ...search, within: buildWithin(kind, list) }
  const order = isNarrowed ? undefined : t('List order')
  return (
    <>
      <Suspense fallback={<div style={{ minBlockSize: 56 }} />}>
        <FilterBar view="grid" ownOrder={order} tab={tab} search={whole} change={change} />
      </Suspense>
      {isNarrowed || search.sort ? (
        <Suspense fallback={<Loading />}>
          <FoundEntries tab={tab} search={whole} title={list.name} whole={total} />
        </Suspense>
      ) : (
        <ListGrid {...props} />
      )}
    </>
  )
}

const buildWithin = (kind: ListKind, { id: value }: ItemList) => {
  const test = { operator: 'is', value }
  return kind === 'collection' ? { inCollection: test } : { inReadList: test }
}
