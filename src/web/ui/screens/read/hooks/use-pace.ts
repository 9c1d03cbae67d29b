/** How fast this person reads pages, learned from their turns in this browser. */
import { useEffect, useRef, useState } from 'react'
import { fromStorage } from '../../../state/browser/storage'
import { useUser } from '../../../state/session/session'

interface Pace {
  readonly secondsPerPage: number
  /** Number of turns that it was learned from. */
  readonly turns: number
}

/** A shorter look is leafing through, a longer one is a break. */
const countedSeconds = { from: 2, to: 180 }
/** More pages at once are a jump. */
const mostPagesPerTurn = 3
/** Fewer turns say nothing about the rest of a book. */
const enoughTurns = 5
/** Share of the latest turn. */
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

/** Minutes for the rest of the book; undefined until the pace is known. */
export function useMinutesLeft(page: number, total: number): number | undefined {
  const key = `quire.pace.${useUser()?.id ?? ''}`
  const [pace, setPace] = useState(() => readPace(key))
  const shown = useRef({ page, at: performance.now() })
  useEffect(() => {
    const { page: before, at } = shown.current
    if (page === before) return
    const now = performance.now()
    shown.current = { page, at: now }
    const next = learnPace(readPace(key), (now - at) / 1000, page - before)
    if (!next) return
    fromStorage((storage) => storage.setItem(key, JSON.stringify(next)))
    setPace(next)
  }, [page, key])
  if (!pace || pace.turns < enoughTurns || page >= total) return undefined
  return Math.max(1, Math.round(((total - page) * pace.secondsPerPage) / 60))
}

function readPace(key: string): Pace | null {
  const { secondsPerPage, turns } = parse(fromStorage((storage) => storage.getItem(key)))
  const isPace = typeof secondsPerPage === 'number' && typeof turns === 'number'
  return isPace && secondsPerPage > 0 ? { secondsPerPage, turns } : null
}

/** Storage may contain anything. */
function parse(text: string | null | undefined): { [Name in keyof Pace]?: unknown } {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as { [Name in keyof Pace]?: unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
