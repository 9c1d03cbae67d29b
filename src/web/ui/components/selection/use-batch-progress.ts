import { useRef, useState } from 'react'

/** What is done to many while it goes on. */
export interface BatchProgress {
  /** So many are done. */
  done: number
  stop: () => void
}

/** Begun with what it shall be told to; undefined while nothing goes on. */
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
