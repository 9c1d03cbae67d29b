/**
 * Whether a root may be believed. A disk that is not connected looks like a folder whose books were all
 * deleted, so before anything is called missing the whole picture is judged. Pure.
 */
import type { RootProblem } from './walk/look'
import type { WalkEnd } from './walk/walk'
import type { Unsure } from './model'

export interface RootSight {
  problem: RootProblem | undefined
  end: WalkEnd | undefined
  filesFound: number
  /** Books that were present before. */
  knownPresent: number
  missing: number
  /** Books that lay on a disk below the root which is not there any more; not among the missing. */
  hidden: number
  knownDevice: string | null
}

export interface Limits {
  sharePercent: number
  minimum: number
  /** The state of which a person has said that the files are really gone. */
  confirmed: Unsure | undefined
}

export interface Verdict {
  state: 'available' | Unsure
  /** In a reader's words, without paths. */
  reason: string | null
}

export function judge(sight: RootSight, limits: Limits): Verdict {
  const { problem, knownPresent } = sight
  if (problem) return { state: 'unavailable', reason: problems[problem] }
  if (knownPresent === 0) return available
  const nothing = whyNothing(sight, limits)
  if (nothing) return { state: 'unavailable', reason: nothing }
  const doubt = limits.confirmed ? undefined : whyDoubtful(sight, limits)
  return doubt ? waiting(doubt) : available
}

/** Who saw that some files are missing has not seen that by now all of them are. */
function whyNothing({ filesFound, end, knownPresent }: RootSight, { confirmed }: Limits) {
  if (filesFound > 0) return undefined
  if (end && end.unreadable.length > 0) return problems.unreadable
  if (confirmed === 'unavailable') return undefined
  return `The folder of this library is empty, although it held ${books(knownPresent)}. Is the disk or network share connected?`
}

function whyDoubtful(sight: RootSight, { sharePercent, minimum }: Limits) {
  const { end, hidden, knownDevice, knownPresent, missing } = sight
  const all = books(knownPresent)
  if (hidden > 0) {
    return `A disk or network share below the folder is not connected any more, and with it went ${hidden} of ${all}.`
  }
  if (missing >= minimum && missing * 100 > knownPresent * sharePercent) {
    return `${missing} of ${all} are gone from the folder at once.`
  }
  if (missing > 0 && knownDevice !== null && end?.device !== knownDevice) {
    return `The folder lies on another disk than before, and ${missing} of ${all} are not on it.`
  }
  return undefined
}

/** Whether enough was recognized to say that the disk on which the root lies now is the right one. */
export const isRecognized = ({ knownPresent, missing }: RootSight, knownSeen: number): boolean =>
  knownSeen > 0 || missing === knownPresent

/** That of a library: the worst of its roots'. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  for (const state of ['unavailable', 'awaiting_confirmation'] as const) {
    const found = verdicts.find((verdict) => verdict.state === state)
    if (found) return found
  }
  return available
}

const available: Verdict = { state: 'available', reason: null }

const waiting = (what: string): Verdict => ({
  state: 'awaiting_confirmation',
  reason: `${what} Nothing was put into the trash. If they are really gone, confirm it; else connect the disk again.`,
})

const problems: Record<RootProblem, string> = {
  absent: 'The folder of this library cannot be found. Is the disk or network share connected?',
  not_a_folder: 'What should be the folder of this library is no folder.',
  unreadable: 'Quire is not able to read the folder of this library.',
  asleep: 'The disk of this library does not answer. Is the disk or network share connected?',
}

const books = (count: number) => (count === 1 ? '1 book' : `${count} books`)
