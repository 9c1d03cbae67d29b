import { useEffect, useState } from 'react'

/** Returns the text after a pause in typing. */
export function useDebounced(words: string, waitMs: number): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), waitMs)
    return () => clearTimeout(timer)
  }, [words, waitMs])
  return settled
}
