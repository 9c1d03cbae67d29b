/** Words the figures of a run. */
import { computeFigures, ms, printLine } from '../bench/support/figures'
import type { Listener } from './listener'
import type { Life, Program } from './programs'
import type { RunRecord } from './run-record'

/** Seconds of processor time of all processes, also of those that were killed. */
export const sumProcessor = (programs: readonly Program[]) =>
  programs.flatMap(({ lives }) => lives).reduce((sum, { processor }) => sum + processor, 0)

/** `used`: seconds of processor time. */
export const formatCost = (used: number, requests: number) =>
  `${requests} requests, ${ms((used / requests) * 1000)} ms of processor time each`

export function printTimes({ times }: RunRecord) {
  for (const [kind, samples] of [...times].toSorted(([a], [b]) => a.localeCompare(b))) {
    const { median, p99, runs } = computeFigures(samples)
    printLine(`  ${kind.padEnd(12)} ${runs} times, median ${ms(median)}, p99 ${ms(p99)} ms`)
  }
}

export function formatEvents(listeners: readonly Listener[]) {
  const sum = (take: (listener: Listener) => number) =>
    listeners.reduce((total, listener) => total + take(listener), 0)
  const received = sum((listener) => listener.received)
  const connections = sum((listener) => listener.connections)
  const resyncs = sum((listener) => listener.resyncs.length)
  return `${received} on ${connections} connections, ${resyncs} times a reload instead`
}

export function formatMemory({ name, memory }: Life) {
  const quarter = memory.length >> 2
  const getMedian = (some: number[]) => some.toSorted((a, b) => a - b)[some.length >> 1] ?? NaN
  const [second, last] = [memory.slice(quarter, 2 * quarter), memory.slice(-quarter)].map(getMedian)
  return `  memory of ${name} in ${memory.length} s: at most ${Math.max(...memory).toFixed(0)} MB, median of the second quarter ${second!.toFixed(0)}, of the last ${last!.toFixed(0)} MB`
}
