/** Writes what was read of a slice of files: books, what they say of their series, and all counters. */
import {
  type BookReading,
  leaveUnread,
  storeContents,
  storeUnreadable,
} from '../../../catalog/books/scanned/intake'
import { loadNaming } from '../../../catalog/corrections/load'
import { giveWay } from '../../../platform/db/yield'
import type { Tx } from '../../../platform/db/store'
import { type Finding, findingCodes } from '../../../media/contents/contents'
import { counters } from '../../../platform/metrics/registry'
import type { Naming } from '../../../media/naming/naming'
import { refreshAround } from '../../../reading/progress/around'
import { giveReadingBack } from '../../../reading/progress/kept'
import { collectFileMetadata } from '../../../catalog/series/metadata/collect-metadata'
import { storeParts, suggestSeries } from '../../../catalog/series/scanned/intake'
import { addPathMetadata } from '../../../catalog/series/metadata/path-metadata'
import { refreshSearch } from '../../../catalog/series/search-text'
import type { Candidate } from '../match/compare'
import { seriesOfPath } from './describe'
import { regroupBySaying } from './regroup'
import { seriesOfBooks } from '../queries'
import { recordBooks } from '../journal/journal'
import type { FinalResult } from './native'
import { breathe, type Root, type Run } from '../run'
import { bookUpdated } from '../../../catalog/books/model'
import { makeThumbnails } from '../../../artwork/thumbnails/model'
import { renderMessage } from '../../../platform/messages/message'

/** A file with its row. */
export interface Opened extends Candidate {
  n: number
  root: Root
}

export interface Slice {
  opened: Opened[]
  results: FinalResult[]
  /** Group key of the series that goes on in the next slice: it is described then. */
  unfinished: string | undefined
  /** Every book is announced by itself. */
  tellsEach: boolean
}

type Read = Extract<FinalResult, { contents: unknown }>
type Failed = Extract<FinalResult, { failed: unknown }>

/** Answers the series that go on in the next slice and have yet to be described. */
export async function storeSlice(run: Run, { opened, results, unfinished, tellsEach }: Slice) {
  const { ctx, progress, library } = run
  const now = ctx.now()
  const later = new Set<string>()
  const fileOf = new Map(opened.map((file) => [file.n, file]))
  let readings = await readingsOf(run.naming, results, fileOf)
  const changed = opened.filter(({ isChanged }) => isChanged).map(({ n }) => n)
  const failures = results.filter((result) => 'failed' in result)
  for (const { key, message } of failures.filter(isFinding)) {
    const { root, path } = fileOf.get(key)!
    ctx.log.warn({ libraryId: library.id, file: `${root.path}/${path}` }, renderMessage(message))
  }
  counters.filesScanned.inc(results.length)
  counters.bytesScanned.inc(opened.reduce((bytes, { size }) => bytes + size, 0))
  await breathe()
  await ctx.writeBulk(async (tx) => {
    await giveWay()
    await progress.count(tx, {
      findings:
        readings.filter(({ findings }) => findings.length > 0).length +
        failures.filter(isFinding).length,
      changed: changed.length,
    })
    const naming = await loadNaming(tx, library.id)
    // People changed how names are read since the slice was.
    if (naming !== run.naming) readings = await readingsOf(naming, results, fileOf)
    run.naming = naming
    const left = await regroup(run, tx, readings)
    const stored = await storeReadings(tx, readings, now)
    const isUnfinished = (file: Opened) =>
      unfinished !== undefined && groupOf(naming, file) === unfinished
    for (const { n, seriesId } of stored) if (isUnfinished(fileOf.get(n)!)) later.add(seriesId)
    await storeFailures(tx, failures, { fileOf, now })
    await recordBooks(tx, run.scan, 'changed', changed)
    await giveWay()
    const seriesIds = [...new Set([...(await seriesOfBooks(tx, [...fileOf.keys()])), ...left])]
    const finished = seriesIds.filter((id) => !later.has(id))
    await refreshAround(tx, seriesIds)
    await describeSeries(tx, finished, now)
    await askForThumbnails(run, tx)
    tx.afterCommit(() => {
      if (!tellsEach) return
      for (const { id, seriesId } of stored) {
        const place = { libraryId: library.id, seriesId, bookId: id }
        ctx.bus.publish(bookUpdated, { ...place })
      }
    })
  })
  return later
}

