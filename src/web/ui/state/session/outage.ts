/**
 * A server outage that prevents changes from being saved. Lasts from the first rejected change
 * until the server is healthy again.
 */
import { createStore, useStore } from '../store'

type Outage = 'disk' | 'database'

const causes: Record<string, Outage> = {
  'request.disk_full': 'disk',
  'request.database_away': 'database',
}

const outage = createStore<Outage | undefined>(undefined)

export const useOutage = () => useStore(outage)

/** Detects an outage. Requires a copy of the response, because reading the body consumes it. */
export async function noteOutage(response: Response, healthUrl: string) {
  const body = (await response.json().catch(() => null)) as { code?: string } | null
  const cause = causes[body?.code ?? '']
  if (!cause || outage.get() === cause) return
  outage.set(cause)
  scheduleCheck(healthUrl)
}

const checkMs = 5_000
let timer: ReturnType<typeof setTimeout> | undefined

function scheduleCheck(healthUrl: string) {
  clearTimeout(timer)
  timer = setTimeout(() => void checkHealth(healthUrl), checkMs)
}

/** Ends the outage after a successful response, and otherwise checks again later. */
async function checkHealth(healthUrl: string) {
  const signal = AbortSignal.timeout(checkMs)
  const response = await fetch(healthUrl, { cache: 'no-store', signal }).catch(() => undefined)
  if (response?.ok) endOutage()
  else scheduleCheck(healthUrl)
}

/** Ends the outage and stops checking. */
export function endOutage() {
  clearTimeout(timer)
  outage.set(undefined)
}
