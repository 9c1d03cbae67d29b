/** Two libraries, people who read in them, and what they must get. */
import { join } from 'node:path'
import { makeComics } from '../bench/support/comics'
import { addLibrary, waitForScan, waitUntilIdle } from '../bench/support/scans'
import { Client } from '../bench/support/server'
import { Dice } from '../support/dice'
import { Reader, type Shelf } from './reader'
import type { RunRecord } from './run-record'

const password = 'correct horse battery'
/** Books in which people read, half in each library. */
const readBooks = 120

export const formatSize = { pages: 8, width: 200, height: 300 }

export async function makeLibraries(folder: string, books: number) {
  const paths = [join(folder, 'open'), join(folder, 'closed')]
  for (const path of paths) await makeComics(path, { books: books / 2, ...formatSize })
  return paths
}

/** Adds the libraries to an empty installation and reads what the books contain. */
export async function fillInstallation(url: string, paths: readonly string[]): Promise<Shelf> {
  const admin = await Client.signIn(url)
  const libraryIds: string[] = []
  for (const path of paths) {
    const id = await addLibrary(admin, path)
    await waitForScan(admin, id)
    libraryIds.push(id)
  }
  await waitUntilIdle(admin)
  const books: Shelf['books'][number][] = []
  for (const libraryId of libraryIds) {
    const query = `libraryId=${libraryId}&pageSize=${readBooks / libraryIds.length}`
    const { data } = await admin.need('GET', `/books?${query}`)
    for (const { id, seriesId, pageCount } of data as Listed[])
      books.push({ id, seriesId, libraryId, pages: await hashPages(admin, id, pageCount) })
  }
  const { total } = await admin.need('GET', `/series?libraryId=${libraryIds[0]}&pageSize=1`)
  return { books, libraryIds, seriesCount: total }
}

interface Listed {
  id: string
  seriesId: string
  pageCount: number
}

async function hashPages(client: Client, bookId: string, pageCount: number) {
  const hashes: string[] = []
  for (let number = 1; number <= pageCount; number++)
    hashes.push(Bun.hash(await client.bytes(`/books/${bookId}/pages/${number}`)).toString())
  return hashes
}

/** Every fourth person may see the first library only. `directUrl` adds them, `url` serves them. */
export async function addReaders(options: {
  directUrl: string
  url: string
  shelf: Shelf
  count: number
  record: RunRecord
  seed: number
}): Promise<Reader[]> {
  const { directUrl, url, shelf, count, record, seed } = options
  const admin = await Client.signIn(directUrl)
  const readers: Reader[] = []
  for (let n = 0; n < count; n++) {
    const account = { username: `reader${n}`, email: `reader${n}@example.org`, password }
    const libraryIds = n % 4 === 3 ? shelf.libraryIds.slice(0, 1) : shelf.libraryIds
    const limits = n % 4 === 3 ? { libraryIds } : {}
    await admin.need('POST', '/users', { ...account, role: 'reader', ...limits })
    const known = { username: account.username, password, libraryIds }
    const reader = new Reader(url, known, shelf, new Dice(seed + n), record)
    await reader.signIn()
    readers.push(reader)
  }
  return readers
}

/** Lets all readers act until the time is over, about `perSecond` times a second together. */
export async function letRead(
  readers: readonly Reader[],
  record: RunRecord,
  { perSecond, seconds, seed }: { perSecond: number; seconds: number; seed: number },
) {
  const end = performance.now() + seconds * 1000
  const everyMs = (readers.length / perSecond) * 1000
  const read = async (reader: Reader, dice: Dice) => {
    for (let next = performance.now() + dice.roll(everyMs); next < end;) {
      await Bun.sleep(Math.max(0, next - performance.now()))
      await reader.act().catch((error: unknown) => {
        record.addFault(`${reader.name}: ${String(error)}`)
      })
      next += everyMs / 2 + dice.roll(everyMs)
    }
  }
  await Promise.all(readers.map((reader, n) => read(reader, new Dice(seed + 7 * n))))
}
