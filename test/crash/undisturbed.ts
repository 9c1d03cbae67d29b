/** Compares the books of a server after several crashes with those of a server without crashes. */
import type { Client } from '../bench/support/server'

interface Book {
  path: string
  seriesId: string
  deleted: boolean
}

/** Maps the path of each book to its metadata and the paths of the books in its series. */
export async function describeBooks(client: Client): Promise<Map<string, string>> {
  const books: (Book & Record<string, unknown>)[] = []
  for (let page = 1; ; page++) {
    const { data, totalPages } = await client.need('GET', `/books?pageSize=500&page=${page}`)
    books.push(...data)
    if (page >= totalPages) break
  }
  const series = Map.groupBy(books, ({ seriesId }) => seriesId)
  const describe = ({ seriesId, ...book }: (typeof books)[number]) =>
    JSON.stringify({
      pageCount: book['pageCount'],
      fileSize: book['fileSize'],
      fileHash: book['fileHash'],
      volume: book['volume'],
      analyzed: book['analyzed'],
      findings: book['findings'],
      hasThumbnail: book['coverColor'] !== null,
      beside: series
        .get(seriesId)!
        .map(({ path }) => path)
        .toSorted(),
    })
  return new Map(books.map((book) => [book.path, describe(book)]))
}

/** Returns one line per difference. */
export function compareBooks(
  found: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, string>,
): string[] {
  const differences: string[] = []
  for (const [path, book] of wanted) {
    if (found.get(path) !== book) {
      differences.push(`${path}: ${found.get(path) ?? 'missing'}, undisturbed: ${book}`)
    }
  }
  for (const path of found.keys()) if (!wanted.has(path)) differences.push(`${path}: no such file`)
  return differences
}
