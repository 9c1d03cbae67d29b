/** The covers that are visible first. The page preloads them before its scripts run. */
import { firstOfLibrary, homeRows, lowerHomeRows, preferencesOfUser } from './first-requests'
import { isReadable } from './shared/is-readable'
import { buildRowStart } from './shared/row-start'

/** Number of covers in a library: one row on a wide screen, or two rows on a phone. */
const ofLibrary = 6
/** Maximum numbers of covers in the first two rows. A phone shows three in the second one. */
const ofHome = [5, 3]

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
  return pathname === '/' && !isArranged(kept) ? listHomeCovers(answers) : []
}

/** A row with its covers, and the series at its start. */
interface Row {
  covers: string[]
  start: string
}

/** Lists the covers of the first rows that are shown. Must match ui/components/shelves. */
function listHomeCovers(answers: Answers): string[] {
  const rows: Row[] = []
  for (const address of [...Object.values(homeRows), ...Object.values(lowerHomeRows)]) {
    const row = readRow(answers, address)
    // A late row may be shown above the next one.
    if (!row || rows.length === ofHome.length) break
    const isRepeated = suggestedSeries.has(address) && rows.some(({ start }) => start === row.start)
    if (row.covers.length > 0 && !isRepeated) rows.push(row)
  }
  return [...new Set(rows.flatMap(({ covers }, index) => covers.slice(0, ofHome[index])))]
}

const suggestedSeries: ReadonlySet<string> = new Set([
  lowerHomeRows.newSeries,
  lowerHomeRows.changedSeries,
])

function readRow(answers: Answers, address: string): Row | undefined {
  if (address === lowerHomeRows.recommendations) return readRecommendations(answers)
  if (suggestedSeries.has(address)) {
    const ids = read<{ id: string }[]>(answers, address)?.map(({ id }) => id)
    return ids && { covers: ids.map(buildSeriesCover), start: buildRowStart(ids) }
  }
  const list = read<{ data: ListedBook[] | WantedEntry[] }>(answers, address)?.data
  if (!list) return undefined
  if (address === homeRows.wantToRead) {
    return { covers: (list as WantedEntry[]).flatMap(buildEntryCover), start: '' }
  }
  const books = listShownBooks(address, list as ListedBook[])
  const start = buildRowStart(books.map(({ seriesId }) => seriesId))
  return { covers: books.map(({ id }) => buildBookCover(id)), start }
}

/** Covers of recommendations may come from other servers, so none is preloaded. */
function readRecommendations(answers: Answers): Row | undefined {
  const address = lowerHomeRows.recommendations
  const list = read<{ recommendations: unknown[] }>(answers, address)?.recommendations
  return list?.length === 0 ? { covers: [], start: '' } : undefined
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
