/** The entries of a list that match the filters, in the chosen order. */
import { useState } from 'react'
import { formatNumber, t } from '../../../i18n/i18n'
import type { LibrarySearch } from '../../library/library-search'
import { BookList, SeriesList } from '../../library/lists/lists'

interface FoundProps {
  tab: 'series' | 'books'
  search: LibrarySearch
  title: string
  /** Number of entries of the list. */
  whole: number
}

export function FoundEntries({ tab, search, title, whole }: FoundProps) {
  const [total, setTotal] = useState<number>()
  const Works = tab === 'series' ? SeriesList : BookList
  return (
    <>
      {total !== undefined && total < whole && (
        <p role="status">{formatShown(tab, formatNumber(total), whole)}</p>
      )}
      <Works
        view="grid"
        onTotal={setTotal}
        onSort={() => undefined}
        search={search}
        title={title}
        total={total}
      />
    </>
  )
}

const formatShown = (tab: FoundProps['tab'], shown: string, whole: number) =>
  tab === 'series'
    ? t('{shown} of {whole, plural, one {# series} other {# series}}', { shown, whole })
    : t('{shown} of {whole, plural, one {# book} other {# books}}', { shown, whole })
