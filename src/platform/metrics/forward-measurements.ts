/**
 * Sends the measurements of a worker process to its server, which publishes the metrics of both.
 */
import { counters, timings } from './registry'

export interface Measurement {
  metric: string
  labels: Record<string, string>
  value: number
}

type Labels = Record<string, string>
interface Counter {
  inc(labels: Labels, value?: number): void
  inc(value?: number): void
}
interface Histogram {
  observe(labels: Labels, value: number): void
}

const counterByName = counters as unknown as Record<string, Counter>
const histogramByName = timings as unknown as Record<string, Histogram>
const everyMs = 1000

/**
 * Sends the counts and timings of this process instead of keeping them. Returns a function that
 * sends those not sent yet.
 */
export function forwardMeasurements(send: (measurements: Measurement[]) => void): () => void {
  const counts = new Map<string, Measurement>()
  let observations: Measurement[] = []
  for (const metric of Object.keys(counters)) {
    counterByName[metric]!.inc = (first?: Labels | number, second: number | undefined = 1) => {
      const labels = typeof first === 'object' ? first : {}
      const value: number = typeof first === 'number' ? first : second
      const key = JSON.stringify([metric, labels])
      const known = counts.get(key)
      if (known) known.value += value
      else counts.set(key, { metric, labels, value })
    }
  }
  for (const metric of Object.keys(timings)) {
    histogramByName[metric]!.observe = (labels, value) =>
      void observations.push({ metric, labels, value })
  }
  const flush = () => {
    const measurements = [...counts.values(), ...observations]
    counts.clear()
    observations = []
    if (measurements.length > 0) send(measurements)
  }
  setInterval(flush, everyMs).unref()
  return flush
}

export function addMeasurements(measurements: readonly Measurement[]) {
  for (const { metric, labels, value } of measurements) {
    counterByName[metric]?.inc(labels, value)
    histogramByName[metric]?.observe(labels, value)
  }
}
