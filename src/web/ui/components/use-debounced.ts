import { useEffect, useState } from 'react'

/** What was typed, once nothing more is typed for a moment. */
export function useDebounced(words: string, waitMs: number): string {
  const [settled, setSettled] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), waitMs)
    return () => clearTimeout(timer)
  }, [words, waitMs])
  return settled
}
