/** A book keeps its data wherever its file is moved and however it is packed. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { bookContents, bookMetadata, bookPaths, books } from '../../../src/catalog/books/schema'
import { FileReaders } from '../../../src/ingest/scanning/read/file-readers'
import { hashSuspects } from '../../../src/ingest/scanning/read/hash-suspects'
import type { Root } from '../../../src/ingest/scanning/run'
import { makeCbz } from '../../support/make/cbz'
import { makePdf } from '../../support/make/pdf'
import { makeTar } from '../../support/make/tar'
import { makeComic, expectUserData, moveFile, makePages, addUserData } from './user-data'
import { findWrongDerivedData } from '../../support/derived'
import {
  addLibrary,
  listBooks,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
} from './scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const putFile = (name: string, data: Uint8Array) => (folder: string) =>
  writeFiles(folder, { [name]: data, 'A/1.cbz': null })

interface Change {
  /** `folder` and `second` are roots of the scanned library, `other` is another library. */
  act(folder: string, other: string, second: string): Promise<void> | void
  ends: string
}

const changes: Record<string, Change> = {
  rename: { act: (at) => moveFile(`${at}/A/1.cbz`, `${at}/A/Other.cbz`), ends: 'A/Other.cbz' },
  'other folder': { act: (at) => moveFile(`${at}/A/1.cbz`, `${at}/B/C/1.cbz`), ends: 'B/C/1.cbz' },
  'other root': {
    act: (at, _, root) => moveFile(`${at}/A/1.cbz`, `${root}/R/1.cbz`),
    ends: 'R/1.cbz',
  },
  'other library': { act: (at, to) => moveFile(`${at}/A/1.cbz`, `${to}/B/1.cbz`), ends: 'B/1.cbz' },
  're-zip': {
    act: async (at) =>
      putFile(
        'A/new.cbz',
        await makeCbz({ pages: (await makePages(0)).toReversed(), stored: false }),
      )(at),
    ends: 'A/new.cbz',
  },
  'added ComicInfo': {
    act: async (at) =>
      putFile(
        'B/1.cbz',
        await makeCbz({ pages: await makePages(0), comicInfo: { Publisher: 'Image' } }),
      )(at),
    ends: 'B/1.cbz',
  },
  'other container': {
    act: async (at) => putFile('A/1.cbt', makeTar(await makePages(0)))(at),
    ends: 'A/1.cbt',
  },
}

async function createLibraries(others: number) {
  const [folder, second, other] = [makeFolder(), makeFolder(), makeFolder()]
  writeFiles(folder, { 'A/1.cbz': await makeComic(0) })
  for (let i = 1; i <= others; i++) writeFiles(folder, { [`Many/${i}.cbz`]: await makeComic(i) })
  writeFiles(other, { 'Z/0.cbz': await makeComic(-1) })
  writeFiles(second, { 'Y/0.cbz': await makeComic(-2) })
  const id = await addLibrary(server, folder, { path: undefined, paths: [folder, second] })
  const elsewhere = await addLibrary(server, other)
  for (const library of [id, elsewhere])
    expect((await scanLibrary(server, library)).status).toBe('completed')
  const book = (await listBooks(server, id)).find(({ relativePath }) => relativePath === 'A/1.cbz')!
  return { folder, second, other, id, elsewhere, book }
}

/** One exceeds a batch of the search for known books, the other the limit for single events. */
const [overSlice, overEvents] = [110, 200]
for (const [name, { act, ends }] of Object.entries(changes)) {
  for (const others of [0, name === 'rename' ? overEvents : overSlice]) {
    test(`a book survives: ${name}, ${others === 0 ? 'alone' : 'with many others'}`, async () => {
      const { folder, second, other, id, elsewhere, book } = await createLibraries(others)
      await addUserData(server, book.id)
      await act(folder, other, second)
      if (others > 0) moveFile(`${folder}/Many`, `${folder}/Renamed`)
      const goes = name === 'other library' ? elsewhere : id
      const done = await scanLibrary(server, goes)
      expect(done).toMatchObject({ status: 'completed', added: 0, changed: 0, missing: 0 })
      expect(done.moved).toBe(1 + (goes === id ? others : 0))
      const found = (await listBooks(server, goes)).find(
        ({ relativePath }) => relativePath === ends,
      )!
      expect(found).toMatchObject({
        id: book.id,
        trashedAt: null,
        missingSince: null,
        pageCount: 3,
      })
      expect(found.analyzedAt).not.toBeNull()
      await expectUserData(server, book.id)
      const past = await server.ctx.db.select().from(bookPaths).where(eq(bookPaths.n, book.n))
      expect(past.map(({ relativePath }) => relativePath)).toEqual(['A/1.cbz'])
      const last = await scanLibrary(server, id)
      expect(last).toMatchObject({ added: 0, changed: 0, missing: 0 })
      expect((await listBooks(server, id)).filter(({ trashedAt }) => trashedAt)).toEqual([])
      expect(await findWrongDerivedData(server.ctx)).toEqual([])
    }, 60_000)
  }
}

