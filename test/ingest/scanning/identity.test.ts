/** A book keeps all that hangs on it, wherever its file goes and whatever it is packed in. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { bookPaths } from '../../../src/catalog/books/schema'
import { makeCbz } from '../../support/make/cbz'
import { makePdf } from '../../support/make/pdf'
import { makeTar } from '../../support/make/tar'
import { comicOf, expectTreasure, move, partsOf, treasure } from './moved'
import { wrongDerived } from '../../storm/derived'
import {
  addLibrary,
  booksOf,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
  seriesOf,
} from './support'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

const put1 = (name: string, data: Uint8Array) => (folder: string) =>
  put(folder, { [name]: data, 'A/1.cbz': null })

interface Change {
  /** Of the folder that is scanned, and of one in which another library lies. */
  act(folder: string, other: string, second: string): Promise<void> | void
  ends: string
}

const changes: Record<string, Change> = {
  rename: { act: (at) => move(`${at}/A/1.cbz`, `${at}/A/Other.cbz`), ends: 'A/Other.cbz' },
  'other folder': { act: (at) => move(`${at}/A/1.cbz`, `${at}/B/C/1.cbz`), ends: 'B/C/1.cbz' },
  'other root': { act: (at, _, root) => move(`${at}/A/1.cbz`, `${root}/R/1.cbz`), ends: 'R/1.cbz' },
  'other library': { act: (at, to) => move(`${at}/A/1.cbz`, `${to}/B/1.cbz`), ends: 'B/1.cbz' },
  're-zip': {
    act: async (at) =>
      put1(
        'A/new.cbz',
        await makeCbz({ pages: (await partsOf(0)).toReversed(), stored: false }),
      )(at),
    ends: 'A/new.cbz',
  },
  'added ComicInfo': {
    act: async (at) =>
      put1(
        'B/1.cbz',
        await makeCbz({ pages: await partsOf(0), comicInfo: { Publisher: 'Image' } }),
      )(at),
    ends: 'B/1.cbz',
  },
  'other container': {
    act: async (at) => put1('A/1.cbt', makeTar(await partsOf(0)))(at),
    ends: 'A/1.cbt',
  },
}

async function begin(others: number) {
  const [folder, second, other] = [makeFolder(), makeFolder(), makeFolder()]
  put(folder, { 'A/1.cbz': await comicOf(0) })
  for (let i = 1; i <= others; i++) put(folder, { [`Many/${i}.cbz`]: await comicOf(i) })
  put(other, { 'Z/0.cbz': await comicOf(-1) })
  put(second, { 'Y/0.cbz': await comicOf(-2) })
  const id = await addLibrary(server, folder, { path: undefined, paths: [folder, second] })
  const elsewhere = await addLibrary(server, other)
  for (const library of [id, elsewhere])
    expect((await scan(server, library)).status).toBe('completed')
  const book = (await booksOf(server, id)).find(({ relativePath }) => relativePath === 'A/1.cbz')!
  return { folder, second, other, id, elsewhere, book }
}

const total = 200
for (const [name, { act, ends }] of Object.entries(changes)) {
  for (const others of [0, total]) {
    test(`a book survives: ${name}, ${others === 0 ? 'alone' : 'with many others'}`, async () => {
      const { folder, second, other, id, elsewhere, book } = await begin(others)
      await treasure(server, book.id)
      await act(folder, other, second)
      if (others > 0) move(`${folder}/Many`, `${folder}/Renamed`)
      const goes = name === 'other library' ? elsewhere : id
      const done = await scan(server, goes)
      expect(done).toMatchObject({ status: 'completed', added: 0, changed: 0, missing: 0 })
      expect(done.moved).toBe(1 + (goes === id ? others : 0))
      const found = (await booksOf(server, goes)).find(({ relativePath }) => relativePath === ends)!
      expect(found).toMatchObject({
        id: book.id,
        trashedAt: null,
        missingSince: null,
        pageCount: 3,
      })
      expect(found.analyzedAt).not.toBeNull()
      await expectTreasure(server, book.id)
      const past = await server.ctx.db.select().from(bookPaths).where(eq(bookPaths.n, book.n))
      expect(past.map(({ relativePath }) => relativePath)).toEqual(['A/1.cbz'])
      const last = await scan(server, id)
      expect(last).toMatchObject({ added: 0, changed: 0, missing: 0 })
      expect((await booksOf(server, id)).filter(({ trashedAt }) => trashedAt)).toEqual([])
      expect(await wrongDerived(server.ctx)).toEqual([])
    }, 60_000)
  }
}

