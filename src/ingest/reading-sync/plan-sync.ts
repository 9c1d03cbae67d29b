/** Computes what a sync would change on both sides. Does not change anything. */
import type { Viewer } from '../../accounts/permissions/model'
import type { Context } from '../../context'
import { readAgreement } from '../connections/connection-config'
import { type Connection, getIdSource } from '../connections/services/connected-service'
import type { OpenList } from '../connections/services/open-list'
import type { ListEntry } from '../connections/services/list-service'
import { omitAbsent } from '../providers/text/read-json'
import { loadOpinions } from './changes/own-opinions'
import { listOwnWorks, loadBooks, type OwnBook, type OwnWork, summarizeWork } from './own-works'
import { listSyncStates } from './queries'
import { isPulled } from './rules/count-progress'
import { mergeSides } from './rules/merge-sides'
import { axes, type Axis, type Base, type Here, type Merged } from './rules/model'

export interface WorkPlan {
  externalId: string
  title: string
  seriesIds: string[]
  entry: ListEntry | undefined
  /** Books to mark as read. */
  books: Pick<OwnBook, 'id' | 'axis' | 'last'>[]
  isWanted: boolean
  /** The series that the rating and notes are about, if there are any. */
  ratedSeriesId: string | undefined
  push: Merged['push']
  pull: Merged['pull']
  /** The state stored by the last sync, or undefined for the first sync. */
  known: Base | undefined
  /** Progress before the pull. */
  hereBefore: Here
  /** Progress after the pull. */
  here: Here
  base: Base
  /** The new state differs from the stored one. */
  isBaseNew: boolean
}

export const isPull = ({ books, isWanted, pull }: WorkPlan) =>
  books.length > 0 || isWanted || pull.score !== undefined || pull.notes !== undefined
export const isPush = ({ push }: WorkPlan) => Object.keys(push).length > 0

interface Sides {
  connection: Connection
  viewer: Viewer
  list: OpenList
}

/** Plans new works first, then those that were most recently updated at the service. */
export async function planSync(ctx: Context, sides: Sides): Promise<WorkPlan[]> {
  const { connection, viewer, list } = sides
  const { service, row } = connection
  const entries = new Map((await list.listEntries()).map((one) => [one.externalId, one]))
  const works = await listOwnWorks(ctx.heavy, viewer, {
    idSource: getIdSource(service),
    hasNumbers: service.kind === 'builtin',
    libraryIds: service.kind === 'plugin' ? service.plugin.libraryIds : undefined,
    config: row.config,
  })
  const bases = await listSyncStates(ctx.heavy, row.id)
  const taking = [...works.values()].filter(
    ({ externalId, isTouched, isWanted }) => isTouched || isWanted || entries.has(externalId),
  )
  await loadBooks(ctx.heavy, viewer, taking)
  const scoreStep = service.kind === 'builtin' ? service.lists.scoreStep : 1
  await loadOpinions(ctx.heavy, viewer, taking, readAgreement(row.config))
  return taking
    .map((work) => {
      const [known, entry] = [bases.get(work.externalId), entries.get(work.externalId)]
      return planWork(work, { known, entry, scoreStep })
    })
    .toSorted((one, other) => getTime(other.entry) - getTime(one.entry))
}

/** Works without an entry, and entries without a time, come first. */
const getTime = (entry: ListEntry | undefined) =>
  entry?.updatedAt?.getTime() ?? Number.MAX_SAFE_INTEGER

interface Facts {
  known: Base | undefined
  entry: ListEntry | undefined
  scoreStep: number
}

function planWork(work: OwnWork, { known, entry, scoreStep }: Facts): WorkPlan {
  const hereBefore = { ...summarizeWork(work), scoreStep }
  const { pull } = mergeSides(known, hereBefore, entry)
  const books = [...markPulled(work, pull), ...markEditions(work, known, pull)]
  // The pull marks more books as read, so progress here may now exceed progress at the service.
  const { score = hereBefore.score, notes = hereBefore.notes } = pull
  const here = { ...summarizeWork(work), ...omitAbsent({ score, notes }), scoreStep }
  const { push, base } = mergeSides(known, here, entry)
  const isAnywhere = known !== undefined || entry !== undefined
  return {
    externalId: work.externalId,
    title: work.series[0]?.title ?? work.externalId,
    seriesIds: work.series.map(({ id }) => id),
    entry,
    books,
    isWanted: pull.isWanted === true && !work.isWanted,
    ratedSeriesId: work.ratedSeriesId,
    push,
    pull,
    known,
    hereBefore,
    here,
    base,
    isBaseNew: isAnywhere && JSON.stringify(known) !== JSON.stringify(base),
  }
}

/**
 * Marks books that were read in one series of the work as read in its other series, as if the
 * progress had been pulled from the service.
 */
function markEditions(work: OwnWork, known: Base | undefined, pull: Merged['pull']): OwnBook[] {
  if (work.series.length === 1) return []
  const all: OwnBook[] = []
  // Closing a gap in one series may increase the progress, so this repeats until no book is marked.
  for (;;) {
    const marked = axes.flatMap((axis) => markEditionsOnce(work, axis, { known, pull }))
    if (marked.length === 0) return all
    all.push(...marked)
  }
}

function markEditionsOnce(
  work: OwnWork,
  axis: Axis,
  { known, pull }: { known: Base | undefined; pull: Merged['pull'] },
): OwnBook[] {
  const declined = pull[axis]?.declined ?? known?.declined[axis] ?? 0
  const upTo = summarizeWork(work)[axis] ?? 0
  if (upTo <= (pull[axis]?.upTo ?? 0)) return []
  const range = { upTo, above: Number.POSITIVE_INFINITY, declined }
  const marked = markPulled(work, { [axis]: range })
  if (marked.length > 0) pull[axis] = range
  return marked
}

/** Returns the books that the pull marks as read, and marks them in the work. */
function markPulled(work: OwnWork, pull: Merged['pull']): OwnBook[] {
  const marked: OwnBook[] = []
  for (const owned of work.books.values()) {
    for (const book of owned) {
      const range = pull[book.axis]
      if (!range || !isPulled(book, range)) continue
      marked.push(book)
      book.isRead = true
      work.hasBegun = true
    }
  }
  return marked
}