describe('a file that crashed its reader twice', () => {
  const putPages = async (folder: string, seed: number) =>
    writeFiles(folder, { 'A/1.cbz': await makeComic(seed) }, new Date('2024-08-01'))
  /** Simulates a process that died while it read the file. */
  const markCrashed = (n: number, attempts: number) =>
    server.ctx.write((tx) =>
      tx.update(books).set({ attempts, analyzedAt: null }).where(eq(books.n, n)),
    )
  /** Undoes the first reading of the file. */
  const forgetContents = (n: number) =>
    server.ctx.write(async (tx) => {
      const unread = { contentHash: null, directoryHash: null, fingerprint: null, pageCount: 0 }
      await tx.update(books).set(unread).where(eq(books.n, n))
      await tx.delete(bookMetadata).where(eq(bookMetadata.n, n))
      await tx.delete(bookContents).where(eq(bookContents.n, n))
    })

  test('is recognized when it moves, although it was never read', async () => {
    const { folder, id, book } = await createLibraries(2)
    await forgetContents(book.n)
    await markCrashed(book.n, 2)
    await addUserData(server, book.id)
    expect(await scanLibrary(server, id)).toMatchObject({ findings: 1 })
    moveFile(`${folder}/A/1.cbz`, `${folder}/B/2.cbz`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
    const moved = (await listBooks(server, id)).find(({ id: one }) => one === book.id)
    expect(moved).toMatchObject({ relativePath: 'B/2.cbz', trashedAt: null, pageCount: 3 })
    await expectUserData(server, book.id)
  })

  test('is recognized when it moves, although it had changed before', async () => {
    const { folder, id, book } = await createLibraries(2)
    await addUserData(server, book.id)
    await putPages(folder, 500)
    await markCrashed(book.n, 2)
    expect(await scanLibrary(server, id)).toMatchObject({ findings: 1 })
    moveFile(`${folder}/A/1.cbz`, `${folder}/B/2.cbz`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 1, missing: 0 })
    const moved = (await listBooks(server, id)).find(({ id: one }) => one === book.id)
    expect(moved).toMatchObject({ relativePath: 'B/2.cbz', trashedAt: null, finding: null })
    await expectUserData(server, book.id)
  })

  test('is identified before it is opened again', async () => {
    const { folder, book } = await createLibraries(2)
    await forgetContents(book.n)
    const root = { path: folder } as Root
    using readers = new FileReaders(1, 10_000)
    const { signal } = new AbortController()
    const suspects = [{ n: book.n, root, path: 'A/1.cbz' }]
    await hashSuspects({ ctx: server.ctx, readers, signal }, suspects)
    const [stored] = await server.ctx.db.select().from(books).where(eq(books.n, book.n))
    expect(stored!.contentHash).toStartWith(`file:${book.size}:`)
  })
})

