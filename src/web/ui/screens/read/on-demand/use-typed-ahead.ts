import { useLayoutEffect, useRef, useState } from 'react'
import { keepTyped, takeEntered, takeTyped } from '../../../state/browser/typed-ahead'

/** Captures text typed while a field is loading. The field receives it with `useTyped`. */
export function useKeptTyping(isWaiting: boolean, onCancel: () => void) {
  const latest = useRef(onCancel)
  latest.current = onCancel
  useLayoutEffect(() => {
    if (!isWaiting) return
    keepTyped(() => latest.current())
    return () => void takeTyped()
  }, [isWaiting])
}

/**
 * Returns the text typed before the field was rendered. If Enter was pressed as well, it is
 * submitted immediately.
 */
export function useTyped(submit: (text: string) => void): string {
  const [{ text, isEntered }] = useState(takeEntered)
  const first = useRef(submit)
  useLayoutEffect(() => {
    if (isEntered) first.current(text)
  }, [isEntered, text])
  return text
}
