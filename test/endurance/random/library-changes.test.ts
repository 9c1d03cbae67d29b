/** Random changes of folders: the preview matches the scan, and its undo restores everything. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import {
  startGroupingServer,
  patchLibrary,
  waitUntilRegrouped,
} from '../../ingest/grouping/grouping-server'
import { Dice, randomSeed } from '../../support/dice'
import { takeShare } from '../../support/share'
import { findWrongDerivedData } from '../../support/derived'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
  listSeries,
  undoScan,
  waitUntilEnded,
} from '../../ingest/scanning/scan-server'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer({ 'scan.missing_minimum': '1000' })
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

const rounds = 3
const titles = ['Saga', 'Bone', 'Akira', 'Sandman']

async function previewScan(libraryId: string) {
  const path = `/libraries/${libraryId}/scans/preview`
  await server.call('POST', path, { as: 'max' })
  const ended = await waitUntilEnded(server, path)
  expect(ended.status).toBe('completed')
  return ended.result
}

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cbz'))
    .toSorted()
const listFolders = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()

function moveToFolder(folder: string, from: string, to: string) {
  if (existsSync(join(folder, to))) return
  mkdirSync(dirname(join(folder, to)), { recursive: true })
  renameSync(join(folder, from), join(folder, to))
}

/** Makes one random change of a kind that users make. */
async function changeRandomly(folder: string, dice: Dice, n: number) {
  const files = listFiles(folder)
  const file = dice.one(files)
  const name = file.split('/').at(-1)!
  const other = dice.one(listFolders(folder))
  const acts = [
    () => moveToFolder(folder, file, `${other}/${name}`),
    () => moveToFolder(folder, file, `New ${n}/${name}`),
    () => moveToFolder(folder, file, `${dirname(file)}/Another ${n} v${dice.roll(9)}.cbz`),
    () => rmSync(join(folder, file)),
    () => moveToFolder(folder, other, `Renamed ${n}`),
    () => cpSync(join(folder, file), join(folder, `${other}/Copy ${n} v1.cbz`)),
    () => rmSync(join(folder, other), { recursive: true }),
    async () => writeFiles(folder, await makeDifferentComics(`Added ${n}`, 2)),
    () => swapPaths(folder, file, dice.one(files)),
    () => {
      moveToFolder(folder, file, `Gone ${n}/${name}`)
      cpSync(join(folder, `Gone ${n}/${name}`), join(folder, file))
    },
  ]
  await dice.one(acts)()
  if (listFolders(folder).length < 2) writeFiles(folder, await makeDifferentComics(`More ${n}`, 3))
  const longAgo = new Date('2024-05-01T00:00:00Z')
  for (const path of listFiles(folder)) utimesSync(join(folder, path), longAgo, longAgo)
}

function swapPaths(folder: string, one: string, another: string) {
  if (one === another) return
  renameSync(join(folder, one), join(folder, 'aside'))
  renameSync(join(folder, another), join(folder, one))
  renameSync(join(folder, 'aside'), join(folder, another))
}

async function takeSnapshot(libraryId: string) {
  const all = await listBooks(server, libraryId)
  const held = new Set(all.map(({ seriesId }) => seriesId))
  const keys = (await listSeries(server, libraryId))
    .filter(({ id }) => held.has(id))
    .map(({ id, groupKey }) => [id, groupKey] as const)
  const books = all.map(({ id, relativePath, seriesId, trashedAt, missingSince }) => [
    id,
    { path: relativePath, seriesId, out: trashedAt !== null, missing: missingSince !== null },
  ])
  return {
    books: Object.fromEntries(books) as Record<string, unknown>,
    keys: Object.fromEntries(keys) as Record<string, string>,
  }
}

const kinds = ['added', 'changed', 'moved', 'missing', 'returned'] as const

async function listChanges(libraryId: string, scanId: string) {
  const path = `/libraries/${libraryId}/scans/${scanId}/changes?pageSize=500`
  return (await server.call('GET', path, { as: 'max' })).body.data as {
    kind: string
    bookId: string
  }[]
}

async function runRound(id: string, folder: string, dice: Dice, n: number) {
  const acts = 1 + dice.roll(5)
  for (let i = 0; i < acts; i++) await changeRandomly(folder, dice, n * 10 + i)
  const before = await takeSnapshot(id)
  const predicted = await previewScan(id)
  expect(await takeSnapshot(id)).toEqual(before)
  const done = await scanLibrary(server, id)
  const changes = await listChanges(id, done.id)
  const did = Object.fromEntries(
    kinds.map((kind) => [kind, changes.filter((change) => change.kind === kind).length]),
  )
  const promised = Object.fromEntries(kinds.map((kind) => [kind, predicted[kind].count]))
  expect(did).toEqual(promised)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  expect((await listSeries(server, id)).filter(({ title }) => /^$|[.]cbz/.test(title))).toEqual([])
  if (changes.length === 0 || dice.roll(2) === 0) return
  if (changes.every(({ kind }) => kind === 'changed' || kind === 'returned')) return
  const undone = await undoScan(server, id, done.id)
  expect(undone.status).toBe('completed')
  await waitUntilRegrouped(server)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
  if (undone.skipped > 0) return
  const now = await takeSnapshot(id)
  const returned = new Set(changes.filter(({ kind }) => kind === 'returned').map((c) => c.bookId))
  for (const [bookId, was] of Object.entries(before.books)) {
    if (!returned.has(bookId)) expect([bookId, now.books[bookId]]).toEqual([bookId, was])
  }
  expect(now.keys).toMatchObject(before.keys)
}

const strategies = [
  { name: 'folder', settings: {} },
  {
    name: 'parsed name',
    settings: { seriesStrategy: 'parsed_name', seriesConfig: { acrossFolders: true } },
  },
]

/** An undo moved a book in the trash to another series. */
const knownSeed = 1_216_078_046
const labelSeed = (seed: number) => (seed === knownSeed ? 'known' : seed - randomSeed)

for (const { name, settings } of strategies) {
  const seeds = [randomSeed, randomSeed + 1, knownSeed]
  for (const seed of takeShare(seeds, (one) => `${name} ${labelSeed(one)}`, ['ingest'])) {
    test(`with ${name}, seed ${seed}`, async () => {
      const dice = new Dice(seed)
      const folder = makeFolder()
      for (const title of titles) writeFiles(folder, await makeDifferentComics(title, 4))
      const id = await addLibrary(server, folder, { name: `Random ${name} ${seed}` })
      await scanLibrary(server, id)
      await patchLibrary(server, id, settings)
      for (let n = 0; n < rounds; n++) await runRound(id, folder, dice, n)
    }, 120_000)
  }
}
