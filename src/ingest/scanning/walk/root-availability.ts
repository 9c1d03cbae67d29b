/**
 * Assesses whether the result of a walk is plausible. A disconnected disk looks like a folder
 * without books, so each walk is assessed before any book is marked as missing. Pure.
 */
import type { RootProblem } from './file-stat'
import type { WalkSummary } from './walk'
import type { UnconfirmedState } from '../model'
import type { Message } from '../../../platform/messages/message'
import { folderStateMessages } from '../messages'

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
  /** The state of the library when a person confirmed that the missing files are gone. */
  confirmed: UnconfirmedState | undefined
}

export interface RootAssessment {
  state: 'available' | UnconfirmedState
  /** Does not contain paths. */
  reason: Message | null
}

export function assessRoot(observation: RootObservation, limits: AssessmentLimits): RootAssessment {
  const { problem, knownPresent } = observation
  if (problem) return { state: 'unavailable', reason: folderStateMessages[problem]() }
  if (knownPresent === 0) return available
  const emptyReason = explainEmptyRoot(observation, limits)
  if (emptyReason) return { state: 'unavailable', reason: emptyReason }
  const doubt = limits.confirmed ? undefined : explainDoubt(observation, limits)
  return doubt ? awaitConfirmation(doubt) : available
}

/** A confirmation that some files are missing does not cover the loss of all files. */
function explainEmptyRoot(
  { filesFound, summary, knownPresent }: RootObservation,
  { confirmed }: AssessmentLimits,
) {
  if (filesFound > 0) return undefined
  if (summary && summary.unreadable.length > 0) return folderStateMessages.unreadable()
  if (confirmed === 'unavailable') return undefined
  return folderStateMessages.empty({ count: knownPresent })
}

function explainDoubt(observation: RootObservation, { sharePercent, minimum }: AssessmentLimits) {
  const { summary, hidden, knownDevice, knownPresent, missing } = observation
  if (hidden > 0) {
    return folderStateMessages.mount_lost({ missing: hidden, count: knownPresent })
  }
  if (missing >= minimum && missing * 100 > knownPresent * sharePercent) {
    return folderStateMessages.many_missing({ missing, count: knownPresent })
  }
  if (missing > 0 && knownDevice !== null && summary?.device !== knownDevice) {
    return folderStateMessages.other_disk({ missing, count: knownPresent })
  }
  return undefined
}

/**
 * Returns true if a known file was found on the current disk, or if every known book is missing.
 */
export const isDiskRecognized = (
  { knownPresent, missing }: RootObservation,
  knownSeen: number,
): boolean => knownSeen > 0 || missing === knownPresent

/** Returns the worst assessment, which determines the state of the library. */
export function findWorstAssessment(assessments: readonly RootAssessment[]): RootAssessment {
  for (const state of ['unavailable', 'awaiting_confirmation'] as const) {
    const found = assessments.find((assessment) => assessment.state === state)
    if (found) return found
  }
  return available
}

const available: RootAssessment = { state: 'available', reason: null }

const awaitConfirmation = (reason: Message): RootAssessment => ({
  state: 'awaiting_confirmation',
  reason: folderStateMessages.confirm({ reason }),
})