async function storeReadings(tx: Tx, readings: readonly BookReading[], now: Date) {
  const stored = await storeContents(tx, readings, now)
  await giveReadingBack(
    tx,
    stored.map(({ n }) => n),
  )
  return stored
}

const groupOf = (naming: Naming, { root, path }: Opened) =>
  seriesOfPath(naming, root, path).groupKey

/** A file that broke cannot take back what it said while it was whole. */
function regroup(run: Run, tx: Tx, readings: readonly BookReading[]) {
  const whole = readings.filter(({ isWhole }) => isWhole)
  const inside = new Map(
    whole.flatMap(({ n, fileMetadata }) => (fileMetadata ? [[n, fileMetadata] as const] : [])),
  )
  return regroupBySaying(
    tx,
    run,
    whole.map(({ n }) => n),
    inside,
  )
}

async function readingsOf(
  naming: Naming,
  results: readonly FinalResult[],
  fileOf: Map<number, Opened>,
) {
  const readings: BookReading[] = []
  for (const result of results) {
    if ('contents' in result) readings.push(readingOf(naming, fileOf.get(result.key)!, result))
    await giveWay()
  }
  return readings
}

/** Cheap: one such job at a time, and asking again changes nothing. */
async function askForThumbnails({ ctx, library }: Run, tx: Tx) {
  const options = { key: `thumbs:${library.id}`, priority: -10, again: true }
  await ctx.queue.enqueue(tx, makeThumbnails, { libraryId: library.id }, options)
}

function readingOf(naming: Naming, file: Opened, { file: state, ...read }: Read): BookReading {
  const { format, mediaType, pages, pageCount, cover, metadata, findings } = read.contents
  return {
    n: file.n,
    ...state,
    fingerprint: read.fingerprint,
    directoryHash: read.evidence.directory,
    contentHash: read.evidence.content,
    format,
    mediaType,
    pageCount,
    pages,
    cover,
    findings: findings.toSorted((a, b) => gravity(a) - gravity(b)),
    fileMetadata: metadata,
    isWhole: metadata !== null || pageCount > 0,
    naming,
  }
}

const gravity = ({ code }: Finding) => findingCodes.indexOf(code)

const isFinding = ({ failed }: Failed) => failed !== 'gone' && failed !== 'growing'

async function storeFailures(
  tx: Tx,
  failures: readonly Failed[],
  { fileOf, now }: { fileOf: Map<number, Opened>; now: Date },
) {
  await leaveUnread(
    tx,
    failures.filter((failure) => !isFinding(failure)).map(({ key }) => key),
  )
  for (const failure of failures.filter(isFinding)) {
    const { size, modifiedAtMs } = fileOf.get(failure.key)!
    // What the machine refused today it may give tomorrow; a reader that breaks down breaks down again.
    const givenUp = failure.failed === 'unreadable' ? undefined : { size, modifiedAtMs }
    const finding = { code: 'unreadable', message: failure.message }
    await storeUnreadable(tx, { n: failure.key, finding, givenUp }, now)
  }
}

/** What all files of these series say of them now; what people and providers settled stays. */
export async function describeSeries(tx: Tx, seriesIds: readonly string[], now: Date) {
  const suggestions = await addPathMetadata(tx, await collectFileMetadata(tx, seriesIds))
  for (const parts of await suggestSeries(tx, suggestions, now)) {
    await storeParts(tx, parts, now)
    await giveWay()
  }
  await refreshSearch(tx, seriesIds)
}
