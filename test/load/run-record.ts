/** What the readers of a run asked, and what was wrong. */
import { printLine } from '../bench/support/figures'

export class RunRecord {
  /** Times in ms of answered requests by kind, with their repeats. */
  readonly times = new Map<string, number[]>()
  readonly faults: string[] = []
  faultCount = 0
  /** Attempts that met a closed connection, 502, 503 or 504, and were repeated. */
  repeats = 0
  /** Of the request that was repeated for the longest time. */
  longestOutageMs = 0

  get requests() {
    return [...this.times.values()].reduce((sum, { length }) => sum + length, 0)
  }

  addTime(kind: string, ms: number) {
    const times = this.times.get(kind) ?? []
    times.push(ms)
    this.times.set(kind, times)
  }

  /** Keeps the first hundred. */
  addFault(fault: string) {
    this.faultCount++
    if (this.faults.length >= 100) return
    this.faults.push(fault)
    printLine(`FAULT: ${fault}`)
  }

  check(isRight: boolean, describe: () => string) {
    if (!isRight) this.addFault(describe())
  }
}
