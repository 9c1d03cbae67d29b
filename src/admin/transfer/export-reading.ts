/**
 * Exports user data into a folder: one file per kind, and one JSON document per line. Import reads
 * books in slices, so the lines of all files follow the order of `books.jsonl` and `series.jsonl`.
 */
import { formatLine, type LineKind, ofBooks, ofSeries } from './line-kinds'
import { writeOwn } from './export-own'
import type { ExportContext, ExportWork } from './export-work'
import { createArchive, ExportRefused, isZipName } from './files/archive-writer'
import { formatHeader, headerName } from './export-header'
import {
  findReferredPurged,
  findRowsOfPurged,
  listPurgedAfter,
  type Purged,
} from './purged-queries'
import {
  findListed,
  findRowsOfBooks,
  findRowsOfSeries,
  listBooksAfter,
  listSeriesAfter,
  listAccountNames,
  type OwnedRow,
  type RowsByKind,
} from './queries'

/**
 * Returns the number of lines by file. The folder appears only once it is complete. If `names` is
 * empty, exports the data of all users.
 */
export async function exportReading(
  ctx: ExportContext,
  { folder, names }: { folder: string; names: readonly string[] },
): Promise<Record<string, number>> {
  if (isZipName(folder)) {
    throw new ExportRefused(`Reading is exported into a folder. Choose a name without ".zip".`)
  }
  const chosen = await chooseUsers(ctx, names)
  const out = createArchive(folder, ctx.clock.now())
  try {
    for (const { nameKey: _, ...user } of chosen) out.write('users', user)
    const ids = new Set(chosen.map(({ id }) => id))
    // Lists without an owner belong to all users.
    const isExported = (userId: string | null) =>
      userId === null ? names.length === 0 : ids.has(userId)
    const work = { ctx, out, isExported }
    await writeBooks(work)
    await writePurgedBooks(work)
    await writeSeries(work)
    await writePurgedSeries(work)
    await writeOwn(work)
    const { counts } = out
    out.addText(headerName, await formatHeader(ctx.heavy, ctx.clock.now(), { lines: counts }))
    out.finish()
    return counts
  } finally {
    out.close()
  }
}

async function chooseUsers({ heavy }: ExportContext, names: readonly string[]) {
  const users = await listAccountNames(heavy)
  if (names.length === 0) return users
  return names.map((name) => {
    const user = users.find((one) => one.name === name)
    if (!user) throw new ExportRefused(`There is no user "${name}".`)
    return user
  })
}

async function writeBooks(work: ExportWork) {
  const { heavy } = work.ctx
  for (let after = 0; ;) {
    const slice = await listBooksAfter(heavy, after)
    if (slice.length === 0) return
    after = slice.at(-1)!.n
    const ids = slice.map(({ id }) => id)
    const rows = groupRows(work, await findRowsOfBooks(heavy, ids), 'bookId')
    const listed = await findListed(heavy, 'book', ids)
    for (const { n: _, ...book } of slice) {
      const own = rows.get(book.id)
      if (!own && !listed.has(book.id)) continue
      work.out.write('books', book)
      writeRows(work, { kinds: ofBooks, rows: own, book: book.id, series: null })
    }
  }
}

/** Writes books that are missing from the library, but whose user data is kept. */
const writePurgedBooks = (work: ExportWork) =>
  writePurged(work, 'book', ({ identity, title, rows }) => {
    const contentHash = identity.startsWith('path:') ? null : identity
    const book = { id: identity, title, series: null, path: null, identity, contentHash }
    work.out.write('books', book)
    writeRows(work, { kinds: ofBooks, rows, book: identity, series: null })
  })

const writePurgedSeries = (work: ExportWork) =>
  writePurged(work, 'series', ({ identity, title, rows }) => {
    work.out.write('series', { id: identity, title })
    writeRows(work, { kinds: ofSeries, rows, book: null, series: identity })
  })

interface PurgedItem {
  identity: string
  /** Empty if unknown. */
  title: string
  rows: RowsByKind | undefined
}

async function writePurged(work: ExportWork, of: Purged, write: (item: PurgedItem) => void) {
  const { heavy } = work.ctx
  for (let after = ''; ;) {
    const identities = await listPurgedAfter(heavy, of, after)
    if (identities.length === 0) return
    after = identities.at(-1)!
    const found = await findRowsOfPurged(heavy, of, identities)
    const rows = groupRows(work, found.rows, 'identity')
    const referred = await findReferredPurged(heavy, identities, work.isExported)
    for (const identity of identities) {
      const own = rows.get(identity)
      if (!own && !referred.has(identity)) continue
      write({ identity, title: found.titles.get(identity) ?? '', rows: own })
    }
  }
}

async function writeSeries(work: ExportWork) {
  const { heavy } = work.ctx
  for (let after = 0; ;) {
    const slice = await listSeriesAfter(heavy, after)
    if (slice.length === 0) return
    after = slice.at(-1)!.n
    const ids = slice.map(({ id }) => id)
    const rows = groupRows(work, await findRowsOfSeries(heavy, ids), 'seriesId')
    const listed = await findListed(heavy, 'series', ids)
    for (const { id, title } of slice) {
      const own = rows.get(id)
      if (!own && !listed.has(id)) continue
      work.out.write('series', { id, title })
      writeRows(work, { kinds: ofSeries, rows: own, book: null, series: id })
    }
  }
}

/** Groups the rows of exported users by a column. */
function groupRows({ isExported }: ExportWork, rows: RowsByKind, column: string) {
  const groups = new Map<string, RowsByKind>()
  for (const [kind, ofKind] of rows) {
    for (const row of ofKind.filter(({ userId }) => isExported(userId))) {
      const key = String(row[column])
      const group: RowsByKind = groups.get(key) ?? new Map<LineKind, OwnedRow[]>()
      groups.set(key, group)
      const known = group.get(kind)
      if (known) known.push(row)
      else group.set(kind, [row])
    }
  }
  return groups
}

interface RowsOfItem {
  kinds: readonly LineKind[]
  rows: RowsByKind | undefined
  book: string | null
  series: string | null
}

function writeRows({ out }: ExportWork, { kinds, rows, book, series }: RowsOfItem) {
  for (const kind of kinds) {
    for (const row of rows?.get(kind) ?? []) {
      out.write(kind, formatLine(kind, { user: row.userId, book, series, row }))
    }
  }
}