describe('what looks like a move', () => {
  test('is a copy when the old file is still there', async () => {
    const { folder, id, book } = await begin(0)
    copyFileSync(join(folder, 'A/1.cbz'), join(folder, 'A/copy.cbz'))
    expect(await scan(server, id)).toMatchObject({ added: 1, moved: 0, missing: 0 })
    const at = (await booksOf(server, id)).find(({ id: one }) => one === book.id)
    expect(at!.relativePath).toBe('A/1.cbz')
  })

  test('swaps two books whose files swapped their names', async () => {
    const { folder, id } = await begin(2)
    put(
      folder,
      { 'Many/1.cbz': await comicOf(2), 'Many/2.cbz': await comicOf(1) },
      new Date('2024-07-01'),
    )
    const idOf = async (path: string) =>
      (await booksOf(server, id)).find(({ relativePath }) => relativePath === path)!.id
    const before = [await idOf('Many/1.cbz'), await idOf('Many/2.cbz')]
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 2, missing: 0 })
    expect([await idOf('Many/2.cbz'), await idOf('Many/1.cbz')]).toEqual(before)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 0, changed: 0 })
  })

  test('is a row of books that all get the next number', async () => {
    const { folder, id } = await begin(60)
    const before = await booksOf(server, id)
    for (let i = 60; i > 0; i--) move(`${folder}/Many/${i}.cbz`, `${folder}/Many/${i + 1}.cbz`)
    for (let i = 2; i <= 61; i++)
      put(folder, { [`Many/${i}.cbz`]: await comicOf(i - 1) }, new Date(1.6e12 + i * 1000))
    put(folder, { 'Many/1.cbz': await comicOf(77) }, new Date('2024-08-01'))
    expect(await scan(server, id)).toMatchObject({ added: 1, moved: 60, missing: 0 })
    const after = new Map((await booksOf(server, id)).map((one) => [one.id, one.relativePath]))
    for (let i = 1; i <= 60; i++) {
      const one = before.find(({ relativePath }) => relativePath === `Many/${i}.cbz`)!
      expect(after.get(one.id)).toBe(`Many/${i + 1}.cbz`)
    }
  })

  test('tells equal files apart by their names, and guesses nothing else', async () => {
    const { folder, id } = await begin(0)
    const twin = await comicOf(500)
    put(folder, { 'T/a.cbz': twin, 'T/b.cbz': twin, 'U/a.cbz': twin, 'U/b.cbz': twin })
    await scan(server, id)
    const before = await booksOf(server, id)
    move(`${folder}/T/a.cbz`, `${folder}/V/a.cbz`)
    move(`${folder}/T/b.cbz`, `${folder}/V/b.cbz`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 2, missing: 0 })
    const after = await booksOf(server, id)
    for (const name of ['a', 'b']) {
      const one = before.find(({ relativePath }) => relativePath === `T/${name}.cbz`)!
      expect(after.find((other) => other.id === one.id)!.relativePath).toBe(`V/${name}.cbz`)
    }
    move(`${folder}/V/a.cbz`, `${folder}/W/x.cbz`)
    move(`${folder}/V/b.cbz`, `${folder}/W/y.cbz`)
    expect(await scan(server, id)).toMatchObject({ added: 2, moved: 0, missing: 2 })
  })

  test('brings a book back from the trash to another place', async () => {
    const { folder, id, book } = await begin(0)
    await treasure(server, book.id)
    const data = await comicOf(0)
    put(folder, { 'A/1.cbz': null, 'B/2.cbz': await comicOf(9) })
    expect(await scan(server, id)).toMatchObject({ missing: 1 })
    put(folder, { 'B/later.cbz': data })
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 1 })
    const found = (await booksOf(server, id)).find(({ id: one }) => one === book.id)!
    expect(found).toMatchObject({
      relativePath: 'B/later.cbz',
      trashedAt: null,
      missingSince: null,
    })
    await expectTreasure(server, book.id)
  })

  test('is a move of a whole library when its root is empty on the same disk', async () => {
    const { folder, other, id, elsewhere } = await begin(30)
    move(`${folder}/Many`, `${other}/Many`)
    rmSync(`${folder}/A`, { recursive: true })
    expect(await scan(server, elsewhere)).toMatchObject({ added: 0, moved: 30 })
    expect(
      (await seriesOf(server, elsewhere)).find(({ title }) => title === 'Many')!.bookCount,
    ).toBe(30)
    expect((await seriesOf(server, id)).find(({ title }) => title === 'Many')).toBeUndefined()
  })

  test('follows a small PDF, of which all is read', async () => {
    const { folder, id } = await begin(0)
    put(folder, { 'P/a.pdf': makePdf({ texts: ['one', 'two'] }) })
    await scan(server, id)
    move(`${folder}/P/a.pdf`, `${folder}/Q/b.pdf`)
    expect(await scan(server, id)).toMatchObject({ added: 0, moved: 1 })
  }, 60_000)
})
