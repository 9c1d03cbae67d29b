import { useCallback, useEffect, useState } from 'react'
import { announce } from '../../../components/feedback/live-region'

/** Display time in milliseconds. */
const shownMs = 2500

/** After a key press, briefly shows a status text next to the title and announces it. */
export function useStatusText() {
  const [status, setStatus] = useState('')
  const showStatus = useCallback((words: string) => {
    setStatus(words)
    announce(words)
  }, [])
  useEffect(() => {
    if (!status) return
    const timer = setTimeout(() => setStatus(''), shownMs)
    return () => clearTimeout(timer)
  }, [status])
  return { status, showStatus }
}
