/** Sorts lines, newest first, and removes duplicates. */
export function mergeLines<Line extends { id: number }>(lines: readonly Line[]): Line[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  return [...byId.values()].toSorted((a, b) => b.id - a.id)
}
