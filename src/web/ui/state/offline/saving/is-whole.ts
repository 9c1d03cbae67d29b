import { buildUrl, type Schemas } from '../../../api/client'

interface Downloaded {
  cacheName: string
  /** The book when its files were listed. */
  book: Schemas['Book']
  urls: readonly string[]
  /** Number of files that the server could not deliver. */
  missing: number
}

/**
 * Returns false if files are missing because the book was removed and saved again in the meantime,
 * or if pages of two files are mixed because the book changed on the server. Returns true for a
 * removed book, so that it is not saved again.
 */
export async function isWhole({ cacheName, book, urls, missing }: Downloaded): Promise<boolean> {
  if (!(await caches.has(cacheName))) return true
  // Reopened, because a cache that was deleted and recreated has the same name.
  const cache = await caches.open(cacheName)
  const present = new Set((await cache.keys()).map(({ url }) => url))
  // A book without a cover is complete.
  const absent = urls.filter((url) => !present.has(url) && !url.endsWith('/thumbnail'))
  const data = await cache.match(buildUrl(`api/v1/books/${book.id}`), { ignoreVary: true })
  const saved = data && ((await data.json()) as { book: Schemas['Book'] })
  return absent.length <= missing && saved?.book.fileHash === book.fileHash
}
