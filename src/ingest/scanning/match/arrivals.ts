/**
 * Files that are new, or other ones than before, whose content belongs to a book; and of those books the
 * ones that are not where they were.
 */
import { splitIntoSlices } from '../../../platform/lib/slices'
import { type BookByContent, findByContent } from '../../../catalog/books/scanned/moves'
import { giveWay, groupInSteps } from '../../../platform/db/yield'
import type { Db } from '../../../platform/db/store'
import type { Evidence } from '../../../media/reader/evidence'
import type { Candidate } from './compare'
import { findEvidence } from './evidence'
import { isTakenOver } from './bereft'
import { type Arrival, keyOf } from './moves'
import { findRoots, type RootFacts } from '../queries'
import { orderOf } from '../walk/root-order'
import { breathe, type Root, type Run, type Seen } from '../run'

const filesAtOnce = 100
const pathsAtOnce = 1000

export interface Found {
  arrivals: Arrival[]
  /** Books of each content that was met, wherever they are. */
  books: Map<string, BookByContent[]>
  /** What these books hold, by their places. */
  held: Map<string, string>
  /** What the files hold that are at known places and are other ones than before. */
  contents: Map<string, string | null>
}

/** Only those whose content some book had. */
export async function findArrivals(run: Run, seen: readonly Seen[]): Promise<Found> {
  const found: Found = {
    arrivals: [],
    books: new Map(),
    held: new Map(),
    contents: new Map(),
  }
  for (const { root, comparison } of seen) {
    const { added, changed, unread } = comparison
    for (const files of [added, changed, unread]) await glanceAt(run, { root, files }, found)
  }
  return found
}

async function glanceAt(
  run: Run,
  { root, files }: { root: Root; files: readonly Candidate[] },
  found: Found,
) {
  const { ctx, signal } = run
  for (const slice of splitIntoSlices(files, filesAtOnce)) {
    signal.throwIfAborted()
    const paths = slice.map(({ path }) => `${root.path}/${path}`)
    const evidence = await findEvidence(run, paths)
    for (const [i, { path, isChanged }] of slice.entries()) {
      const key = keyOf({ rootId: root.id, path })
      if (isChanged) found.contents.set(key, evidence[i]?.content ?? null)
    }
    await meet(ctx.db, found, evidence)
    for (const [i, file] of slice.entries()) compare(found, { root, file, evidence: evidence[i] })
    await breathe()
  }
}

/** Asks for each content once: thousands of files may be equal. */
async function meet(db: Db, { books, held }: Found, evidence: readonly (Evidence | null)[]) {
  const contents = new Set(evidence.flatMap((one) => one?.content ?? []))
  const fresh = [...contents].filter((content) => !books.has(content))
  if (fresh.length === 0) return
  for (const content of fresh) books.set(content, [])
  for (const book of await findByContent(db, fresh)) {
    books.get(book.content)?.push(book)
    held.set(keyOf(book), book.content)
  }
}

function compare(
  { arrivals, books, held }: Found,
  { root, file, evidence }: { root: Root; file: Candidate; evidence: Evidence | null | undefined },
) {
  const { content = null, directory = null } = evidence ?? {}
  if (content === null || books.get(content)?.length === 0) return
  const { path, size, modifiedAtMs, n } = file
  const place = { rootId: root.id, path }
  // It is what it was: touched, or packed anew.
  if (held.get(keyOf(place)) === content) return
  arrivals.push({ ...place, size, modifiedAtMs, directory, content, n })
}

/** The old place is looked at: a book whose file is still there was copied. */
export async function findDisplaced(run: Run, seen: readonly Seen[], f: Found) {
  const { ctx, walker, signal } = run
  const { displaced, doubtful } = await sort(f)
  const rootIds = [...new Set(doubtful.map(({ rootId }) => rootId))]
  const factsOf = new Map((await findRoots(ctx.db, rootIds)).map((root) => [root.id, root]))
  const places = new Set(seen.map(({ root }) => root.path))
  const isOurs = ({ rootId, path }: BookByContent) =>
    isTakenOver(factsOf.get(rootId)!, path, places)
  const ours = await groupInSteps(doubtful, isOurs)
  for (const book of ours.get(true) ?? []) displaced.push(book)
  const groups = await groupInSteps(
    ours.get(false) ?? [],
    ({ rootId, missingSince }) => `${rootId} ${missingSince !== null}`,
  )
  const seenOf = new Map(seen.map((one) => [one.root.id, one]))
  for (const group of groups.values()) {
    const { rootId, missingSince } = group[0]!
    const facts = factsOf.get(rootId)!
    const isPresent = missingSince === null && facts.trashedAt === null
    const wholeOn = isPresent ? deviceOf(facts, seenOf.get(rootId)) : undefined
    // Nobody has ever seen this root whole: nothing there can be said to be gone.
    if (wholeOn === null) continue
    const order = { ...orderOf(facts), mounts: mountsOf(run, facts, seenOf.get(rootId)) }
    for (const slice of splitIntoSlices(group, pathsAtOnce)) {
      signal.throwIfAborted()
      const paths = slice.map(({ path }) => path)
      const gone = new Set(await walker.findGone(order, wholeOn, paths))
      displaced.push(...slice.filter(({ path }) => gone.has(path)))
    }
  }
  return displaced
}

/** The books of these files: those whose place holds something else, and those whose place was not looked at. */
async function sort({ arrivals, books, contents }: Found) {
  const wanted = new Set(arrivals.map(({ content }) => content))
  const displaced: BookByContent[] = []
  const doubtful: BookByContent[] = []
  for (const content of wanted) {
    for (const book of books.get(content) ?? []) {
      const holds = contents.get(keyOf(book))
      if (holds === undefined) doubtful.push(book)
      else if (holds !== null && holds !== content) displaced.push(book)
    }
    await giveWay()
  }
  return { displaced, doubtful }
}

const deviceOf = ({ device }: RootFacts, seen: Seen | undefined) =>
  seen?.end !== undefined && seen.verdict.state !== 'unavailable' ? seen.end.device : device

/** Disks below a root without which its books cannot be said to be gone, unless a person has said so. */
const mountsOf = ({ confirmed }: Run, { mounts }: RootFacts, seen: Seen | undefined) =>
  seen && confirmed ? (seen.end?.mounts ?? {}) : { ...seen?.end?.mounts, ...mounts }
