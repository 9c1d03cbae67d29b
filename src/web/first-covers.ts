/** The covers that are visible first. The page preloads them before its scripts run. */
import { firstOfLibrary, homeRows, preferencesOfUser } from './first-requests'

/** Number of covers: one row on a wide screen, two rows on a phone. */
const ofLibrary = 6
/** Number of covers in the first row. */
const ofHome = 5

type Preferences = Record<string, unknown>

/** Embedded responses, keyed by path. */
type Answers = ReadonlyMap<string, string>

interface ListedBook {
  id: string
  seriesId: string
  finding: string | null
}

interface WantedEntry {
  seriesId: string | null
  bookId: string | null
}

/** Returns paths relative to the base path, or none if other covers may be visible first. */
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

/** Lists the covers of the first row that is not empty. */
function listHomeCovers(answers: Answers): string[] {
  const { wantToRead, recentBooks } = homeRows
  for (const row of Object.values(homeRows)) {
    const list = read<{ data: ListedBook[] | WantedEntry[] }>(answers, row)?.data
    if (!list) return []
    if (list.length === 0) continue
    if (row === wantToRead) return (list as WantedEntry[]).flatMap(buildEntryCover)
    const books = (list as ListedBook[]).filter(({ finding }) => finding === null)
    // The new books of a series share a card, which shows the first one.
    const first = new Map(books.toReversed().map((book) => [book.seriesId, book.id]))
    const isShown = ({ id, seriesId }: ListedBook) =>
      row !== recentBooks || first.get(seriesId) === id
    return books.filter(isShown).map(({ id }) => buildBookCover(id))
  }
  return []
}

const buildBookCover = (id: string) => `api/v1/books/${id}/thumbnail`
const buildSeriesCover = (id: string) => `api/v1/series/${id}/thumbnail`

function buildEntryCover({ bookId, seriesId }: WantedEntry): string[] {
  if (bookId) return [buildBookCover(bookId)]
  return seriesId ? [buildSeriesCover(seriesId)] : []
}

function read<Answer>(answers: Answers, address: string): Answer | undefined {
  const json = answers.get(address)
  return json === undefined ? undefined : (JSON.parse(json) as Answer)
}

/** A reload restores the scroll position, so other covers may be visible. */
const isReload = ({ headers }: Request) => headers.get('cache-control') === 'max-age=0'

const isArranged = (kept: Preferences) => 'home.order' in kept || 'home.hidden' in kept
