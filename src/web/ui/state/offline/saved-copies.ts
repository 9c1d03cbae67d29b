/**
 * IDs of the books that the service worker delivered from saved copies, because the server was
 * unreachable.
 */
const books = new Set<string>()

const bookPath = /\/api\/v1\/books\/([0-9a-f-]{36})(?:$|\/progression)/

export function noteCopy(url: string, isCopy: boolean) {
  const [, id] = bookPath.exec(url) ?? []
  if (id === undefined) return
  if (isCopy) books.add(id)
  else books.delete(id)
}

export const isFromCopy = (bookId: string) => books.has(bookId)
