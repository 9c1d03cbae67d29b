import { BookOpenIcon } from '../../../components/icons'
import { Shelf } from '../../../components/shelves/shelf'
import type { ShelfName } from '../../../components/shelves/shelves'
import { useShelves } from '../../../components/shelves/use-shelves'
import { EmptyState, Loading } from '../../../components/feedback/states'
import { t } from '../../../i18n/i18n'

const names: readonly ShelfName[] = ['continue', 'next', 'newBooks', 'newSeries', 'changedSeries']

/** Rows of covers for one library or all libraries. */
export function Recommended({ library }: { library: string | undefined }) {
  const { rows, isWhole, isEmpty } = useShelves(names, library)
  if (isEmpty) {
    return (
      <EmptyState icon={BookOpenIcon} title={t('Nothing here yet')}>
        <p>{t('Books appear here once a scan has found some')}</p>
      </EmptyState>
    )
  }
  return (
    <>
      {rows.map((row) => (
        <Shelf key={row.name} row={row} library={library} />
      ))}
      {!isWhole && <Loading />}
    </>
  )
}
