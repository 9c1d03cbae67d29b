/** What is selected in a list, and how a range of it grows. */
import { useCallback, useEffect, useRef, useState } from 'react'

export type WorkKind = 'series' | 'book'

export interface Selection {
  isOn: boolean
  ids: ReadonlySet<string>
  /** Begins with nothing selected. */
  begin: () => void
  end: () => void
  /** `isRange` takes everything from the last one pressed up to this one. */
  press: (id: string, index: number, isRange: boolean) => void
  /** Everything from the last one pressed up to this one; nothing while nothing is being selected. */
  extend: (index: number) => void
  /** The whole list; undefined where it is too long. */
  all: (() => Promise<void>) | undefined
}

interface SelectableList {
  /** Of what is in the list: in another one, nothing of this is selected. */
  key: string
  total: number | undefined
  /** The ids from one place to another, from 0, both ends with it. */
  idsBetween: (from: number, to: number) => Promise<readonly string[]>
  failed: (error: unknown) => void
}

/** So many are still selected at a press; more would be asked for too long. */
const mostSelected = 10_000

export function useSelection({ key, total, idsBetween, failed }: SelectableList): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isOn, setOn] = useState(false)
  const last = useRef<number | undefined>(undefined)
  // Ids that arrive after the end belong to nothing any more.
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
  const isShort = total !== undefined && total <= mostSelected
  const all = isShort ? () => addBetween(0, total - 1).catch(failed) : undefined
  return { isOn, ids, begin: () => setOn(true), end, press, extend, all }
}

/** In either direction no more than is selected at one press, counted from where it began. */
export const boundedRange = (from: number, to: number): [number, number] =>
  to < from
    ? [Math.max(0, to, from - mostSelected + 1), from]
    : [from, Math.min(to, from + mostSelected - 1)]

function toggled(known: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(known)
  if (!next.delete(id)) next.add(id)
  return next
}

/** What had the focus is gone with the end of selecting: the list goes on where one was. */
function restoreFocus(index: number | undefined) {
  if (index === undefined) return
  onceDrawn(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) focusIn(index, 'a')
  })
}

/** The box that selects this item, once it is there. */
export const focusBoxSoon = (index: number) => onceDrawn(() => focusIn(index, '[role=checkbox]'))

/** After what was just changed is drawn, and before the next key can come. */
const onceDrawn = queueMicrotask

/** Panels of tabs are numbered like the items of lists. */
const focusIn = (index: number, what: string) =>
  document
    .querySelector<HTMLElement>(`:is(li, [role=row])[data-index="${index}"] ${what}`)
    ?.focus({ preventScroll: true })
