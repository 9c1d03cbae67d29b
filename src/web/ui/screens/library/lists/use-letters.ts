import { useQuery } from '@tanstack/react-query'
import { type LibrarySearch, usualSort } from '../library-search'
import { lettersQuery } from '../queries'

/** In a shorter list the strip would not lead further than a look does. */
const fewest = 40

const byText = { series: ['name'], books: ['series', 'title'] }

/**
 * Only where the list stands by its titles, and is long. Its room is kept before it is there: it comes with the
 * length of the list, for before that no letter could be led to.
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
