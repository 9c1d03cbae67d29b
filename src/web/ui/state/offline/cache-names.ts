/** Names of the caches for saved books. */
import { nameSavedCaches } from '../../../shared/saved-caches'
import { baseUrl } from '../../api/client'

export const scope = new URL(baseUrl).pathname

const names = nameSavedCaches(scope)
export const { shell: shellCache, shellEntry, user: userCache, userEntry } = names
const { bookPrefix } = names

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
  const all = await caches.keys()
  return all
    .filter((name) => name.startsWith(bookPrefix))
    .map((name) => {
      const [userId = '', bookId = ''] = name.slice(bookPrefix.length).split(' ')
      return { name, userId, bookId }
    })
}
