/** Pictures in memory, by the address whose place they take. */
import { createStore } from '../../state/store'

export const refreshedImages = createStore<ReadonlyMap<string, string>>(new Map())

/** The one before it is let go: nothing shows it any more. */
export async function cacheImage(source: string, answer: Pick<Response, 'blob'>) {
  const picture = URL.createObjectURL(await answer.blob())
  // Read only now: others may have come meanwhile, and what they took the place of is gone.
  const known = refreshedImages.get()
  const last = known.get(source)
  refreshedImages.set(new Map(known).set(source, picture))
  if (last) URL.revokeObjectURL(last)
}
