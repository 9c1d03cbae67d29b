/** Which scan of a journal can be undone: the newest that did something. Later ones that did nothing are no hindrance. */
interface Counted {
  id: string
  added: number
  changed: number
  moved: number
  missing: number
}

export const didSomething = ({ added, changed, moved, missing }: Counted) =>
  added + changed + moved + missing > 0

/** `scans`: the newest first. One that only brought books back counts nothing, so the newest may always be asked. */
export function isUndoable(scans: readonly Counted[], id: string): boolean {
  const place = scans.findIndex((scan) => scan.id === id)
  return place === 0 || (place > 0 && !scans.slice(0, place).some(didSomething))
}
