/** The covers that are seen first: the page asks for them before its scripts know of them. */
import { booksInProgress, firstOfLibrary, preferencesOfUser } from './first-requests'

/** The first row of a wide screen, the first two of a phone. */
const ofLibrary = 6
/** The book that one reads, and those beside it. */
const ofHome = 5

type Kept = Record<string, unknown>

/**
 * Addresses below the base path; none where others may be seen first. `answers`: what the page carries.
 */
export function firstCovers(request: Request, answers: ReadonlyMap<string, string>): string[] {
  const { pathname } = new URL(request.url)
  const read = <Answer>(address: string) => {
    const json = answers.get(address)
    return json === undefined ? undefined : (JSON.parse(json) as Answer)
  }
  const idsOf = (address: string, most: number) =>
    read<{ data: { id: string }[] }>(address)
      ?.data.slice(0, most)
      .map(({ id }) => id) ?? []

  const kept = read<{ preferences: Kept }>(preferencesOfUser)?.preferences
  if (!kept || isReload(request)) return []
  if (pathname === '/library' && kept['list.view'] !== 'table') {
    return idsOf(firstOfLibrary, ofLibrary).map((id) => `api/v1/series/${id}/thumbnail`)
  }
  if (pathname === '/' && !isArranged(kept)) {
    return idsOf(booksInProgress, ofHome).map((id) => `api/v1/books/${id}/thumbnail`)
  }
  return []
}

/** Then the page is shown where it was left. */
const isReload = ({ headers }: Request) => headers.get('cache-control') === 'max-age=0'

const isArranged = (kept: Kept) => 'home.order' in kept || 'home.hidden' in kept
