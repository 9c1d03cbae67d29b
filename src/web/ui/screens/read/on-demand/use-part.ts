import { useEffect, useState } from 'react'
import { type LazyPart, preloadPart } from '../../../components/menus/lazy-popup'
import { atNextIdle } from '../../../state/browser/when-idle'

export interface LoadedPart<Part> {
  /** undefined until loaded. */
  readonly part: Part | undefined
  readonly hasFailed: boolean
  retry(): void
}

/** Loads a part of the reader. A part that was loaded before is available immediately. */
export function usePart<Part>(wanted: LazyPart<Part>): LoadedPart<Part> {
  const [, setLoaded] = useState<LazyPart<Part>>()
  const [failed, setFailed] = useState<LazyPart<Part>>()
  useEffect(() => {
    if (wanted.part || failed === wanted) return
    let isGone = false
    wanted.load().then(
      () => !isGone && setLoaded(wanted),
      () => !isGone && setFailed(wanted),
    )
    return () => {
      isGone = true
    }
  }, [wanted, failed])
  return {
    part: wanted.part,
    hasFailed: !wanted.part && failed === wanted,
    retry: () => setFailed(undefined),
  }
}

/** Loads a part when the browser is idle, after the first page is shown. */
export function usePreloadedPart(part: LazyPart<unknown>, hasFirstPage: boolean) {
  useEffect(() => {
    if (hasFirstPage) atNextIdle(() => void preloadPart(part))
  }, [part, hasFirstPage])
}
