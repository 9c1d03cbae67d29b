/** The covers that are visible first. The page preloads them before its scripts run. */
import { firstOfLibrary, homeRows, preferencesOfUser } from './first-requests'
import { isReadable } from './shared/is-readable'

/** Number of covers in a library: one row on a wide screen, or two rows on a phone. */
const ofLibrary = 6
/** Maximum number of covers in the first row. */
const ofHome = 5

type Preferences = Record<string, unknown>

/** Embedded responses, keyed by path. */
type Answers = ReadonlyMap<string, string>

interface ListedBook {
  id: string
  seriesId: string
  pageCount: number
  finding: string | null
}

interface WantedEntry {
  seriesId: string | null
  bookId: string | null
}

/**
 * Returns image paths relative to the base path. The list is empty if other covers may be visible
 * first.
 */
export function listFirstCovers(request: Request, answers: Answers): string[] {
  const { pathname } = new URL(request.url)
  const kept = read<{ preferences: Preferences }>(answers, preferencesOfUser)?.preferences
  if (!kept || isReload(request)) return []
  if (pathname === '/library' && kept['list.view'] !== 'table') {
    const series = read<{ data: { id: string }[] }>(answers, firstOfLibrary)?.data ?? []
    return series.slice(0, ofLibrary).map(({ id }) => buildSeriesCover(id))
  }
  return pathname === '/' && !isArranged(kept) ? listHomeCovers(answers).slice(0, ofHome) : []
}

/** Lists the covers of the first row that is not empty. Must match ui/components/shelves. */
function listHomeCovers(answers: Answers): string[] {
  for (const row of Object.values(homeRows)) {
    const list = read<{ data: ListedBook[] | WantedEntry[] }>(answers, row)?.data
    if (!list) return []
    const covers =
      row === homeRows.wantToRead
        ? (list as WantedEntry[]).flatMap(buildEntryCover)
        : listShownBooks(row, list as ListedBook[]).map(({ id }) => buildBookCover(id))
    if (covers.length > 0) return covers
  }
  return []
}

function listShownBooks(row: string, books: readonly ListedBook[]): ListedBook[] {
  const readable = books.filter(isReadable)
  if (row !== homeRows.recentBooks) return readable
  // The new books of a series share a card, which shows the cover of the first one.
  return [...Map.groupBy(readable, ({ seriesId }) => seriesId).values()].map(([first]) => first!)
}

const buildBookCover = (id: string) => `api/v1/books/${id}/thumbnail`
const buildSeriesCover = (id: string) => `api/v1/series/${id}/thumbnail`

function buildEntryCover({ bookId, seriesId }: WantedEntry): string[] {
  if (seriesId) return [buildSeriesCover(seriesId)]
  return bookId ? [buildBookCover(bookId)] : []
}

function read<Answer>(answers: Answers, address: string): Answer | undefined {
  const json = answers.get(address)
  return json === undefined ? undefined : (JSON.parse(json) as Answer)
}

/** A reload restores the scroll position, so other covers may be visible. */
const isReload = ({ headers }: Request) => headers.get('cache-control') === 'max-age=0'

const isArranged = (kept: Preferences) => 'home.order' in kept || 'home.hidden' in kept
