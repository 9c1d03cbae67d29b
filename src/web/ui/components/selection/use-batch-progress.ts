import { useRef, useState } from 'react'

export interface BatchProgress {
  /** Number of processed items. */
  done: number
  stop: () => void
}

/**
 * Returns the state of a bulk action. `begin` returns a signal that `stop` aborts. `going` is
 * undefined while no action runs.
 */
export function useBatchProgress() {
  const [done, setDone] = useState<number>()
  const stopper = useRef<AbortController>(undefined)
  const begin = () => {
    stopper.current = new AbortController()
    setDone(0)
    return { onDone: setDone, signal: stopper.current.signal }
  }
  const end = () => setDone(undefined)
  const going: BatchProgress | undefined =
    done === undefined ? undefined : { done, stop: () => stopper.current?.abort() }
  return { going, begin, end }
}
