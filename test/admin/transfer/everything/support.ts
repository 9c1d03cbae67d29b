/** Fills all tables of an export of everything, and compares exports. */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { exportEverything } from '../../../../src/admin/transfer/everything/export-everything'
import { importEverything } from '../../../../src/admin/transfer/everything/import-everything'
import type {
  ExportedTable,
  ExportKind,
} from '../../../../src/admin/transfer/everything/export-kind'
import type { FolderMap } from '../../../../src/admin/transfer/everything/map-folders'
import {
  isOfBookNumber,
  describeMembers,
} from '../../../../src/admin/transfer/everything/record-members'
import { withUnpacked } from '../../../../src/cli/transfer/open-archive'
import { isCoverFile } from '../../../../src/cli/transfer/kinds/file-checks'
import { exportKinds } from '../../../../src/cli/transfer/kinds/export-kinds'
import { getUploadedCoversFolder } from '../../../support/stored-files'
import type { Config } from '../../../../src/platform/config/model'
import type { Store, Tx } from '../../../../src/platform/db/store'
import { systemClock } from '../../../../src/platform/lib/clock'
import { openTestStore } from '../../../support/database'
import { createTestConfig } from '../../../support/server'

type Row = Record<string, unknown>

export interface Place {
  ctx: Store & { config: Config; clock: typeof systemClock }
}

const places: Place[] = []

/** An installation as `quire migrate` makes it. */
export async function openEmpty(): Promise<Place> {
  const store = await openTestStore()
  const place = { ctx: { ...store, config: createTestConfig(), clock: systemClock } }
  places.push(place)
  return place
}

export async function closePlaces() {
  for (const { ctx } of places.splice(0)) await ctx.close()
}

export async function exportFrom(
  { ctx }: Place,
  { withSecrets = true, zip = false }: { withSecrets?: boolean; zip?: boolean } = {},
): Promise<string> {
  const to = join(mkdtempSync(join(tmpdir(), 'everything-')), zip ? 'export.zip' : 'export')
  await exportEverything(ctx, { kinds: exportKinds, to, withSecrets, isCover: isCoverFile })
  return to
}

export async function importInto(
  { ctx }: Place,
  path: string,
  { maps = [], applies = true }: { maps?: FolderMap[]; applies?: boolean } = {},
) {
  const options = { kinds: exportKinds, maps, applies, isCover: isCoverFile }
  let report: Awaited<ReturnType<typeof importEverything>> | undefined
  await withUnpacked(ctx.config, path, async ({ folder }) => {
    report = await importEverything(ctx, { ...options, folder })
  })
  return report!
}

/** The lines of each file, and the names of the covers. Members of JSON values are sorted. */
export function readArchive(folder: string): Record<string, unknown> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const covers = readdirSync(folder).includes('covers') ? readdirSync(join(folder, 'covers')) : []
  return Object.fromEntries([
    ...files.map((name) => [name, readLines(folder, name).map((line) => sortMembers(line))]),
    ['covers', covers.toSorted()],
  ])
}

export const readLines = (folder: string, name: string): Row[] =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, sortMembers(one)] as const)
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const rowsOfEach = 2

/** Stores two rows in every table, with a value in every column. */
export async function fillEverything({ ctx }: Place): Promise<void> {
  const ids = new Map<string, Row[]>()
  await ctx.write(async (tx) => {
    for (const kind of exportKinds) await fillKind(tx, kind, ids)
  })
  const covers = getUploadedCoversFolder(ctx.config)
  mkdirSync(covers, { recursive: true })
  for (const { fileName } of ids.get('covers')!)
    writeFileSync(join(covers, String(fileName)), `picture ${String(fileName)}`)
}

async function fillKind(tx: Tx, kind: ExportKind, stored: Map<string, Row[]>) {
  const rows: Row[] = []
  for (let index = 0; index < rowsOfEach; index++) {
    const row = { ...makeRow(kind, stored, index), ...overrides[kind.name]?.(index) }
    if (isOfBookNumber(kind)) row['n'] = stored.get('books')![index]!['n']
    delete row['bookId' in kind.table ? '' : 'bookId']
    rows.push(row)
  }
  const known = stored.get(getTableName(kind.table)) ?? []
  const inserted = (await tx.insert(kind.table).values(rows).returning()) as Row[]
  stored.set(getTableName(kind.table), [...known, ...inserted])
  for (const nested of kind.nested ?? []) {
    for (const [index, parent] of inserted.entries()) {
      const key = nested.by === 'n' ? parent['n'] : parent['id']
      const row = { ...makeRow(nested, stored, index), [nested.by]: key }
      await tx.insert(nested.table as PgTable).values(row)
    }
  }
}

let counter = 0

const overrides: Record<string, (index: number) => Row> = {
  settings: (index) => ({ key: ['settings', 'backup_schedule'][index], value: '{}' }),
  sessions: () => ({ origin: 'client' }),
  derived_sessions: () => ({ origin: 'events' }),
  match_runs: () => ({ state: 'completed' }),
  purges: () => ({ status: 'failed' }),
  books: (index) => ({ relativePath: `Folder ü/Book ${index}.cbz` }),
  // A rating is of a book or of a series.
  ratings: (index) => (index === 0 ? { seriesId: null } : { bookId: null }),
  covers: () => ({ fileName: `${Bun.randomUUIDv7()}.jpg` }),
  plugins: (index) => ({ entry: 'dist/index.js', integrity: `sha512-${index}=`, previous: null }),
  library_roots: (index) => ({ path: `/books/${index}` }),
  collections: () => ({ condition: null }),
  read_lists: () => ({ condition: null }),
  // The first series was merged into one that comes later.
  series: (index) => (index === 0 ? { mergedIntoId: null } : {}),
}

function makeRow(table: ExportedTable, stored: Map<string, Row[]>, index: number): Row {
  const row: Row = {}
  for (const { column, type, words, refersTo } of describeMembers({ ...table, by: '' })) {
    counter++
    const parents = refersTo === undefined ? undefined : (stored.get(refersTo) ?? [])
    if (parents) row[column] = parents[index % Math.max(parents.length, 1)]?.['id'] ?? null
    else if (words) row[column] = words[index % words.length]
    else row[column] = makeValue(type, column, table)
  }
  return row
}

const uuids = /^(id|.+Id|cursor|joinedTo|mergedBefore)$/
const texts = new Set([
  'credentialId',
  'deviceId',
  'externalId',
  'externalReleaseId',
  'externalUserId',
  'pluginId',
])

const fixed: Record<string, unknown> = { fraction: 0.5, percentage: 0.5, rating: 50 }

function makeValue(type: string, column: string, { table, folders }: ExportedTable): unknown {
  if (column in fixed) return fixed[column]
  if (folders?.includes(column)) return `/books/folder ${counter}`
  if (type !== 'text') return makeByType[type]!()
  const isText =
    texts.has(column) || (column === 'targetId' && getTableName(table) === 'audit_entries')
  const isUuid = uuids.test(column) && !isText
  return isUuid ? Bun.randomUUIDv7() : `text ${counter} ü\n"'\\`
}

const makeByType: Record<string, () => unknown> = {
  boolean: () => counter % 2 === 0,
  integer: () => counter,
  number: () => counter + 0.1,
  instant: () => new Date(1_700_000_000_000 + counter),
  json: () => ({ text: `ü "${counter}"`, list: [1, 2.5, null, true], empty: {} }),
}
