/**
 * What lies beside books, compared with what is known of it. Where it is new, another one or gone, the
 * books and series of which it speaks are said anew, from what is stored: no book is opened.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'
import { settleAnew } from '../../../catalog/books/scanned/settle-anew'
import { loadNaming } from '../../../catalog/corrections/load'
import { giveWay } from '../../../platform/db/yield'
import type { Tx } from '../../../platform/db/store'
import { getFolder, getStem } from '../../../platform/lib/path-names'
import { refreshAround } from '../../../reading/progress/around'
import { findSeriesAt } from '../../../catalog/series/scanned/intake'
import {
  forgetSidecars,
  type KnownSidecar,
  listSidecars,
  type SidecarDraft,
  storeSidecars,
} from '../../../catalog/sidecars/service'
import { forgetThumbnails } from '../../../artwork/thumbnails/service'
import type { SidecarFound } from '../walk/beside'
import { isAtOrBelow } from '../match/compare'
import { idsOfBooks, seriesOfBooks } from '../queries'
import { regroupBySaying } from './regroup'
import { breathe, requireRoot, type Root, type Run, type Seen } from '../run'
import { describeSeries } from './store-slice'
import type { WalkEnd } from '../walk/walk'
import { coverUpdated } from '../../../artwork/covers/model'
import { bookUpdated } from '../../../catalog/books/model'
import { seriesUpdated } from '../../../catalog/series/model'
import { renderMessage } from '../../../platform/messages/message'

const rowsAtOnce = 25

/** A file that is to be read, with what is known of it. */
interface Changed {
  file: SidecarFound
  known: KnownSidecar | undefined
}

/** What changed, and of what it speaks. */
interface Touched {
  folder: string
  isPicture: boolean
  /** As a cover. */
  id: string | undefined
  books: (string | null)[]
}

/** Before new books are read: they find there what speaks of them. */
export async function heedSidecars(run: Run, present: readonly Seen[]) {
  for (const seen of present) if (seen.end) await heedRoot(run, seen, seen.end)
}

async function heedRoot(run: Run, seen: Seen, end: WalkEnd) {
  const { changed, gone } = await compare(run, seen, end)
  const touched = [...changed.map(touchedBy), ...gone.map(touchedByLoss)]
  if (touched.length === 0) return
  const scope = { run, root: seen.root, booksOf: await findBooks(seen, touched) }
  for (const slice of splitIntoSlices(changed, rowsAtOnce)) {
    await takeIn(scope, slice)
    await breathe()
  }
  for (const slice of splitIntoSlices(gone, rowsAtOnce)) {
    const ids = slice.map(({ id }) => id)
    await store(scope, slice.map(touchedByLoss), { write: (tx) => forgetSidecars(tx, ids) })
    await breathe()
  }
}

async function compare({ ctx, scan, signal }: Run, { root, verdict }: Seen, end: WalkEnd) {
  const found = new Map(end.beside.map((file) => [pathOf(file), file]))
  const knownOf = new Map<string, KnownSidecar>()
  const gone: KnownSidecar[] = []
  const hidden = new Set(end.unreadable)
  const mayForget = verdict.state === 'available' && !end.tooMuchUnreadable
  for await (const page of listSidecars(ctx.db, root.id)) {
    signal.throwIfAborted()
    for (const known of page) {
      const path = pathOf(known)
      const file = found.get(path)
      if (file && scan.mode === 'normal' && isSame(file, known)) found.delete(path)
      else if (file) knownOf.set(path, known)
      else if (mayForget && !isAtOrBelow(path, hidden)) gone.push(known)
    }
    await breathe()
  }
  const changed = [...found].map(([path, file]) => ({ file, known: knownOf.get(path) }))
  return { changed, gone }
}

const pathOf = ({ folder, name }: { folder: string; name: string }) =>
  folder === '' ? name : `${folder}/${name}`

const isSame = (file: SidecarFound, known: KnownSidecar) =>
  file.size === known.size && file.modifiedAtMs === known.modifiedAtMs && file.book === known.book

const touchedBy = ({ file, known }: Changed): Touched => ({
  folder: file.folder,
  isPicture: file.kind === 'artwork',
  id: known?.id,
  books: known ? [file.book, known.book] : [file.book],
})

const touchedByLoss = ({ folder, book, id, kind }: KnownSidecar): Touched => ({
  folder,
  isPicture: kind === 'artwork',
  id,
  books: [book],
})

type Books = ReadonlyMap<string, readonly number[]>

const keyOf = (folder: string, book: string) => `${folder}\0${book}`
const keysOf = ({ folder, books }: Touched) =>
  books.flatMap((book) => (book === null ? [] : keyOf(folder, book)))

