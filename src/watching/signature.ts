/** What lies in a root, as one short text: another one means that something has changed. */
import { patternsOf } from '../scanning/rules'
import { Walker } from '../scanning/walker'

export interface Place {
  path: string
  /** As in `cbz`; null: all that Quire can read. */
  formats: readonly string[] | null
  excluded: readonly string[]
}

export const excludedOf = patternsOf

/** Looks at names, sizes and times, opens nothing. Ending the signal ends a walk that hangs. */
export async function signatureOf(place: Place, signal: AbortSignal): Promise<string> {
  using walker = new Walker()
  const end = () => walker[Symbol.dispose]()
  signal.addEventListener('abort', end, { once: true })
  try {
    let sum = 0n
    const order = { root: place.path, formats: place.formats, excluded: place.excluded }
    const result = await walker.walk(order, ({ paths, sizes, times }) => {
      sum = Bun.hash.wyhash(paths, sum)
      sum = Bun.hash.wyhash(sizes, sum)
      sum = Bun.hash.wyhash(times, sum)
    })
    if ('problem' in result) return result.problem
    return `${sum} ${result.end.besideSum} on ${result.end.device}`
  } finally {
    signal.removeEventListener('abort', end)
  }
}
