/**
 * The last position in each saved book in this browser. The saved copy of a book has the position
 * from the last contact with the server, which may be older.
 */
import { baseUrl } from '../../api/client'
import { fromStorage } from '../browser/storage'
import type { NewProgress } from '../progress/progress-queue'
import { listSavedIds } from './saved-ids'

export interface LastPosition extends Pick<NewProgress, 'as' | 'body' | 'ends'> {
  /** In milliseconds, according to the server's clock. */
  at: number
}

const prefix = `quire_position.${baseUrl}.`
const buildKey = (userId: string, bookId: string) => `${prefix}${userId}.${bookId}`

export function noteLastPosition(
  userId: string,
  { book, as, body, ends }: NewProgress,
  at: number,
) {
  if (!listSavedIds(userId).includes(book)) return
  const text = JSON.stringify({ as, body, ends, at } satisfies LastPosition)
  fromStorage((storage) => storage.setItem(buildKey(userId, book), text))
}

export function findLastPosition(userId: string, bookId: string): LastPosition | undefined {
  const text = fromStorage((storage) => storage.getItem(buildKey(userId, bookId)))
  try {
    return text ? (JSON.parse(text) as LastPosition) : undefined
  } catch {
    return undefined
  }
}

/**
 * Deletes all positions except those of this user in the books in `kept`. Unsent progress is stored
 * elsewhere.
 */
export const forgetPositions = (userId: string, kept: readonly string[]) =>
  fromStorage((storage) => {
    const keys = new Set(kept.map((id) => buildKey(userId, id)))
    for (const key of Object.keys(storage)) {
      if (key.startsWith(prefix) && !keys.has(key)) storage.removeItem(key)
    }
  })