describe('an apparent move', () => {
  test('is a copy when the old file still exists', async () => {
    const { folder, id, book } = await createLibraries(0)
    copyFileSync(join(folder, 'A/1.cbz'), join(folder, 'A/copy.cbz'))
    expect(await scanLibrary(server, id)).toMatchObject({ added: 1, moved: 0, missing: 0 })
    const at = (await listBooks(server, id)).find(({ id: one }) => one === book.id)
    expect(at!.relativePath).toBe('A/1.cbz')
  })

  test('swaps two books whose files swapped names', async () => {
    const { folder, id } = await createLibraries(2)
    writeFiles(
      folder,
      { 'Many/1.cbz': await makeComic(2), 'Many/2.cbz': await makeComic(1) },
      new Date('2024-07-01'),
    )
    const findId = async (path: string) =>
      (await listBooks(server, id)).find(({ relativePath }) => relativePath === path)!.id
    const before = [await findId('Many/1.cbz'), await findId('Many/2.cbz')]
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 2, missing: 0 })
    expect([await findId('Many/2.cbz'), await findId('Many/1.cbz')]).toEqual(before)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 0, changed: 0 })
  })

  test('renumbers a row of books that all get the next number', async () => {
    const { folder, id } = await createLibraries(60)
    const before = await listBooks(server, id)
    for (let i = 60; i > 0; i--) moveFile(`${folder}/Many/${i}.cbz`, `${folder}/Many/${i + 1}.cbz`)
    for (let i = 2; i <= 61; i++)
      writeFiles(folder, { [`Many/${i}.cbz`]: await makeComic(i - 1) }, new Date(1.6e12 + i * 1000))
    writeFiles(folder, { 'Many/1.cbz': await makeComic(77) }, new Date('2024-08-01'))
    expect(await scanLibrary(server, id)).toMatchObject({ added: 1, moved: 60, missing: 0 })
    const after = new Map((await listBooks(server, id)).map((one) => [one.id, one.relativePath]))
    for (let i = 1; i <= 60; i++) {
      const one = before.find(({ relativePath }) => relativePath === `Many/${i}.cbz`)!
      expect(after.get(one.id)).toBe(`Many/${i + 1}.cbz`)
    }
  })

  test('tells equal files apart by name, and otherwise does not guess', async () => {
    const { folder, id } = await createLibraries(0)
    const twin = await makeComic(500)
    writeFiles(folder, { 'T/a.cbz': twin, 'T/b.cbz': twin, 'U/a.cbz': twin, 'U/b.cbz': twin })
    await scanLibrary(server, id)
    const before = await listBooks(server, id)
    moveFile(`${folder}/T/a.cbz`, `${folder}/V/a.cbz`)
    moveFile(`${folder}/T/b.cbz`, `${folder}/V/b.cbz`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 2, missing: 0 })
    const after = await listBooks(server, id)
    for (const name of ['a', 'b']) {
      const one = before.find(({ relativePath }) => relativePath === `T/${name}.cbz`)!
      expect(after.find((other) => other.id === one.id)!.relativePath).toBe(`V/${name}.cbz`)
    }
    moveFile(`${folder}/V/a.cbz`, `${folder}/W/x.cbz`)
    moveFile(`${folder}/V/b.cbz`, `${folder}/W/y.cbz`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 2, moved: 0, missing: 2 })
  })

  test('restores a trashed book at another path', async () => {
    const { folder, id, book } = await createLibraries(0)
    await addUserData(server, book.id)
    const data = await makeComic(0)
    writeFiles(folder, { 'A/1.cbz': null, 'B/2.cbz': await makeComic(9) })
    expect(await scanLibrary(server, id)).toMatchObject({ missing: 1 })
    writeFiles(folder, { 'B/later.cbz': data })
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 1 })
    const found = (await listBooks(server, id)).find(({ id: one }) => one === book.id)!
    expect(found).toMatchObject({
      relativePath: 'B/later.cbz',
      trashedAt: null,
      missingSince: null,
    })
    await expectUserData(server, book.id)
  })

  test('moves a whole library when its root is empty on the same disk', async () => {
    const { folder, other, id, elsewhere } = await createLibraries(30)
    moveFile(`${folder}/Many`, `${other}/Many`)
    rmSync(`${folder}/A`, { recursive: true })
    expect(await scanLibrary(server, elsewhere)).toMatchObject({ added: 0, moved: 30 })
    expect(
      (await listSeries(server, elsewhere)).find(({ title }) => title === 'Many')!.bookCount,
    ).toBe(30)
    expect((await listSeries(server, id)).find(({ title }) => title === 'Many')).toBeUndefined()
  })

  test('is followed for a small PDF, which is hashed completely', async () => {
    const { folder, id } = await createLibraries(0)
    writeFiles(folder, { 'P/a.pdf': makePdf({ texts: ['one', 'two'] }) })
    await scanLibrary(server, id)
    moveFile(`${folder}/P/a.pdf`, `${folder}/Q/b.pdf`)
    expect(await scanLibrary(server, id)).toMatchObject({ added: 0, moved: 1 })
  }, 60_000)
})
