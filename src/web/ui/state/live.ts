/**
 * What happens on the server, heard once for all tabs: one of them (the leader) holds the stream and
 * tells the others, because browsers open few connections to one server. Web Locks would elect a leader
 * for us, but not over plain HTTP.
 */
import type { QueryClient } from '@tanstack/react-query'
import { addressOf } from '../api/client'
import { electLeader } from './leader'
import { stalePaths, type Happening } from './stale'

type Listener = (happening: Happening) => void
const listeners = new Set<Listener>()

/** For screens that show an event itself, such as the progress of a scan. Returns how to stop. */
export function onHappening(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Begins to listen; returns how to stop. */
export function listen(queries: QueryClient): () => void {
  const refresh = refresher(queries)
  const hear = (happening: Happening) => {
    for (const listener of listeners) listener(happening)
    refresh(happening)
  }
  let source: EventSource | undefined
  const leader = electLeader<Happening>('quire-live', {
    onLead(tell) {
      source = openStream((happening) => {
        hear(happening)
        tell(happening)
      })
    },
    onHear: hear,
    onStep: () => source?.close(),
  })
  return () => {
    source?.close()
    leader.leave()
  }
}

function openStream(hear: Listener): EventSource {
  const source = new EventSource(addressOf('api/v1/events/stream'))
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    hear(JSON.parse(data) as Happening)
  })
  return source
}

/** A scan announces thousands: what is stale is asked for again in bundles. */
const bundleMs = 800

function refresher(queries: QueryClient) {
  const stale = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const paths = [...stale]
    stale.clear()
    void queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        paths.some((prefix) => typeof path === 'string' && path.startsWith(prefix)),
    })
  }
  return (happening: Happening) => {
    for (const path of stalePaths(happening)) stale.add(path)
    if (stale.size > 0) timer ??= setTimeout(flush, bundleMs)
  }
}
