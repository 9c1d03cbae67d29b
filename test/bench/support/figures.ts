/** Statistics of repeated runs, and printing of tables. */

export interface Figures {
  median: number
  p99: number
  /** CPU time per run in ms, summed over all threads of this process. */
  cpu?: number
  runs: number
}

export function computeFigures(samples: readonly number[]): Figures {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { median: at(0.5) ?? NaN, p99: at(0.99) ?? NaN, runs: sorted.length }
}

/** Measures runs after a warm-up, in ms. Stops after `runs`, or after `forMs` and five runs. */
export async function measureRuns(
  work: () => Promise<unknown>,
  { runs = 200, forMs = 3_000, warm = 40 }: { runs?: number; forMs?: number; warm?: number } = {},
): Promise<Figures> {
  const until = performance.now() + forMs
  const samples: number[] = []
  for (let i = 0; i < warm && (i === 0 || performance.now() < until); i++) await work()
  const before = process.cpuUsage()
  while (samples.length < runs && (samples.length < 5 || performance.now() < until)) {
    const begin = performance.now()
    await work()
    samples.push(performance.now() - begin)
  }
  const { user, system } = process.cpuUsage(before)
  return { ...computeFigures(samples), cpu: (user + system) / 1000 / samples.length }
}

export const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1)
export const ratio = (value: number, floor: number) => `${(value / floor).toFixed(2)}×`

export function printLine(line = '') {
  process.stdout.write(`${line}\n`)
}

/** Prints a table. The first column is aligned left, the others, which contain numbers, right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]) {
  const all = [head, ...rows]
  const widths = head.map((_, i) => Math.max(...all.map((row) => (row[i] ?? '').length)))
  for (const row of all) {
    const cells = row.map((cell, i) =>
      i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!),
    )
    printLine(cells.join('  '))
  }
}

/** Formats a target and whether the value meets it: "met" or "MISSED". */
export const formatAim = (value: number, limit: number, unit = 'ms') =>
  `aim < ${limit} ${unit}: ${value < limit ? 'met' : 'MISSED'}`
