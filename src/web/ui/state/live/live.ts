/**
 * What happens on the server, heard once for all tabs: one of them (the leader) holds the stream and
 * tells the others, because browsers open few connections to one server. Web Locks would elect a leader
 * for us, but not over plain HTTP.
 */
import type { QueryClient } from '@tanstack/react-query'
import { buildUrl, api } from '../../api/client'
import { isChanging } from '../../api/optimistic-changes'
import { readBoot } from '../session/boot'
import { electLeader } from './leader'
import { isUnder, getStalePaths, type ServerEvent } from './event-paths'

type Listener = (happening: ServerEvent) => void
const listeners = new Set<Listener>()

/** For screens that show an event itself, such as the progress of a scan. Returns how to stop. */
export function onServerEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Begins to listen; returns how to stop. */
export function listen(queries: QueryClient): () => void {
  const refresh = refresher(queries)
  const hear = (happening: ServerEvent) => {
    for (const listener of listeners) listener(happening)
    refresh.hear(happening)
  }
  let stop: (() => void) | undefined
  const leader = electLeader<ServerEvent>('quire-live', {
    onLead(tell) {
      stop = keepOpen((happening) => {
        hear(happening)
        tell(happening)
      })
    },
    onHear: hear,
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
 * A browser comes back by itself where a connection broke, but gives up for ever where it was refused:
 * by a server that is ending, a proxy without a server behind it, a session that is over.
 */
function keepOpen(hear: Listener): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(streamAddress())
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      hear(JSON.parse(data) as ServerEvent)
    })
    source.addEventListener('error', () => {
      if (source.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, comeBackMs)
      // A stream does not say why: this notices a session that is over.
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
 * From what the page was made with, however late it leads or comes back: to hear of something twice does
 * no harm, and the server says `resync` where it no longer knows what was missed.
 */
function streamAddress() {
  const since = readBoot()?.latestEvent
  return buildUrl(`api/v1/events/stream${since ? `?lastEventId=${encodeURIComponent(since)}` : ''}`)
}

/** A scan announces thousands: what is stale is asked for again in bundles. */
const bundleMs = 800
/** After a silence it is most likely what somebody did just now, and wants to see. */
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
    // What is being changed here shows more than the server knows yet.
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
