import { useCallback, useEffect, useState } from 'react'
import { announce } from '../../../components/feedback/live-region'

/** Display time in milliseconds. */
const shownMs = 2500

/** Status text after a key: shown briefly beside the title and announced. */
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
