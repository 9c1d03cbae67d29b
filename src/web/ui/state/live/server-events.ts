/**
 * Live events, shared by all tabs. The leader holds the stream and broadcasts to the others,
 * because browsers limit connections per server. Web Locks could elect a leader, but require HTTPS.
 */
import type { QueryClient } from '@tanstack/react-query'
import { buildUrl, api } from '../../api/client'
import { isChanging } from '../../api/optimistic-changes'
import { readBoot } from '../session/page-data'
import { electLeader } from './leader'
import { isUnder, getStalePaths, type ServerEvent } from './event-paths'

type Listener = (happening: ServerEvent) => void
const listeners = new Set<Listener>()

/**
 * Calls the listener for each event. For screens that show events, such as scan progress. Returns
 * the unsubscribe function.
 */
export function onServerEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Subscribes to the server's events. Returns the unsubscribe function. */
export function listen(queries: QueryClient): () => void {
  const refresh = refresher(queries)
  const handleEvent = (happening: ServerEvent) => {
    for (const listener of listeners) listener(happening)
    refresh.hear(happening)
  }
  let stop: (() => void) | undefined
  const leader = electLeader<ServerEvent>('quire-live', {
    onLead(tell) {
      stop = keepOpen((happening) => {
        handleEvent(happening)
        tell(happening)
      })
    },
    onMessage: handleEvent,
    onStep: () => stop?.(),
  })
  return () => {
    stop?.()
    leader.leave()
    refresh.stop()
  }
}

const comeBackMs = 5_000

/**
 * Reopens the stream after an error response, such as from a server that is shutting down or for an
 * expired session. EventSource reconnects on its own only after a lost connection.
 */
function keepOpen(handleEvent: Listener): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(streamAddress())
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      handleEvent(JSON.parse(data) as ServerEvent)
    })
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, comeBackMs)
      // EventSource hides the status; this request detects an expired session.
      api.GET('/api/v1/auth/me').catch(() => undefined)
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/**
 * Returns the URL of the stream, starting after the page's latest event. Repeated events are
 * harmless. The server sends `resync` if it no longer has the missed ones.
 */
function streamAddress() {
  const since = readBoot()?.latestEvent
  return buildUrl(`api/v1/events/stream${since ? `?lastEventId=${encodeURIComponent(since)}` : ''}`)
}

/** A scan sends thousands of events, so invalidations are batched. */
const bundleMs = 800
/** The first event after a pause is probably the user's own change, so its delay is short. */
const soonMs = 40

function refresher(queries: QueryClient) {
  const stale = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let flushedAt = -bundleMs
  const flush = () => {
    timer = undefined
    flushedAt = performance.now()
    const paths = [...stale].filter(
      (prefix) => !isChanging(queries, (path) => isUnder(path, prefix)),
    )
    for (const path of paths) stale.delete(path)
    // Paths with pending optimistic changes wait, because those are newer than the server's data.
    if (stale.size > 0) timer = setTimeout(flush, soonMs)
    void queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) => paths.some((prefix) => isUnder(path, prefix)),
    })
  }
  return {
    hear(happening: ServerEvent) {
      for (const path of getStalePaths(happening)) stale.add(path)
      if (stale.size === 0) return
      timer ??= setTimeout(flush, Math.max(soonMs, flushedAt + bundleMs - performance.now()))
    },
    stop: () => clearTimeout(timer),
  }
}
