import { useQuery } from '@tanstack/react-query'
import { type LibrarySearch, usualSort } from '../library-search'
import { lettersQuery } from '../queries'

/** Minimum number of entries for which the strip is shown. */
const fewest = 40

const byText = { series: ['name'], books: ['series', 'title'] }

/**
 * Letters for long lists that are sorted by title. Their space is reserved before they are loaded.
 * They are requested together with the list but shown only when its length is known, because the
 * list cannot scroll to a letter before that.
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
