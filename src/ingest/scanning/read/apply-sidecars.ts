/**
 * Compares sidecar files with the stored ones. Recomputes the metadata of affected books and series
 * from stored data, without opening any book.
 */
import { yieldToEventLoop } from '../../../platform/lib/yield'
import { splitIntoSlices } from '../../../platform/lib/slices'
import { recomputeBookMetadata } from '../../../catalog/books/scanned/recompute-metadata'
import { loadNaming } from '../../../catalog/corrections/load-naming'
import type { Tx } from '../../../platform/db/store'
import { getFolder, getStem } from '../../../platform/lib/path-names'
import { refreshSeriesAndProgress } from '../../../reading/progress/refresh-series-and-progress'
import { findSeriesIdsByKeys } from '../../../catalog/series/scanned/store-series'
import {
  deleteSidecars,
  type KnownSidecar,
  listSidecars,
  type SidecarDraft,
  storeSidecars,
} from '../../../catalog/sidecars/service'
import { invalidateThumbnails } from '../../../artwork/thumbnails/service'
import { DecodeFailed } from '../../../media/decoding/decode-errors'
import type { FoundSidecar } from '../walk/find-sidecars'
import type { ReadSidecar } from '../walk/read-sidecars'
import { findMokuroProblem } from './native-decoding'
import { isAtOrBelow } from '../match/compare-files'
import { findBooksByNumbers, findSeriesIdsByBooks } from '../queries'
import { regroupByMetadata } from './regroup-by-metadata'
import { requireUnchangedRoot, type Root, type Run, type RootScan } from '../run'
import { recomputeSeriesMetadata } from './store-slice'
import type { WalkSummary } from '../walk/walk'
import { coverUpdated } from '../../../artwork/covers/model'
import { bookUpdated } from '../../../catalog/books/model'
import { seriesUpdated } from '../../../catalog/series/model'
import { scanLogMessages } from '../messages'

const rowsPerSlice = 25

/** A sidecar file to read, and its stored state if it is known. */
interface ChangedSidecar {
  file: FoundSidecar
  known: KnownSidecar | undefined
}

/** A changed sidecar file and the books it describes. */
interface SidecarEffect {
  folder: string
  isCover: boolean
  isText: boolean
  coverId: string | undefined
  books: (string | null)[]
}

/** Runs before new books are read, so that their sidecar files are already stored. */
export async function applySidecarChanges(run: Run, present: readonly RootScan[]) {
  for (const rootScan of present)
    if (rootScan.summary) await applyRootSidecarChanges(run, rootScan, rootScan.summary)
}

async function applyRootSidecarChanges(run: Run, rootScan: RootScan, end: WalkSummary) {
  const { changed, gone } = await compareSidecars(run, rootScan, end)
  const effects = [...changed.map(toEffect), ...gone.map(toRemovalEffect)]
  if (effects.length === 0) return
  const scope = { run, root: rootScan.root, booksOf: findAffectedBooks(rootScan, effects) }
  for (const slice of splitIntoSlices(changed, rowsPerSlice)) {
    await storeChangedSidecars(scope, slice)
  }
  for (const slice of splitIntoSlices(gone, rowsPerSlice)) {
    const ids = slice.map(({ id }) => id)
    await storeWithEffects(scope, slice.map(toRemovalEffect), {
      write: (tx) => deleteSidecars(tx, ids),
    })
  }
}

async function compareSidecars(
  { ctx, scan, signal }: Run,
  { root, assessment }: RootScan,
  end: WalkSummary,
) {
  const found = new Map(end.sidecars.map((file) => [joinPath(file), file]))
  const knownOf = new Map<string, KnownSidecar>()
  const gone: KnownSidecar[] = []
  const hidden = new Set([...end.unreadable, ...end.links])
  const canForget = assessment.state === 'available' && !end.tooMuchUnreadable
  for await (const page of listSidecars(ctx.db, root.id)) {
    signal.throwIfAborted()
    for (const known of page) {
      const path = joinPath(known)
      const file = found.get(path)
      if (file && scan.mode === 'normal' && isUnchanged(file, known)) found.delete(path)
      else if (file) knownOf.set(path, known)
      else if (canForget && !isAtOrBelow(path, hidden)) gone.push(known)
    }
    await yieldToEventLoop()
  }
  const changed = [...found].map(([path, file]) => ({ file, known: knownOf.get(path) }))
  return { changed, gone }
}

const joinPath = ({ folder, name }: { folder: string; name: string }) =>
  folder === '' ? name : `${folder}/${name}`

const isUnchanged = (file: FoundSidecar, known: KnownSidecar) =>
  file.size === known.size && file.modifiedAtMs === known.modifiedAtMs && file.book === known.book

const toEffect = ({ file, known }: ChangedSidecar): SidecarEffect => ({
  folder: file.folder,
  isCover: file.kind === 'artwork',
  isText: file.kind === 'mokuro',
  coverId: known?.id,
  books: known ? [file.book, known.book] : [file.book],
})

const toRemovalEffect = ({ folder, book, id, kind }: KnownSidecar): SidecarEffect => ({
  folder,
  isCover: kind === 'artwork',
  isText: kind === 'mokuro',
  coverId: id,
  books: [book],
})

type BooksByKey = ReadonlyMap<string, readonly number[]>

const buildBookKey = (folder: string, book: string) => `${folder}\0${book}`
const listBookKeys = ({ folder, books }: SidecarEffect) =>
  books.flatMap((book) => (book === null ? [] : buildBookKey(folder, book)))

/**
 * Iterates over all books only once, because there may be many books and many changed sidecar
 * files.
 */
