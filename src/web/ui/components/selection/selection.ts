/** What is selected in a list, and how a range of it grows. */
import { useCallback, useState } from 'react'

export interface Selection {
  isOn: boolean
  ids: ReadonlySet<string>
  /** Begins with nothing selected. */
  begin: () => void
  end: () => void
  /** `isRange` takes everything from the last one pressed up to this one. */
  press: (id: string, index: number, isRange: boolean) => void
  all: (ids: readonly string[]) => void
}

/**
 * @param idsBetween asks for the ids of a range, from 0, both ends with it
 */
export function useSelection(
  idsBetween: (from: number, to: number) => Promise<readonly string[]>,
  failed: (error: unknown) => void,
): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isOn, setOn] = useState(false)
  const [last, setLast] = useState<number>()
  const end = useCallback(() => {
    setOn(false)
    setIds(new Set())
    setLast(undefined)
  }, [])
  const add = (more: readonly string[]) => setIds((known) => new Set([...known, ...more]))
  const press = (id: string, index: number, isRange: boolean) => {
    setOn(true)
    setLast(index)
    if (isRange && last !== undefined) {
      idsBetween(Math.min(last, index), Math.max(last, index)).then(add, failed)
      return
    }
    setIds((known) => {
      const next = new Set(known)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }
  return { isOn, ids, begin: () => setOn(true), end, press, all: (more) => setIds(new Set(more)) }
}
