import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { addressOf } from '../../api/client'

/** How long a reader may rest on a page before the place is kept. */
const restMs = 700

/**
 * Keeps a place on the server some time after the last move, and at once when the page is left or put
 * aside: a request that outlives the page.
 */
export function usePlaceKept(path: string | null) {
  const client = useQueryClient()
  const waiting = useRef<{ body: object; timer: ReturnType<typeof setTimeout> }>(undefined)
  const flush = useCallback(() => {
    const held = waiting.current
    if (!held || path === null) return
    clearTimeout(held.timer)
    waiting.current = undefined
    void send(path, held.body).then(() =>
      client.invalidateQueries({
        predicate: ({ queryKey: [asked] }) => typeof asked === 'string' && shows(asked),
        refetchType: 'none',
      }),
    )
  }, [client, path])
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && flush()
    document.addEventListener('visibilitychange', onHidden)
    addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  return useCallback(
    (body: object) => {
      if (path === null) return
      clearTimeout(waiting.current?.timer)
      waiting.current = { body, timer: setTimeout(flush, restMs) }
    },
    [flush, path],
  )
}

/** Lists in which progress is seen. */
const shows = (path: string) =>
  path.startsWith('/api/v1/books') || path.startsWith('/api/v1/series')

/** A place that could not be kept is no reason to stop reading: the next page tries again. */
async function send(path: string, body: object) {
  try {
    await fetch(addressOf(path), {
      method: 'PUT',
      keepalive: true,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}