function findAffectedBooks(
  { comparison }: RootScan,
  effects: readonly SidecarEffect[],
): BooksByKey {
  const found = new Map<string, number[]>(effects.flatMap(listBookKeys).map((key) => [key, []]))
  if (found.size === 0) return found
  for (const { n, path } of comparison.listKnown()) {
    found.get(buildBookKey(getFolder(path), getStem(path)))?.push(n)
  }
  return found
}

interface Scope {
  run: Run
  root: Root
  booksOf: BooksByKey
}

async function storeChangedSidecars(scope: Scope, changed: readonly ChangedSidecar[]) {
  const { run, root } = scope
  const files = changed.map(({ file }) => file)
  const read = await checkTexts(scope, files, await run.walker.readSidecars(root.path, files))
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
    const fields = { libraryId: run.library.id, file: `${root.path}/${joinPath(file)}` }
    const problem = contents.finding.message
    run.ctx.log.warn(fields, scanLogMessages.sidecar_problem({ problem }))
  }
  const findings = drafts.filter(({ finding }) => finding).length
  await storeWithEffects(scope, readable.map(toEffect), {
    findings,
    write: (tx) => storeSidecars(tx, drafts),
  })
}

/** Adds the problems of `.mokuro` files. A file that cannot be opened is read by the next scan. */
const checkTexts = (
  { run, root }: Scope,
  files: readonly FoundSidecar[],
  read: readonly ReadSidecar[],
): Promise<ReadSidecar[]> =>
  Promise.all(
    files.map(async (file, place) => {
      const contents = read[place] ?? null
      if (contents === null || file.kind !== 'mokuro') return contents
      try {
        const finding = await findMokuroProblem(run.ctx, `${root.path}/${joinPath(file)}`)
        return { ...contents, finding }
      } catch (error) {
        if (error instanceof DecodeFailed) return null
        throw error
      }
    }),
  )

/** Stores the sidecar files and all their effects in one transaction. */
async function storeWithEffects(
  { run, root, booksOf }: Scope,
  effects: readonly SidecarEffect[],
  { write, findings = 0 }: { write: (tx: Tx) => Promise<void>; findings?: number },
) {
  const { ctx, progress } = run
  const listNs = (some: readonly SidecarEffect[]) => [
    ...new Set(some.flatMap(listBookKeys).flatMap((key) => booksOf.get(key) ?? [])),
  ]
  const [texts, others] = [effects.filter(isText), effects.filter((effect) => !isText(effect))]
  const covers = others.filter(({ isCover }) => isCover)
  await ctx.writeBulk(async (tx) => {
    await progress.addCounts(tx, { findings })
    await requireUnchangedRoot(tx, root)
    await write(tx)
    const folders = others.map(({ folder }) => folder)
    await recomputeMetadata(tx, { run, root }, { ns: listNs(others), folders })
    await publishTextUpdates(tx, run, listNs(texts))
    const coverIds = covers.flatMap(({ coverId }) => coverId ?? [])
    const covered = await findBooksByNumbers(tx, listNs(covers))
    await invalidateThumbnails(tx, [...coverIds, ...covered.map(({ id }) => id)])
    await publishCoverUpdates(tx, { run, root }, covers)
  })
}

const isText = (effect: SidecarEffect) => effect.isText

async function publishTextUpdates(tx: Tx, { ctx, library }: Run, ns: readonly number[]) {
  const changed = await findBooksByNumbers(tx, ns)
  tx.afterCommit(() => {
    for (const { id: bookId, seriesId } of changed) {
      ctx.bus.publish(bookUpdated, { libraryId: library.id, seriesId, bookId })
    }
  })
}

/**
 * Publishes cover updates of series. Those of books are published when their thumbnails are
 * created.
 */
async function publishCoverUpdates(
  tx: Tx,
  { run, root }: Pick<Scope, 'run' | 'root'>,
  covers: readonly SidecarEffect[],
) {
  const keys = new Set(covers.map(({ folder }) => `${root.id}/${folder}`))
  if (keys.size === 0) return
  const libraryId = run.library.id
  const seriesIds = await findSeriesIdsByKeys(tx, libraryId, [...keys])
  tx.afterCommit(() => {
    for (const entityId of seriesIds) {
      run.ctx.bus.publish(coverUpdated, { entityType: 'series', entityId, libraryId })
    }
  })
}

async function recomputeMetadata(
  tx: Tx,
  { run, root }: Pick<Scope, 'run' | 'root'>,
  { ns, folders }: { ns: number[]; folders: string[] },
) {
  const { ctx, library } = run
  const now = ctx.clock.now()
  const naming = await loadNaming(tx, library.id)
  const emptiedSeries = await regroupByMetadata(tx, run, { naming, ns })
  const changedBooks = await recomputeBookMetadata(tx, ns, { naming, now })
  const keys = [...new Set(folders)].map((folder) => `${root.id}/${folder}`)
  const seriesInFolders = await findSeriesIdsByKeys(tx, library.id, keys)
  const seriesIds = [
    ...new Set([...seriesInFolders, ...(await findSeriesIdsByBooks(tx, ns)), ...emptiedSeries]),
  ]
  if (seriesIds.length === 0) return
  if (changedBooks.length > 0 || emptiedSeries.length > 0)
    await refreshSeriesAndProgress(tx, seriesIds)
  await recomputeSeriesMetadata(tx, seriesIds, now)
  tx.afterCommit(() => {
    const libraryId = library.id
    for (const { id: bookId, seriesId } of changedBooks) {
      ctx.bus.publish(bookUpdated, { libraryId, seriesId, bookId })
    }
    for (const seriesId of seriesIds) ctx.bus.publish(seriesUpdated, { libraryId, seriesId })
  })
}
