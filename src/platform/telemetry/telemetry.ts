import type { Config } from '../config/model'
import { type Clock, waitAtMost } from '../lib/clock'
import type { Log } from '../log/log'

/** Limits how long an unreachable collector can delay the shutdown. */
const stopLimitMs = 2_000

/** Exports traces and metrics if a collector is set. Returns a function that stops the export. */
export async function startTelemetry({
  config,
  log,
  clock,
}: {
  config: Config
  log: Log
  clock: Clock
}): Promise<() => Promise<void>> {
  const { otlp_url: url } = config.telemetry
  if (url === undefined) return () => Promise.resolve()
  const { exportTelemetry } = await import('./export-telemetry')
  const stop = exportTelemetry(url, log)
  return () => waitAtMost(clock, stop(), stopLimitMs)
}
