/** Reading list entries as plugins send and receive them. Pure. */
import {
  type JsonObject,
  omitAbsent,
  readId,
  readLine,
  readNumber,
  readObject,
} from '../../providers/text/read-json'
import type { SavedWork } from '../services/open-list'
import {
  type Agreement,
  type ListEntry,
  readCount,
  readDay,
  type ReadingStatus,
  readNotes,
} from '../services/list-service'

/**
 * Members that are sent back as received, because numbers can have fractions and dates can be
 * partial.
 */
interface ReceivedMembers {
  status?: string
  startedAt?: string
  completedAt?: string
  progress: { chapters?: number; volumes?: number }
  /** Present only if the user agreed to sync it. */
  score?: unknown
  notes?: unknown
}

export interface ReceivedEntry {
  entry: ListEntry
  received: ReceivedMembers
}

const statusNames: Record<ReadingStatus, string> = {
  reading: 'reading',
  completed: 'completed',
  on_hold: 'on_hold',
  dropped: 'dropped',
  planned: 'plan_to_read',
}
const statuses = new Map<unknown, ReadingStatus>(
  Object.entries(statusNames).map(([status, name]) => [name, status as ReadingStatus]),
)

export function readReceivedEntry(given: JsonObject, agreed: Agreement): ReceivedEntry | undefined {
  const externalId = readId(given['externalId'])
  if (externalId === undefined) return undefined
  const progress = readObject(given['progress'])
  const time = new Date(readLine(given['latestUpdatedAt']) ?? Number.NaN)
  const [chapters, volumes] = [readNumber(progress['chapters']), readNumber(progress['volumes'])]
  return {
    entry: {
      entryId: externalId,
      externalId,
      status: statuses.get(given['status']) ?? null,
      chapters: readCount(chapters),
      volumes: volumes === undefined ? null : readCount(volumes),
      updatedAt: Number.isNaN(time.getTime()) ? null : time,
      startedOn: readDay(given['startedAt']),
      completedOn: readDay(given['completedAt']),
      isReread: false,
      isAnnotated: true,
      ...(agreed.scores && omitAbsent({ score: readScore(given['score']) })),
      ...(agreed.notes && omitAbsent({ notes: readNotes(given['notes'] ?? null) })),
    },
    received: {
      ...omitAbsent({
        status: readLine(given['status']),
        startedAt: readLine(given['startedAt']),
        completedAt: readLine(given['completedAt']),
      }),
      progress: omitAbsent({ chapters, volumes }),
      ...omitAbsent({
        score: agreed.scores ? given['score'] : undefined,
        notes: agreed.notes ? given['notes'] : undefined,
      }),
    },
  }
}

/** Returns null if there is no score, and undefined if Quire cannot store the score. */
function readScore(value: unknown): number | null | undefined {
  if (value === undefined || value === null || value === 0) return null
  const score = Math.round(readNumber(value) ?? 0)
  return score >= 1 && score <= 100 ? score : undefined
}

/**
 * Merges two entries for the same work: the entry with more chapters, but with the higher of the
 * two numbers of volumes.
 */
export function mergeReceivedEntries(one: ReceivedEntry, other: ReceivedEntry): ReceivedEntry {
  const [further, nearer] = one.entry.chapters > other.entry.chapters ? [one, other] : [other, one]
  const { entry, received } = further
  const progress = { ...nearer.received.progress, ...received.progress }
  if ((nearer.entry.volumes ?? -1) <= (entry.volumes ?? -1)) {
    return { entry, received: { ...received, progress } }
  }
  const { volumes } = nearer.received.progress
  return {
    entry: { ...entry, volumes: nearer.entry.volumes },
    received: { ...received, progress: { ...progress, ...omitAbsent({ volumes }) } },
  }
}

/** Builds the whole entry. Unchanged fields stay as the plugin sent them. */
export function buildPushedEntry(
  { externalId, change }: SavedWork,
  received: ReceivedMembers | undefined,
) {
  const { status, chapters, volumes, startedOn, completedOn } = change
  const { score = received?.score, notes = received?.notes } = change
  return omitAbsent({
    externalId,
    status: status === undefined ? (received?.status ?? statusNames.reading) : statusNames[status],
    progress: { ...received?.progress, ...omitAbsent({ chapters, volumes }) },
    startedAt: pickDate(startedOn, received?.startedAt),
    completedAt: pickDate(completedOn, received?.completedAt),
    score,
    notes,
  })
}

/** Returns the changed date, or else the date that the plugin sent. A cleared date is omitted. */
const pickDate = (changed: string | null | undefined, received: string | undefined) =>
  changed === undefined ? received : (changed ?? undefined)
