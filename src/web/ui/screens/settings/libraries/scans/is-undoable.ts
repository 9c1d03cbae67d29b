interface Counted {
  id: string
  added: number
  changed: number
  moved: number
  missing: number
}

export const hasEffect = ({ added, changed, moved, missing }: Counted) =>
  added + changed + moved + missing > 0

/**
 * Whether no later scan has changed anything. `scans`: newest first. The counts do not include
 * restored books, so the newest scan is always accepted.
 */
export function isUndoable(scans: readonly Counted[], id: string): boolean {
  const place = scans.findIndex((scan) => scan.id === id)
  return place === 0 || (place > 0 && !scans.slice(0, place).some(hasEffect))
}
