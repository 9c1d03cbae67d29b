/** Stores one slice of read files: books, series metadata and counts. */
import {
  type FileReading,
  resetAttempts,
  storeContents,
  storeUnreadable,
} from '../../../catalog/books/scanned/store-books'
import { holdSeries } from '../../../catalog/sharing-tags/hold-series'
import { loadNaming } from '../../../catalog/corrections/load-naming'
import type { Tx } from '../../../platform/db/store'
import { type Finding, findingCodes } from '../../../media/contents/contents'
import { counters } from '../../../platform/metrics/registry'
import type { Naming } from '../../../media/naming/naming'
import { refreshSeriesAndProgress } from '../../../reading/progress/refresh-series-and-progress'
import { fitProgress } from '../../../reading/progress/adjustments/fit-progress'
import { findSeriesToHold } from '../hashing/unidentified-books'
import { restoreBooks } from '../purged/preserve'
import { applyWaitingPositions } from '../../../reading/progress/clients/waiting-positions'
import type { Context } from '../../../context'
import { collectFileMetadata } from '../../../catalog/series/metadata/collect-metadata'
import { storeFileParts, applySuggestions } from '../../../catalog/series/scanned/store-series'
import { addPathMetadata } from '../../../catalog/series/metadata/path-metadata'
import { refreshSearchText } from '../../../catalog/series/search-text'
import type { Candidate } from '../match/compare-files'
import { buildSeriesDraft } from './series-draft'
import { regroupByMetadata } from './regroup-by-metadata'
import { findSeriesIdsByBooks } from '../queries'
import { recordBooks } from '../journal/journal'
import type { FinalResult } from './native-decoding'
import { requireUnchangedPlaces, type Root, type Run } from '../run'
import { bookUpdated } from '../../../catalog/books/model'
import { makeThumbnails } from '../../../artwork/thumbnails/model'
import { scanLogMessages } from '../messages'

/** A file with its row number. */
export interface OpenedFile extends Candidate {
  n: number
  root: Root
}

export interface ReadSlice {
  opened: OpenedFile[]
  results: FinalResult[]
  /**
   * Group key of the series that continues in the next slice. Its metadata is computed with that
   * slice.
   */
  unfinishedKey: string | undefined
  /** Whether to publish an event for each book. */
  publishesEach: boolean
  /** Hashes of the files that crashed a reader too many times, by number. */
  crashedContents: ReadonlyMap<number, string>
}

type ReadResultWithContents = Extract<FinalResult, { contents: unknown }>
type FailedResult = Extract<FinalResult, { failed: unknown }>

/** Returns the series that continue in the next slice. */
export async function storeSlice(
  run: Run,
  { opened, results, unfinishedKey, publishesEach, crashedContents }: ReadSlice,
) {
  const { ctx, progress, library } = run
  const now = ctx.clock.now()
  const unfinishedSeries = new Set<string>()
  const fileByNumber = new Map(opened.map((file) => [file.n, file]))
  const changed = opened.filter(({ isChanged }) => isChanged).map(({ n }) => n)
  const failures = results.filter((result) => 'failed' in result)
  logFailures(run, failures.filter(isFinding), fileByNumber)
  countScanned(opened, results)
  await ctx.writeBulk(async (tx) => {
    await requireUnchangedPlaces(tx, opened)
    const naming = await loadNaming(tx, library.id)
    const readings = buildReadings(naming, results, fileByNumber)
    await progress.addCounts(tx, {
      findings:
        readings.filter(({ findings }) => findings.length > 0).length +
        failures.filter(isFinding).length,
      changed: changed.length,
    })
    const losingSeries = await regroupWholeFiles(run, tx, { naming, readings })
    const stored = await storeReadings(ctx, tx, readings, now)
    const isUnfinished = (file: OpenedFile) =>
      unfinishedKey !== undefined && getGroupKey(naming, file) === unfinishedKey
    const continued = stored.filter(({ n }) => isUnfinished(fileByNumber.get(n)!))
    for (const { seriesId } of continued) unfinishedSeries.add(seriesId)
    await storeFailures(tx, failures, { fileByNumber, crashedContents, now })
    await recordBooks(tx, run.scan, 'changed', changed)
    const currentSeries = await findSeriesIdsByBooks(tx, [...fileByNumber.keys()])
    const seriesIds = [...new Set([...currentSeries, ...losingSeries])]
    const finished = seriesIds.filter((id) => !unfinishedSeries.has(id))
    await refreshSeriesAndProgress(tx, seriesIds)
    await recomputeSeriesMetadata(tx, finished, now)
    await enqueueThumbnails(run, tx)
    tx.afterCommit(() => {
      if (!publishesEach) return
      for (const { id, seriesId } of stored) {
        ctx.bus.publish(bookUpdated, { libraryId: library.id, seriesId, bookId: id })
      }
    })
  })
  return unfinishedSeries
}

function countScanned(opened: readonly OpenedFile[], results: readonly FinalResult[]) {
  counters.filesScanned.inc(results.length)
  counters.bytesScanned.inc(opened.reduce((bytes, { size }) => bytes + size, 0))
}

