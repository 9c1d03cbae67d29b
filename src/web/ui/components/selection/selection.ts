/** Selection in a list, including ranges. */
import { useCallback, useEffect, useRef, useState } from 'react'

export type WorkKind = 'series' | 'book'

export interface Selection {
  isOn: boolean
  ids: ReadonlySet<string>
  /** Turns selection mode on, without selecting an item. */
  begin: () => void
  end: () => void
  /** Deselects all items except these. */
  keep: (ids: readonly string[]) => void
  /** `isRange` selects from the last clicked item to this one. */
  press: (id: string, index: number, isRange: boolean) => void
  /** In selection mode, selects from the last clicked or reached item to this one. */
  extend: (index: number) => void
  /**
   * Selects the whole list, or its beginning if it is very long. Undefined until its length is
   * known.
   */
  all: (() => Promise<void>) | undefined
}

interface SelectableList {
  /** Identifies the content of the list. A different list starts without a selection. */
  key: string
  total: number | undefined
  /** Returns the IDs between two zero-based indexes, inclusive. */
  idsBetween: (from: number, to: number) => Promise<readonly string[]>
  failed: (error: unknown) => void
}

/** Limit for a single click, because loading more IDs would take too long. */
const mostSelected = 10_000

export function useSelection({ key, total, idsBetween, failed }: SelectableList): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isOn, setOn] = useState(false)
  const last = useRef<number | undefined>(undefined)
  // Identifies the selection, so that IDs that arrive after it has ended are ignored.
  const round = useRef(0)
  const clear = useCallback(() => {
    round.current += 1
    setOn(false)
    setIds(new Set())
    last.current = undefined
  }, [])
  useEffect(() => clear, [key, clear])
  const end = () => {
    const { current } = last
    clear()
    restoreFocus(current)
  }
  const addBetween = async (from: number, to: number) => {
    const { current } = round
    const more = await idsBetween(...boundedRange(from, to))
    if (round.current === current) setIds((known) => new Set([...known, ...more]))
  }
  const extend = (index: number) => {
    if (isOn && last.current !== undefined) addBetween(last.current, index).catch(failed)
    last.current = index
  }
  const press = (id: string, index: number, isRange: boolean) => {
    setOn(true)
    if (isRange && last.current !== undefined) return extend(index)
    last.current = index
    setIds((known) => toggled(known, id))
  }
  const all =
    total === undefined ? undefined : () => addBetween(0, countSelectable(total) - 1).catch(failed)
  const keep = (kept: readonly string[]) =>
    setIds((known) => new Set(kept.filter((id) => known.has(id))))
  return { isOn, ids, begin: () => setOn(true), end, keep, press, extend, all }
}

/** Returns the number of entries that "Select all" selects in a list of this length. */
export const countSelectable = (total: number) => Math.min(total, mostSelected)

/** Limits a range in either direction to the maximum, counted from its start. */
export const boundedRange = (from: number, to: number): [number, number] =>
  to < from
    ? [Math.max(0, to, from - mostSelected + 1), from]
    : [from, Math.min(to, from + mostSelected - 1)]

function toggled(known: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(known)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Returns the focus to the list item if the focused control disappears with the selection. */
function restoreFocus(index: number | undefined) {
  if (index === undefined) return
  onceDrawn(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) focusIn(index, 'a')
  })
}

/** Focuses the checkbox of the item once it is rendered. */
export const focusBoxSoon = (index: number) => onceDrawn(() => focusIn(index, '[role=checkbox]'))

/** Runs a function after rendering and before the next key press. */
const onceDrawn = queueMicrotask

/** Matches only list items and rows, because tab panels also have a `data-index`. */
const focusIn = (index: number, what: string) =>
  document
    .querySelector<HTMLElement>(`:is(li, [role=row])[data-index="${index}"] ${what}`)
    ?.focus({ preventScroll: true })
