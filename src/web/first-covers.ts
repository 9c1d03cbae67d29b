/** The covers that are visible first. The page preloads them before its scripts run. */
import { booksInProgress, firstOfLibrary, preferencesOfUser } from './first-requests'

/** Number of covers: one row on a wide screen, two rows on a phone. */
const ofLibrary = 6
/** Number of covers: the current book and the books next to it. */
const ofHome = 5

type Preferences = Record<string, unknown>

/**
 * Returns paths relative to the base path, or none if other covers may be visible first. `answers`
 * contains the embedded responses.
 */
export function listFirstCovers(request: Request, answers: ReadonlyMap<string, string>): string[] {
  const { pathname } = new URL(request.url)
  const read = <Answer>(address: string) => {
    const json = answers.get(address)
    return json === undefined ? undefined : (JSON.parse(json) as Answer)
  }
  const idsOf = (address: string, most: number) =>
    read<{ data: { id: string }[] }>(address)
      ?.data.slice(0, most)
      .map(({ id }) => id) ?? []

  const kept = read<{ preferences: Preferences }>(preferencesOfUser)?.preferences
  if (!kept || isReload(request)) return []
  if (pathname === '/library' && kept['list.view'] !== 'table') {
    return idsOf(firstOfLibrary, ofLibrary).map((id) => `api/v1/series/${id}/thumbnail`)
  }
  if (pathname === '/' && !isArranged(kept)) {
    return idsOf(booksInProgress, ofHome).map((id) => `api/v1/books/${id}/thumbnail`)
  }
  return []
}

/** A reload restores the scroll position, so other covers may be visible. */
const isReload = ({ headers }: Request) => headers.get('cache-control') === 'max-age=0'

const isArranged = (kept: Preferences) => 'home.order' in kept || 'home.hidden' in kept
