/**
 * The requests that a screen sends first. The page carries their answers; what would take too long it tells
 * the browser, which sends them while the scripts are still loading.
 */
import { buildAddress, requests } from './shared/requests'

const always = [buildAddress(requests.libraries)]
/** Lists need to know how they are displayed. */
export const preferencesOfUser = buildAddress(requests.userPreferences)
const ofLists = [preferencesOfUser, ...always]

export const booksInProgress = buildAddress(requests.booksInProgress)
export const firstOfLibrary = buildAddress(requests.firstSeries)

/** The first rows of home; rows below them are requested later. */
const home = [
  booksInProgress,
  buildAddress(requests.booksOnDeck),
  buildAddress(requests.wantToRead),
  buildAddress(requests.recentBooks),
]

/** Addresses below the base path; none for screens whose requests cannot be known in advance. */
export function findFirstRequests({ pathname, search }: URL): readonly string[] {
  const [, screen, id, ...more] = pathname.split('/')
  if (more.length > 0) return []
  if (pathname === '/') return [...home, ...ofLists]
  if (pathname === '/library') return search === '' ? [firstOfLibrary, ...ofLists] : ofLists
  if (!id || !/^[0-9a-f-]{36}$/.test(id)) return []
  if (screen === 'series') {
    const books = buildAddress(requests.firstBooksOfSeries, id)
    return [buildAddress(requests.series, id), ...(search === '' ? [books] : []), ...always]
  }
  if (screen === 'book') return [buildAddress(requests.fullBook, id), ...always]
  return []
}
