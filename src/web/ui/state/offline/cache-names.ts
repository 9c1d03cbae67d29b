/**
 * Names of the caches for saved books. The service worker also reads them:
 * public/service-worker.js.
 */
import { baseUrl } from '../../api/client'

/** Part of all names, because another Quire instance may use the same origin. */
export const scope = new URL(baseUrl).pathname
const prefix = `quire ${scope} `

/** The interface itself. Contains no user data. */
export const shellCache = `${prefix}shell`
/** The signed-in user whose books are saved. */
export const userCache = `${prefix}user`
const bookPrefix = `${prefix}book `

export const userEntry = `${scope}user`
export const shellEntry = `${scope}offline-page`
/** Record about a saved book, stored alongside its files. */
export const recordEntry = `${scope}saved-book`

export const getBookCache = (userId: string, bookId: string) => `${bookPrefix}${userId} ${bookId}`

export interface BookCache {
  name: string
  userId: string
  bookId: string
}

/** Lists the caches for the saved books of all users of this browser. */
export async function listBookCaches(): Promise<BookCache[]> {
  const names = await caches.keys()
  return names
    .filter((name) => name.startsWith(bookPrefix))
    .map((name) => {
      const [userId = '', bookId = ''] = name.slice(bookPrefix.length).split(' ')
      return { name, userId, bookId }
    })
}
