/** Compares the beginning of files on this server with hashes stored by another program. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { ForeignBook } from '../neutral-form'
import type { KnownBook } from './book-index'
import { type BookMatch, listPossible } from './match-foreign-books'

const comparedBytes = 512_000
/** If more books have the same name, none of them is read. */
const maxCompared = 20

/**
 * Confirms matches by name by comparing the content of the files. If no file has the same content
 * but some cannot be read, the match is kept.
 */
export async function compareContent(
  match: BookMatch,
  { startSha1 }: Pick<ForeignBook, 'startSha1'>,
): Promise<BookMatch> {
  const possible = listPossible(match)
  if (!startSha1 || !isByName(match) || possible.length > maxCompared) return match
  const same: KnownBook[] = []
  let unread = 0
  for (const book of possible) {
    const hash = await hashStart(book.path)
    if (hash === startSha1) same.push(book)
    if (hash === null) unread++
  }
  if (same.length === 1) return { outcome: 'found', book: same[0]!, by: 'hash' }
  if (same.length > 1) return { outcome: 'ambiguous', books: same }
  return unread > 0 ? match : { outcome: 'waiting' }
}

const isByName = (match: BookMatch) =>
  match.outcome === 'ambiguous' || (match.outcome === 'found' && match.by === 'name')

/** Returns null for a file that cannot be read, or a folder. */
async function hashStart(path: string): Promise<string | null> {
  try {
    await using file = await open(path)
    const bytes = Buffer.alloc(comparedBytes)
    const { bytesRead } = await file.read(bytes, 0, comparedBytes, 0)
    return createHash('sha1').update(bytes.subarray(0, bytesRead)).digest('hex')
  } catch {
    return null
  }
}