function logFailures(
  { ctx, library }: Run,
  failures: readonly FailedResult[],
  fileByNumber: Map<number, OpenedFile>,
) {
  for (const { key, message } of failures) {
    const { root, path } = fileByNumber.get(key)!
    const fields = { libraryId: library.id, file: `${root.path}/${path}` }
    ctx.log.warn(fields, scanLogMessages.book_problem({ problem: message }))
  }
}

async function storeReadings(ctx: Context, tx: Tx, readings: readonly FileReading[], now: Date) {
  const stored = await storeContents(tx, readings, now)
  await fitProgress(
    tx,
    stored.map(({ id, length }) => ({ bookId: id, ...length })),
    now,
  )
  const ns = stored.map(({ n }) => n)
  await restoreBooks(ctx, tx, ns)
  await applyWaitingPositions(ctx, tx, ns)
  const unhashed = readings.filter(({ contentHash }) => contentHash === null)
  await holdSeries(
    tx,
    await findSeriesToHold(
      tx,
      unhashed.map(({ n }) => n),
    ),
  )
  return stored
}

const getGroupKey = (naming: Naming, { root, path }: OpenedFile) =>
  buildSeriesDraft(naming, root, path).groupKey

/** Regroups intact files. A damaged file keeps the series of its last good reading. */
function regroupWholeFiles(
  run: Run,
  tx: Tx,
  { naming, readings }: { naming: Naming; readings: readonly FileReading[] },
) {
  const whole = readings.filter(({ isWhole }) => isWhole)
  const fileMetadata = new Map(
    whole.flatMap((reading) =>
      reading.fileMetadata ? [[reading.n, reading.fileMetadata] as const] : [],
    ),
  )
  return regroupByMetadata(tx, run, { naming, ns: whole.map(({ n }) => n), fileMetadata })
}

function buildReadings(
  naming: Naming,
  results: readonly FinalResult[],
  fileByNumber: Map<number, OpenedFile>,
) {
  const readings: FileReading[] = []
  for (const result of results) {
    if ('contents' in result)
      readings.push(buildReading(naming, fileByNumber.get(result.key)!, result))
  }
  return readings
}

/** At most one such job exists, so enqueueing again is cheap. */
async function enqueueThumbnails({ ctx, library }: Run, tx: Tx) {
  const options = { key: `thumbs:${library.id}`, priority: -10, again: true }
  await ctx.queue.enqueue(tx, makeThumbnails, { libraryId: library.id }, options)
}

function buildReading(
  naming: Naming,
  file: OpenedFile,
  { file: state, ...read }: ReadResultWithContents,
): FileReading {
  const { format, mediaType, pages, pageCount, cover, metadata, findings } = read.contents
  return {
    n: file.n,
    ...state,
    fingerprint: read.fingerprint,
    directoryHash: read.evidence.directory,
    contentHash: read.evidence.content,
    partialMd5: read.partialMd5,
    format,
    mediaType,
    pageCount,
    pages,
    cover,
    findings: findings.toSorted((a, b) => rankFinding(a) - rankFinding(b)),
    fileMetadata: metadata,
    isWhole: metadata !== null || pageCount > 0,
    naming,
  }
}

const rankFinding = ({ code }: Finding) => findingCodes.indexOf(code)

/**
 * Returns true if reading crashed or never ended, which would happen again. After an access error,
 * which may be temporary, the file is read again.
 */
export const isGivenUp = (result: FinalResult) =>
  'failed' in result && (result.failed === 'died' || result.failed === 'endless')

const isFinding = ({ failed }: FailedResult) => failed !== 'gone' && failed !== 'growing'

async function storeFailures(
  tx: Tx,
  failures: readonly FailedResult[],
  {
    fileByNumber,
    crashedContents,
    now,
  }: Pick<ReadSlice, 'crashedContents'> & { fileByNumber: Map<number, OpenedFile>; now: Date },
) {
  await resetAttempts(
    tx,
    failures.filter((failure) => !isFinding(failure)).map(({ key }) => key),
  )
  for (const failure of failures.filter(isFinding)) {
    const { size, modifiedAtMs } = fileByNumber.get(failure.key)!
    const contentHash = crashedContents.get(failure.key) ?? null
    const crashing = isGivenUp(failure) ? { size, modifiedAtMs, contentHash } : undefined
    const finding = { code: 'unreadable', message: failure.message }
    await storeUnreadable(tx, { n: failure.key, finding, crashing }, now)
  }
}

/** Recomputes series metadata from all files. Edited values and provider values are kept. */
export async function recomputeSeriesMetadata(tx: Tx, seriesIds: readonly string[], now: Date) {
  const suggestions = await addPathMetadata(tx, await collectFileMetadata(tx, seriesIds))
  for (const parts of await applySuggestions(tx, suggestions, now)) {
    await storeFileParts(tx, parts, now)
  }
  await refreshSearchText(tx, seriesIds)
}
