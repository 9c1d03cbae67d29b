import { useCallback, useEffect, useState } from 'react'
import { announce } from '../../../components/feedback/live-region'

/** Display time in milliseconds. */
const shownMs = 2500

/** Status text after a key press: shown briefly next to the title and announced. */
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
