/**
 * Assesses whether a walked root is plausible. A disconnected disk looks like a folder without books, so
 * the assessment comes before any book is marked as missing. Pure.
 */
import type { RootProblem } from './file-stat'
import type { WalkSummary } from './walk'
import type { UnconfirmedState } from '../model'

export interface RootObservation {
  problem: RootProblem | undefined
  summary: WalkSummary | undefined
  filesFound: number
  /** Number of books that were present before. */
  knownPresent: number
  missing: number
  /** Number of books on a lost mount below the root. Not included in `missing`. */
  hidden: number
  knownDevice: string | null
}

export interface AssessmentLimits {
  sharePercent: number
  minimum: number
  /** The state that a person confirmed: the files are really gone. */
  confirmed: UnconfirmedState | undefined
}

export interface RootAssessment {
  state: 'available' | UnconfirmedState
  /** In a reader's words, without paths. */
  reason: string | null
}

export function assessRoot(observation: RootObservation, limits: AssessmentLimits): RootAssessment {
  const { problem, knownPresent } = observation
  if (problem) return { state: 'unavailable', reason: problems[problem] }
  if (knownPresent === 0) return available
  const emptyReason = explainEmptyRoot(observation, limits)
  if (emptyReason) return { state: 'unavailable', reason: emptyReason }
  const doubt = limits.confirmed ? undefined : explainDoubt(observation, limits)
  return doubt ? awaitConfirmation(doubt) : available
}

/** Confirming that some files are missing does not confirm that all of them are. */
function explainEmptyRoot(
  { filesFound, summary, knownPresent }: RootObservation,
  { confirmed }: AssessmentLimits,
) {
  if (filesFound > 0) return undefined
  if (summary && summary.unreadable.length > 0) return problems.unreadable
  if (confirmed === 'unavailable') return undefined
  return `The folder of this library is empty, although it held ${formatBookCount(knownPresent)}. Is the disk or network share connected?`
}

function explainDoubt(observation: RootObservation, { sharePercent, minimum }: AssessmentLimits) {
  const { summary, hidden, knownDevice, knownPresent, missing } = observation
  const all = formatBookCount(knownPresent)
  if (hidden > 0) {
    return `A disk or network share below the folder is not connected any more, and with it went ${hidden} of ${all}.`
  }
  if (missing >= minimum && missing * 100 > knownPresent * sharePercent) {
    return `${missing} of ${all} are gone from the folder at once.`
  }
  if (missing > 0 && knownDevice !== null && summary?.device !== knownDevice) {
    return `The folder is on another disk than before, and ${missing} of ${all} are not on it.`
  }
  return undefined
}

/** True if enough known files were found to accept the current disk of the root. */
export const isDiskRecognized = (
  { knownPresent, missing }: RootObservation,
  knownSeen: number,
): boolean => knownSeen > 0 || missing === knownPresent

/** The state of a library is the worst state of its roots. */
export function findWorstAssessment(assessments: readonly RootAssessment[]): RootAssessment {
  for (const state of ['unavailable', 'awaiting_confirmation'] as const) {
    const found = assessments.find((assessment) => assessment.state === state)
    if (found) return found
  }
  return available
}

const available: RootAssessment = { state: 'available', reason: null }

const awaitConfirmation = (what: string): RootAssessment => ({
  state: 'awaiting_confirmation',
  reason: `${what} Nothing was moved to the trash. If they are really gone, confirm it; otherwise reconnect the disk.`,
})

const problems: Record<RootProblem, string> = {
  absent: 'The folder of this library was not found. Is the disk or network share connected?',
  not_a_folder: 'The path of this library is not a folder. Correct it in the library settings.',
  unreadable: 'Quire cannot read the folder of this library. Check its permissions.',
  asleep: 'The disk of this library is not responding. Is the disk or network share connected?',
}

const formatBookCount = (count: number) => (count === 1 ? '1 book' : `${count} books`)
