/**
 * Finds new or changed files whose content belongs to a known book, and the known books that are no
 * longer at their locations.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'
import { type BookByContent, findByContent } from '../../../catalog/books/scanned/book-moves'
import type { Db } from '../../../platform/db/store'
import type { Candidate } from './compare-files'
import { type Evidence, findEvidence } from './identify-file'
import { isInScannedFolder } from './orphaned-books'
import { type Arrival, buildPlaceKey } from './match-moves'
import { findRootsWithRules, type RootWithRules } from '../queries'
import { buildWalkOptions } from '../walk/walk-options'
import { type Root, type Run, type RootScan } from '../run'

const filesPerSlice = 100
const pathsPerSlice = 1000

export interface ArrivalSearch {
  arrivals: Arrival[]
  /** Books in any library, keyed by the content that was found. */
  booksByContent: Map<string, BookByContent[]>
  /** Content of the books in `booksByContent`, keyed by location. */
  contentByPlace: Map<string, string>
  /** New content of changed files at known locations, keyed by location. */
  changedContents: Map<string, string | null>
}

/** Includes only files whose content matches a known book. */
export async function findArrivals(
  run: Run,
  rootScans: readonly RootScan[],
): Promise<ArrivalSearch> {
  const search: ArrivalSearch = {
    arrivals: [],
    booksByContent: new Map(),
    contentByPlace: new Map(),
    changedContents: new Map(),
  }
  for (const { root, comparison } of rootScans) {
    const { added, changed, unread } = comparison
    for (const files of [added, changed, unread])
      await collectArrivals(run, { root, files }, search)
  }
  return search
}

async function collectArrivals(
  run: Run,
  { root, files }: { root: Root; files: readonly Candidate[] },
  search: ArrivalSearch,
) {
  const { ctx, signal } = run
  for (const slice of splitIntoSlices(files, filesPerSlice)) {
    signal.throwIfAborted()
    const probed = slice.map(({ path, n }) => ({
      path: `${root.path}/${path}`,
      isNew: n === undefined,
    }))
    const evidence = await findEvidence(run, probed)
    for (const [i, { path, isChanged }] of slice.entries()) {
      const key = buildPlaceKey({ rootId: root.id, path })
      if (isChanged) search.changedContents.set(key, evidence[i]?.content ?? null)
    }
    await loadBooksByContent(ctx.db, search, evidence)
    for (const [i, file] of slice.entries())
      addArrival(search, { root, file, evidence: evidence[i] })
  }
}

/** Queries each distinct content once, because thousands of files may be identical. */
async function loadBooksByContent(
  db: Db,
  { booksByContent, contentByPlace }: ArrivalSearch,
  evidence: readonly (Evidence | null)[],
) {
  const contents = new Set(evidence.flatMap(listContents))
  const newContents = [...contents].filter((content) => !booksByContent.has(content))
  if (newContents.length === 0) return
  for (const content of newContents) booksByContent.set(content, [])
  for (const book of await findByContent(db, newContents)) {
    booksByContent.get(book.content)?.push(book)
    contentByPlace.set(buildPlaceKey(book), book.content)
  }
}

function addArrival(
  { arrivals, booksByContent, contentByPlace }: ArrivalSearch,
  { root, file, evidence }: { root: Root; file: Candidate; evidence: Evidence | null | undefined },
) {
  const { directory = null } = evidence ?? {}
  const { path, size, modifiedAtMs, n } = file
  const place = { rootId: root.id, path }
  for (const content of listContents(evidence)) {
    if (booksByContent.get(content)?.length === 0) continue
    // The content is the same: the file was only touched or repacked.
    if (contentByPlace.get(buildPlaceKey(place)) === content) continue
    arrivals.push({ ...place, size, modifiedAtMs, directory, content, n })
  }
}

/** The hash of the whole file comes first, because it is stronger evidence. */
const listContents = (evidence: Evidence | null | undefined) =>
  [evidence?.fileHash, evidence?.content].filter((content) => content != null)

/**
 * Finds books that can be moved. If the file still exists at the old location, the book was copied,
 * not moved.
 */
export async function findMovableBooks(
  run: Run,
  rootScans: readonly RootScan[],
  search: ArrivalSearch,
) {
  const { ctx, walker, signal } = run
  const { movable, uncertain } = await splitByCertainty(search)
  const rootIds = [...new Set(uncertain.map(({ rootId }) => rootId))]
  const rootById = new Map(
    (await findRootsWithRules(ctx.db, rootIds)).map((root) => [root.id, root]),
  )
  const scannedPaths = new Set(rootScans.map(({ root }) => root.path))
  const isOwn = ({ rootId, path }: BookByContent) =>
    isInScannedFolder(rootById.get(rootId)!, path, scannedPaths)
  const byOwnership = Map.groupBy(uncertain, isOwn)
  for (const book of byOwnership.get(true) ?? []) movable.push(book)
  const groups = Map.groupBy(
    byOwnership.get(false) ?? [],
    ({ rootId, missingSince }) => `${rootId} ${missingSince !== null}`,
  )
  const rootScanById = new Map(rootScans.map((one) => [one.root.id, one]))
  for (const group of groups.values()) {
    const { rootId, missingSince } = group[0]!
    const root = rootById.get(rootId)!
    const isPresent = missingSince === null && root.trashedAt === null
    const expectedDevice = isPresent ? getExpectedDevice(root, rootScanById.get(rootId)) : undefined
    // No scan has completed on this root, so files in it cannot be considered missing.
    if (expectedDevice === null) continue
    const options = {
      ...buildWalkOptions(root),
      mounts: getRequiredMounts(run, root, rootScanById.get(rootId)),
    }
    for (const slice of splitIntoSlices(group, pathsPerSlice)) {
      signal.throwIfAborted()
      const paths = slice.map(({ path }) => path)
      const missing = new Set(await walker.findMissingFiles(options, expectedDevice, paths))
      movable.push(...slice.filter(({ path }) => missing.has(path)))
    }
  }
  return movable
}

/**
 * Separates books whose location now contains something else from books whose location was not
 * compared.
 */
async function splitByCertainty({ arrivals, booksByContent, changedContents }: ArrivalSearch) {
  const wantedContents = new Set(arrivals.map(({ content }) => content))
  const movable: BookByContent[] = []
  const uncertain: BookByContent[] = []
  for (const content of wantedContents) {
    for (const book of booksByContent.get(content) ?? []) {
      const currentContent = changedContents.get(buildPlaceKey(book))
      if (currentContent === undefined) uncertain.push(book)
      else if (currentContent !== null && currentContent !== content) movable.push(book)
    }
  }
  return { movable, uncertain }
}

const getExpectedDevice = ({ device }: RootWithRules, rootScan: RootScan | undefined) =>
  rootScan?.summary !== undefined && rootScan.assessment.state !== 'unavailable'
    ? rootScan.summary.device
    : device

/**
 * Returns the mounts that must be present before a book below the root can be considered missing,
 * unless a person confirmed the loss.
 */
const getRequiredMounts = (
  { confirmed }: Run,
  { mounts }: RootWithRules,
  rootScan: RootScan | undefined,
) =>
  rootScan && confirmed
    ? (rootScan.summary?.mounts ?? {})
    : { ...rootScan?.summary?.mounts, ...mounts }
