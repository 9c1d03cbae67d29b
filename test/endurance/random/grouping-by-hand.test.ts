/**
 * Compares random changes of files and groupings with a simple model. Each book keeps the series
 * that a user chose, whatever happens to its file, and no reading data is lost.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, renameSync, utimesSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { bookProgress } from '../../../src/reading/progress/schema'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { findWrongDerivedData } from '../../support/derived'
import { Dice, randomSeed } from '../../support/dice'
import { takeShare } from '../../support/share'
import {
  addLibrary,
  listBooks,
  listSeries,
  makeDifferentComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  writeFiles,
} from '../../ingest/scanning/scan-server'
import { patchLibrary, startGroupingServer } from '../../ingest/grouping/grouping-server'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer({
    'scan.missing_minimum': '1000',
    'api.rate_limit.enabled': 'false',
  })
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

/**
 * The series that a user chose, keyed by book. A book without an entry belongs to the series of its
 * file.
 */
type Choices = Map<string, string>

interface World {
  id: string
  folder: string
  /** A folder next to the library for removed files. */
  away: string
  dice: Dice
  choices: Choices
  /** Changes that can be undone, newest last, with the choices before each of them. */
  undo: { changeId: string; before: Choices }[]
  n: number
}

const titles = ['Saga', 'Bone', 'Akira', 'Sandman']

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cbz'))
    .toSorted()

function move(from: string, to: string) {
  if (existsSync(to)) return
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
}

async function listPresent({ id }: World) {
  const books = (await listBooks(server, id)).filter(({ trashedAt }) => trashedAt === null)
  const series = (await listSeries(server, id)).filter(({ trashedAt }) => trashedAt === null)
  return { books, series }
}

/** Sends a change, and returns undefined if none is possible. */
async function change(world: World, body: Record<string, unknown>) {
  const before = new Map(world.choices)
  const answer = await server.call('POST', '/grouping-changes', { as: 'max', body })
  if (answer.status === 409) return undefined
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
  world.undo.push({ changeId: answer.body.id, before })
  return answer.body as { targetId: string }
}

async function moveBooks(world: World) {
  const { books, series } = await listPresent(world)
  const target = world.dice.one(series)
  const chosen = [world.dice.one(books), world.dice.one(books)].filter(
    ({ seriesId }) => seriesId !== target.id,
  )
  if (chosen.length === 0) return
  const bookIds = [...new Set(chosen.map(({ id }) => id))]
  const taken = await listTrashedAlong(world, bookIds)
  if (!(await change(world, { bookIds, targetSeriesId: target.id }))) return
  for (const bookId of [...bookIds, ...taken]) world.choices.set(bookId, target.id)
}

/** Lists trashed books that move along because no existing book of their series stays. */
async function listTrashedAlong({ id }: World, bookIds: readonly string[]) {
  const all = await listBooks(server, id)
  const left = new Set(all.filter((book) => bookIds.includes(book.id)).map((book) => book.seriesId))
  const rest = all.filter((book) => left.has(book.seriesId) && !bookIds.includes(book.id))
  const stays = new Set(rest.filter((book) => book.trashedAt === null).map((book) => book.seriesId))
  return rest.filter((book) => !stays.has(book.seriesId)).map((book) => book.id)
}

async function mergeSeries(world: World) {
  const { series } = await listPresent(world)
  const [from, to] = [world.dice.one(series), world.dice.one(series)]
  if (from.id === to.id) return
  const books = (await listBooks(server, world.id)).filter(({ seriesId }) => seriesId === from.id)
  await change(world, { seriesIds: [from.id], targetSeriesId: to.id })
  for (const { id } of books) world.choices.set(id, to.id)
}

async function splitBook(world: World) {
  const { books } = await listPresent(world)
  const { id } = world.dice.one(books)
  const made = await change(world, { bookIds: [id], newTitle: `Split ${world.n}` })
  if (made) world.choices.set(id, made.targetId)
}

async function undoNewest(world: World) {
  const newest = world.undo.pop()
  if (!newest) return
  const path = `/grouping-changes/${newest.changeId}/undo`
  const answer = await server.call('POST', path, { as: 'max' })
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  world.choices = newest.before
}

function changeFiles(world: World) {
  const { folder, away, dice, n } = world
  const files = listFiles(folder)
  const file = dice.one(files)
  const gone = listFiles(away)
  const acts = [
    () =>
      move(join(folder, file), join(folder, `${dirname(file)}/Renamed ${n} v${dice.roll(9)}.cbz`)),
    () => move(join(folder, file), join(folder, `${dirname(dice.one(files))}/${basename(file)}`)),
    () => dirname(file) !== '.' && move(join(folder, dirname(file)), join(folder, `Folder ${n}`)),
    () => files.length > 4 && move(join(folder, file), join(away, file)),
    () => gone.length > 0 && move(join(away, dice.one(gone)), join(folder, dice.one(gone))),
  ]
  dice.one(acts)()
  const longAgo = new Date('2024-05-01T00:00:00Z')
  for (const path of listFiles(folder)) utimesSync(join(folder, path), longAgo, longAgo)
}

async function applyStrategy({ id, n }: World) {
  await patchLibrary(server, id, { seriesStrategy: n % 2 === 0 ? 'parsed_name' : 'smart' })
}

async function check(world: World) {
  const books = await listBooks(server, world.id)
  const wrong = books.filter(
    ({ id, seriesId }) => world.choices.has(id) && world.choices.get(id) !== seriesId,
  )
  expect(wrong.map(({ relativePath }) => relativePath)).toEqual([])
  const chosen = books.filter((book) => book.isSeriesChosen).map((book) => book.id)
  expect(new Set(chosen)).toEqual(new Set(world.choices.keys()))
  const present = books.filter(({ trashedAt }) => trashedAt === null).length
  expect(present).toBe(listFiles(world.folder).length)
  expect(await server.ctx.db.$count(bookProgress)).toBeGreaterThanOrEqual(titles.length)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
}

async function makeWorld(seed: number): Promise<World> {
  const folder = makeFolder()
  // Each library has its own content. Otherwise, a missing book would continue in the library of
  // another seed.
  const name = String.fromCharCode(65 + (seed % 26))
  for (const title of titles) writeFiles(folder, await makeDifferentComics(`${title} ${name}`, 3))
  const id = await addLibrary(server, folder, { name: `By hand ${seed}` })
  await scanLibrary(server, id)
  for (const { id: bookId, relativePath } of await listBooks(server, id)) {
    if (relativePath.includes('v1'))
      await server.call('POST', `/books/${bookId}/read`, { as: 'ann' })
  }
  const away = makeFolder()
  return { id, folder, away, dice: new Dice(seed), choices: new Map(), undo: [], n: 0 }
}

const acts = [moveBooks, mergeSeries, splitBook, undoNewest, changeFiles, changeFiles, changeFiles]

const seeds = [randomSeed, randomSeed + 1]
for (const seed of takeShare(seeds, (one) => `seed ${one - randomSeed}`, ['ingest/grouping'])) {
  test(`with seed ${seed}`, async () => {
    const world = await makeWorld(seed)
    for (world.n = 0; world.n < 16; world.n++) {
      await world.dice.one(acts)(world)
      if (world.n % 7 === 6) await applyStrategy(world)
      await scanLibrary(server, world.id, world.n % 8 === 7 ? 'deep' : 'normal')
      await check(world)
    }
    while (world.undo.length > 0) await undoNewest(world)
    await scanLibrary(server, world.id)
    expect(world.choices.size).toBe(0)
    await check(world)
  }, 240_000)
}
