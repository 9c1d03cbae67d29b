/**
 * Random operations of every kind, with a check of all derived data after each group.
 * SEED selects other operations.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { labelJobs } from '../../../src/catalog/labels/jobs'
import { series } from '../../../src/catalog/series/schema'
import {
  addLibrary,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from '../../ingest/scanning/scan-server'
import { makeCbz } from '../../support/make/cbz'
import { findWrongDerivedData } from '../../support/derived'
import { Dice, randomSeed } from '../../support/dice'
import { countRounds, sharePart } from '../../support/share'

const modules = ['ingest/scanning', 'ingest/trash', 'catalog', 'reading/progress']
const acts = Math.max(100, countRounds(300, modules))
const checkEvery = 25
const readers = ['ann', 'max', 'bob']
const names = ['Drama', 'Comedy', 'Noir', 'Sport', 'Science Fiction']
const people = ['Ada Ink', 'Bo Pencil', 'Cy Letter', 'Di Color']
const pages = Array.from({ length: 2 }, (_, i) => ({ name: `${i}.jpg`, data: Buffer.from('x') }))

interface Shelf {
  id: string
  folder: string
  files: Set<string>
  isTrashed: boolean
}

let server: ScanServer
let shelves: Shelf[]
const dice = new Dice(randomSeed + sharePart)

beforeAll(async () => {
  server = await startScanServer()
  server.engine.register(labelJobs(server.ctx))
  await server.addUser('bob', 'reader')
  shelves = []
  for (let i = 0; i < 2; i++) {
    const folder = makeFolder()
    const shelf = { id: '', folder, files: new Set<string>(), isTrashed: false }
    for (let file = 0; file < 12; file++) await addFile(shelf)
    shelf.id = await addLibrary(server, folder)
    await scanLibrary(server, shelf.id)
    shelves.push(shelf)
  }
})
afterAll(() => server.close())

/** Sends a request, by default as admin. Throws for 5xx statuses, but not for 4xx statuses. */
async function ask(method: string, path: string, body?: unknown, as = 'ada') {
  const answer = await server.call(method, path, { as, body })
  if (answer.status >= 500) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer
}

async function anyBook() {
  const rows = await server.ctx.db.select({ id: books.id }).from(books).orderBy(books.n)
  return `/books/${dice.one(rows).id}`
}

async function anySeries() {
  const rows = await server.ctx.db.select({ id: series.id }).from(series).orderBy(series.n)
  return `/series/${dice.one(rows).id}`
}

async function addFile(shelf: Shelf) {
  const path = `S${dice.roll(4)}/${dice.one(['v', 'c', 'Special '])}${dice.roll(9)}.cbz`
  const info = {
    ...(dice.roll(2) && { Series: `Series ${dice.roll(3)}` }),
    ...(dice.roll(2) && { Genre: `${dice.one(names)}, ${dice.one(names)}` }),
    ...(dice.roll(2) && { Tags: dice.one(names) }),
    ...(dice.roll(2) && { Writer: dice.one(people), Publisher: `TestServer ${dice.roll(3)}` }),
    ...(dice.roll(2) && { Volume: dice.roll(5), Number: dice.roll(20) / 2 }),
  }
  const comicInfo = Object.keys(info).length > 0 && { comicInfo: info }
  const longAgo = new Date(1_700_000_000_000 + dice.roll(1e9))
  writeFiles(shelf.folder, { [path]: await makeCbz({ pages, ...comicInfo }) }, longAgo)
  shelf.files.add(path)
}

async function changeDisk() {
  const shelf = dice.one(shelves)
  for (let i = dice.roll(4); i >= 0; i--) {
    const gone = dice.one([...shelf.files, ''])
    if (gone === '' || dice.roll(2) || shelf.files.size < 4) await addFile(shelf)
    else {
      writeFiles(shelf.folder, { [gone]: null })
      shelf.files.delete(gone)
    }
  }
  if (!shelf.isTrashed) await scanLibrary(server, shelf.id, dice.roll(5) ? 'normal' : 'deep')
}

