/** Blob URLs, keyed by the URL that they replace. */
import { createStore } from '../../state/store'

export const refreshedImages = createStore<ReadonlyMap<string, string>>(new Map())

/** Stores a new image for a URL and revokes the previous blob URL. */
export async function cacheImage(source: string, answer: Pick<Response, 'blob'>) {
  const picture = URL.createObjectURL(await answer.blob())
  // Read only after the await, because other entries may have changed in the meantime.
  const known = refreshedImages.get()
  const last = known.get(source)
  refreshedImages.set(new Map(known).set(source, picture))
  if (last) URL.revokeObjectURL(last)
}
