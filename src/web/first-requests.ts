/**
 * The first requests of a screen, and the book and reader that a URL opens. The page embeds the
 * fast responses, and the browser requests the slow ones while the scripts load.
 */
import type { OpenedBook } from './loading-skeleton'
import { buildAddress, requests } from './shared/requests'

const always = [buildAddress(requests.libraries)]
/** Requested for lists, because preferences determine how lists are displayed. */
export const preferencesOfUser = buildAddress(requests.userPreferences)
const ofLists = [preferencesOfUser, ...always]

export const firstOfLibrary = buildAddress(requests.firstSeries)

/**
 * Requests for the first rows of the home screen, in the order of ui/components/shelves/shelves.ts.
 * Rows below them are requested later.
 */
export const homeRows = {
  booksInProgress: buildAddress(requests.booksInProgress),
  booksOnDeck: buildAddress(requests.booksOnDeck),
  wantToRead: buildAddress(requests.wantToRead),
  recentBooks: buildAddress(requests.recentBooks),
}

/** Rows of suggestions below them. A row that repeats one above is hidden. */
export const lowerHomeRows = {
  newSeries: buildAddress(requests.newSeries),
  recommendations: buildAddress(requests.recommendations),
  changedSeries: buildAddress(requests.changedSeries),
}

/**
 * Requests of both readers. The pages also determine which reader opens. Page images are not
 * included, because only the reader knows their size.
 */
const readers = [requests.book, requests.pagesOfBook, requests.readerSettings]

/**
 * Returns paths relative to the base path. The list is empty if the requests cannot be predicted.
 */
export function findFirstRequests({ pathname, search }: URL): readonly string[] {
  const [, screen, id, ...more] = pathname.split('/')
  if (screen === 'settings') return ofLists
  if (more.length > 0) return []
  if (pathname === '/') return [...Object.values(homeRows), ...ofLists]
  if (pathname === '/library') return search === '' ? [firstOfLibrary, ...ofLists] : ofLists
  if (!id || !/^[0-9a-f-]{36}$/.test(id)) return []
  if (screen === 'series') {
    const books = buildAddress(requests.firstBooksOfSeries, id)
    return [buildAddress(requests.series, id), ...(search === '' ? [books] : []), ...always]
  }
  if (screen === 'read') return readers.map((request) => buildAddress(request, id))
  if (screen === 'book') return [buildAddress(requests.fullBook, id), ...always]
  return []
}

/** Finds requests that depend on the first responses. */
export function findFollowUpRequests(url: URL, answers: ReadonlyMap<string, string>): string[] {
  const [, screen, id = ''] = url.pathname.split('/')
  if (url.pathname === '/') return findLowerHomeRows(answers)
  if (screen === 'series') return findShownBook(id, answers)
  if (findReader(url, answers)?.kind !== 'text') return []
  // The position is not embedded: on a reload, the server builds the page before it receives the
  // last page turn.
  return [buildAddress(requests.manifest, id)]
}

/**
 * Returns the next rows if fewer than two of the first ones have entries, as for a new user. The
 * next rows are then visible even on a phone. A late row counts as filled, because further requests
 * would delay the page again.
 */
function findLowerHomeRows(answers: ReadonlyMap<string, string>): string[] {
  const rows = Object.values(homeRows)
  const shown = rows.filter((row) => !isEmptyList(answers.get(row)))
  return shown.length < 2 ? Object.values(lowerHomeRows) : []
}

const isEmptyList = (json: string | undefined) =>
  json !== undefined && (JSON.parse(json) as { data: unknown[] }).data.length === 0

/** If a series has no summary, that of its first book is shown. */
function findShownBook(id: string, answers: ReadonlyMap<string, string>): string[] {
  const series = answers.get(buildAddress(requests.series, id))
  const books = answers.get(buildAddress(requests.firstBooksOfSeries, id))
  if (!series || !books) return []
  const { metadata } = JSON.parse(series) as { metadata: { summary: string | null } }
  const [first] = (JSON.parse(books) as { data: { id: string }[] }).data
  return first && !metadata.summary ? [buildAddress(requests.fullBook, first.id)] : []
}

/** Finds the book that a reader's URL refers to, with the series title from the first responses. */
export function findOpenedBook(
  { pathname }: URL,
  answers: ReadonlyMap<string, string>,
): OpenedBook | undefined {
  const [, screen, id] = pathname.split('/')
  if (screen !== 'read' || !id) return undefined
  const answer = answers.get(buildAddress(requests.book, id))
  const found = answer && (JSON.parse(answer) as { book: { seriesName: string } })
  return { id, series: found ? found.book.seriesName : '' }
}

export interface OpenedReader {
  kind: 'pages' | 'text'
  /** Whether it shows the text of pages, as of a PDF, in a layer above their images. */
  hasTextLayer: boolean
}

/** Finds the reader that a URL opens. Returns undefined if a required response is missing. */
export function findReader(
  { pathname }: URL,
  answers: ReadonlyMap<string, string>,
): OpenedReader | undefined {
  const [, screen, id] = pathname.split('/')
  if (screen !== 'read' || !id) return undefined
  const answer = answers.get(buildAddress(requests.book, id))
  const pages = answers.get(buildAddress(requests.pagesOfBook, id))
  if (!answer || !pages) return undefined
  const { book, hasTextBeside } = JSON.parse(answer) as BookAnswer
  // Image-only EPUBs have pages and open in the page reader.
  const isText = book.fileFormat === 'epub' && pages === '[]'
  const hasText = book.fileFormat === 'pdf' || hasTextBeside
  const settings = answers.get(buildAddress(requests.readerSettings, id))
  return {
    kind: isText ? 'text' : 'pages',
    hasTextLayer: !isText && hasText && settings !== undefined && isLayerOn(settings),
  }
}

interface BookAnswer {
  book: { fileFormat: string }
  hasTextBeside: boolean
}

const isLayerOn = (json: string) =>
  (JSON.parse(json) as { settings: Record<string, { value: unknown }> }).settings[
    'reader.textLayer'
  ]?.value === true
