import { useQuery } from '@tanstack/react-query'
import type { LibrarySearch } from './library-search'
import { askLetters } from './questions'

/** In a shorter list the strip would not lead further than a look does. */
const fewest = 40

/** Only where the list stands by its titles, and is long. */
export function useLetters(search: LibrarySearch, tab: 'series' | 'books') {
  const sort = search.sort ?? 'name,asc'
  const isByName = tab === 'series' && sort === 'name,asc'
  const { data } = useQuery({ ...askLetters(search), enabled: isByName })
  const total = data?.reduce((sum, { count }) => sum + count, 0) ?? 0
  const letters = isByName && data && data.length > 1 && total >= fewest ? data : undefined
  return { hasStrip: letters !== undefined, letters }
}
