/**
 * What a screen asks for first. The page carries the answers; what would take too long it tells the browser,
 * which then asks while the scripts are still on their way. The addresses are those that the interface asks
 * for, letter by letter; `test/e2e/speed.e2e.ts` keeps them alike.
 */

const always = ['api/v1/libraries']
/** How things are shown: only lists ask for that. */
export const preferencesOfUser = 'api/v1/preferences?scope=user'
const ofLists = [preferencesOfUser, ...always]

export const booksInProgress = 'api/v1/books/in-progress?pageSize=20'
export const firstOfLibrary = 'api/v1/series?page=1&pageSize=120'

/** The first covers that are seen on home; what is below them comes after. */
const home = [
  booksInProgress,
  'api/v1/books/on-deck?pageSize=20',
  'api/v1/want-to-read?pageSize=20',
  'api/v1/books/recently-added?pageSize=20',
]

/** Addresses below the base path; none for screens whose questions nobody can know ahead. */
export function firstQuestions({ pathname, search }: URL): readonly string[] {
  const [, screen, id, ...more] = pathname.split('/')
  if (more.length > 0) return []
  if (pathname === '/') return [...home, ...ofLists]
  if (pathname === '/library') return search === '' ? [firstOfLibrary, ...ofLists] : ofLists
  if (!id || !/^[0-9a-f-]{36}$/.test(id)) return []
  if (screen === 'series') {
    const books = `api/v1/series/${id}/books?page=1&pageSize=120`
    return [`api/v1/series/${id}`, ...(search === '' ? [books] : []), ...always]
  }
  if (screen === 'book') return [`api/v1/books/${id}/full`, ...always]
  return []
}
