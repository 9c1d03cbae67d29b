import { useQuery } from '@tanstack/react-query'
import { type LibrarySearch, usualSort } from '../library-search'
import { lettersQuery } from '../queries'

/** Shorter lists do not need the strip. */
const fewest = 40

const byText = { series: ['name'], books: ['series', 'title'] }

/**
 * Only for long lists that are sorted by title. The space is reserved before the letters are
 * loaded. They are loaded along with the total, because until then no letter can be a target.
 */
export function useLetters(
  search: LibrarySearch,
  { tab, total }: { tab: 'series' | 'books'; total: number | undefined },
) {
  const [key = ''] = (search.sort ?? usualSort(tab)).split(',')
  const isByText = byText[tab].includes(key)
  const isLong = isByText && (total === undefined || total >= fewest)
  const { data } = useQuery({ ...lettersQuery(search, tab), enabled: isLong })
  const isReady = isLong && total !== undefined
  return { hasStrip: isLong, letters: isReady && data && data.length > 1 ? data : undefined }
}
