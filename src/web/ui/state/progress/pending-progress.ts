/** Asked at every start, so it is apart from what sends places: mostly there are none. */
import { fromStorage } from '../browser/storage'

export const buildProgressKey = (userId: string) => `quire_places.${userId}`

export const hasPendingProgress = (userId: string) =>
  fromStorage((storage) => storage.getItem(buildProgressKey(userId)) !== null) ?? false
