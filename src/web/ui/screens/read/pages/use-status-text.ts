import { useCallback, useEffect, useState } from 'react'
import { announce } from '../../../components/feedback/live-region'

/** Long enough to be read, gone before it is in the way. */
const shownMs = 2500

/** What a key has just chosen, in words: beside the title for a moment, and for who does not see it. */
export function useStatusText() {
  const [told, setTold] = useState('')
  const tell = useCallback((words: string) => {
    setTold(words)
    announce(words)
  }, [])
  useEffect(() => {
    if (!told) return
    const timer = setTimeout(() => setTold(''), shownMs)
    return () => clearTimeout(timer)
  }, [told])
  return { told, tell }
}
