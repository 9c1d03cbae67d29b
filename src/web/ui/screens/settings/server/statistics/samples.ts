/** Memory, load and request rate of the server, computed from two readings of its metrics. */
import type { Schemas } from '../../../../api/client'

export interface Look {
  /** Seconds since the server started. */
  at: number
  memory: number
  cpuSeconds: number
  requests: number
}

export interface Sample {
  /** Bytes. */
  memory: number
  /** Fraction of one processor. Can exceed 1 if there are several. */
  load: number
  /** Per minute. */
  requests: number
}

export const toReading = ({ uptimeSeconds, process, requests }: Schemas['Metrics']): Look => ({
  at: uptimeSeconds,
  memory: process.anonymousBytes ?? process.residentBytes,
  cpuSeconds: process.cpuSeconds,
  requests: requests.count,
})

/** Returns undefined if no time has passed or the server was restarted between the readings. */
export function computeSample(before: Look, after: Look): Sample | undefined {
  const seconds = after.at - before.at
  if (seconds <= 0 || after.requests < before.requests) return undefined
  return {
    memory: after.memory,
    load: Math.max(0, (after.cpuSeconds - before.cpuSeconds) / seconds),
    requests: ((after.requests - before.requests) / seconds) * 60,
  }
}