/** One pass over all books: there may be many of both. */
async function findBooks({ comparison }: Seen, touched: readonly Touched[]): Promise<Books> {
  const found = new Map<string, number[]>(touched.flatMap(keysOf).map((key) => [key, []]))
  if (found.size === 0) return found
  let looked = 0
  for (const { n, path } of comparison.known()) {
    found.get(keyOf(getFolder(path), getStem(path)))?.push(n)
    if (++looked % 5000 === 0) await giveWay()
  }
  return found
}

interface Scope {
  run: Run
  root: Root
  booksOf: Books
}

async function takeIn(scope: Scope, changed: readonly Changed[]) {
  const { run, root } = scope
  const read = await run.walker.readSidecars(
    root.path,
    changed.map(({ file }) => file),
  )
  run.signal.throwIfAborted()
  const readable = changed.flatMap((one, place) => {
    const contents = read[place]
    return contents ? [{ ...one, contents }] : []
  })
  const drafts = readable.map(
    ({ file, contents: { metadata, picture, finding } }): SidecarDraft => ({
      ...file,
      rootId: root.id,
      metadata,
      finding,
      mediaType: picture?.mediaType ?? null,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
    }),
  )
  for (const { file, contents } of readable) {
    if (!contents.finding) continue
    const about = { libraryId: run.library.id, file: `${root.path}/${pathOf(file)}` }
    run.ctx.log.warn(about, renderMessage(contents.finding.message))
  }
  const findings = drafts.filter(({ finding }) => finding).length
  await store(scope, readable.map(touchedBy), {
    findings,
    write: (tx) => storeSidecars(tx, drafts),
  })
}

/** One transaction: the files and all that follows from them. */
async function store(
  { run, root, booksOf }: Scope,
  touched: readonly Touched[],
  { write, findings = 0 }: { write: (tx: Tx) => Promise<void>; findings?: number },
) {
  const { ctx, progress } = run
  const ns = [...new Set(touched.flatMap(keysOf).flatMap((key) => booksOf.get(key) ?? []))]
  const shown = touched.filter(({ isPicture }) => isPicture)
  const shownNs = shown.flatMap(keysOf).flatMap((key) => booksOf.get(key) ?? [])
  await ctx.writeBulk(async (tx) => {
    await progress.count(tx, { findings })
    await requireRoot(tx, root)
    await write(tx)
    await giveWay()
    await sayAnew(tx, { run, root }, { ns, folders: touched.map(({ folder }) => folder) })
    const covers = shown.flatMap(({ id }) => id ?? [])
    await forgetThumbnails(tx, [...covers, ...(await idsOfBooks(tx, shownNs))])
    await tellCovers(tx, { run, root }, shown)
  })
}

/** The series that a picture in their folder stands for. A book tells itself when its picture is made. */
async function tellCovers(
  tx: Tx,
  { run, root }: Pick<Scope, 'run' | 'root'>,
  shown: readonly Touched[],
) {
  const keys = new Set(shown.map(({ folder }) => `${root.id}/${folder}`))
  if (keys.size === 0) return
  const libraryId = run.library.id
  const seriesIds = await findSeriesAt(tx, libraryId, [...keys])
  tx.afterCommit(() => {
    for (const entityId of seriesIds) {
      run.ctx.bus.publish(coverUpdated, { entityType: 'series', entityId, libraryId })
    }
  })
}

async function sayAnew(
  tx: Tx,
  { run, root }: Pick<Scope, 'run' | 'root'>,
  { ns, folders }: { ns: number[]; folders: string[] },
) {
  const { ctx, library } = run
  const now = ctx.now()
  run.naming = await loadNaming(tx, library.id)
  const left = await regroupBySaying(tx, run, ns)
  const told = await settleAnew(tx, ns, { naming: run.naming, now })
  const keys = [...new Set(folders)].map((folder) => `${root.id}/${folder}`)
  const there = await findSeriesAt(tx, library.id, keys)
  const seriesIds = [...new Set([...there, ...(await seriesOfBooks(tx, ns)), ...left])]
  if (seriesIds.length === 0) return
  if (told.length > 0 || left.length > 0) await refreshAround(tx, seriesIds)
  await describeSeries(tx, seriesIds, now)
  tx.afterCommit(() => {
    const libraryId = library.id
    for (const { id: bookId, seriesId } of told) {
      ctx.bus.publish(bookUpdated, { libraryId, seriesId, bookId })
    }
    for (const seriesId of seriesIds) ctx.bus.publish(seriesUpdated, { libraryId, seriesId })
  })
}
