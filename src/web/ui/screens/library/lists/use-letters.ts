import { useQuery } from '@tanstack/react-query'
import { type LibrarySearch, usualSort } from '../library-search'
import { lettersQuery } from '../queries'

/** A shorter list needs no strip. */
const fewest = 40

const byText = { series: ['name'], books: ['series', 'title'] }

/**
 * Only for long lists sorted by title. Space is reserved before the letters load. They load with
 * the total, because no letter can be a target before that.
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