async function trashOrRestore() {
  const shelf = dice.one(shelves)
  const path = `/libraries/${shelf.id}`
  if (shelf.isTrashed) await ask('POST', `${path}/restore`)
  else await ask('DELETE', path)
  shelf.isTrashed = !shelf.isTrashed
}

const number = () => dice.one([null, 0, 1, 2.5, 7])
const whole = () => dice.one([null, 0, 1, 3])
const labelNames = () => names.filter(() => dice.roll(3) === 0)
const kind = () => dice.one(['genres', 'tags'])

async function read() {
  const reader = dice.one(readers)
  const currentPage = 1 + dice.roll(2)
  const body = { currentPage, progressPercentage: currentPage / 2 }
  const what = await anyBook()
  const acting = dice.roll(6)
  if (acting < 3) await ask('PUT', `${what}/progress`, body, reader)
  else if (acting === 3) await ask('POST', `${what}/read`, undefined, reader)
  else if (acting === 4) await ask('POST', `${what}/unread`, undefined, reader)
  else await ask('DELETE', `${what}/progress`, undefined, reader)
}

const gusts: (() => Promise<unknown>)[] = [
  changeDisk,
  read,
  read,
  read,
  read,
  async () => ask('POST', `${await anySeries()}/read`, undefined, dice.one(readers)),
  async () => (dice.roll(4) ? undefined : trashOrRestore()),
  async () =>
    ask('PATCH', `${await anyBook()}/metadata`, {
      volume: whole(),
      chapter: number(),
      writer: dice.one([null, ...people]),
    }),
  async () => ask('PUT', `${await anyBook()}/metadata`, { volume: whole(), year: 2000 }),
  async () =>
    ask('PATCH', await anyBook(), { title: dice.one(['A', 'B 10', null]), number: number() }),
  async () => ask('DELETE', `${await anyBook()}/metadata`),
  async () =>
    ask('PATCH', `${await anySeries()}/metadata`, {
      titleSort: dice.one([null, 'Zed', 'The Alpha']),
      publisher: dice.one([null, 'Own TestServer']),
      authors: dice.one([null, [{ name: dice.one(people), role: 'writer' }]]),
    }),
  async () => ask('DELETE', `${await anySeries()}/metadata`),
  async () =>
    ask('PUT', `${await anySeries()}/metadata/locks`, {
      title: dice.roll(2) === 0,
      genres: dice.roll(2) === 0,
    }),
  async () => {
    const what = kind()
    await ask('PUT', `${await anySeries()}/${what}`, { [what]: labelNames() })
  },
  async () => ask('POST', `${await anySeries()}/${kind()}`, { name: dice.one(names) }),
  async () => {
    const what = kind()
    const { body } = await ask('GET', `/${what}`)
    if (body.data.length > 0 && dice.roll(3) === 0) {
      await ask('DELETE', `/${what}/${dice.one(body.data as { id: string }[]).id}`)
    }
  },
  async () => ask('POST', `/${kind()}/cleanup`),
  async () =>
    ask('POST', `${await anySeries()}/alternate-titles`, {
      label: 'Other',
      title: dice.one(['Autre', '別名']),
    }),
]

/** A scan has ended before its library and the labels are counted, but its job has not. */
const calm = () => server.engine.idle()

test('derived data is correct after random operations', async () => {
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  for (let act = 1; act <= acts; act++) {
    await dice.one(gusts)()
    if (act % checkEvery > 0) continue
    await calm()
    expect({ act, wrong: await findWrongDerivedData(server.ctx) }).toEqual({ act, wrong: [] })
  }
  const present = await server.ctx.db.$count(books, eq(books.attempts, 0))
  expect(present).toBeGreaterThan(20)
}, 120_000)
