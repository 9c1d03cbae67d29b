/**
 * Separate from the sending code because it runs at every start, when there is usually no pending
 * progress.
 */
import { fromStorage } from '../browser/storage'

export const buildProgressKey = (userId: string) => `quire_places.${userId}`

export const hasPendingProgress = (userId: string) =>
  fromStorage((storage) => storage.getItem(buildProgressKey(userId)) !== null) ?? false
