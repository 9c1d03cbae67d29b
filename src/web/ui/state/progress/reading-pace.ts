/** A user's reading pace, learned from page turns in this browser. */
import { fromStorage } from '../browser/storage'

export interface Pace {
  readonly secondsPerPage: number
  /** Number of page turns from which the pace was learned. */
  readonly turns: number
}

/** Seconds between page turns. A shorter time means skimming, and a longer one means a break. */
const countedSeconds = { from: 2, to: 180 }
/** A turn by more pages is a jump. */
const mostPagesPerTurn = 3
/** Fewer turns are not enough to estimate the rest of a book. */
const enoughTurns = 5
/** Weight of the latest turn in the moving average. */
const weight = 0.15

export function learnPace(known: Pace | null, seconds: number, pages: number): Pace | null {
  const isTurn = pages > 0 && pages <= mostPagesPerTurn
  const isRead = seconds >= countedSeconds.from && seconds <= countedSeconds.to
  if (!isTurn || !isRead) return known
  const latest = seconds / pages
  if (!known) return { secondsPerPage: latest, turns: 1 }
  const secondsPerPage = known.secondsPerPage * (1 - weight) + latest * weight
  return { secondsPerPage, turns: known.turns + 1 }
}

/** Returns the minutes for the remaining pages, or undefined until the pace is known. */
export function estimateMinutes(pace: Pace | null, pagesLeft: number): number | undefined {
  if (!pace || pace.turns < enoughTurns || pagesLeft <= 0) return undefined
  return Math.max(1, Math.round((pagesLeft * pace.secondsPerPage) / 60))
}

const getKey = (userId: string | undefined) => `quire.pace.${userId ?? ''}`

export function readPace(userId: string | undefined): Pace | null {
  const { secondsPerPage, turns } = parse(fromStorage((storage) => storage.getItem(getKey(userId))))
  const isPace = typeof secondsPerPage === 'number' && typeof turns === 'number'
  return isPace && secondsPerPage > 0 ? { secondsPerPage, turns } : null
}

export const savePace = (userId: string | undefined, pace: Pace) =>
  fromStorage((storage) => storage.setItem(getKey(userId), JSON.stringify(pace)))

/** Returns an empty object for invalid JSON, because storage may contain anything. */
function parse(text: string | null | undefined): { [Name in keyof Pace]?: unknown } {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as { [Name in keyof Pace]?: unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
