/**
 * Checks at every start for progress that has not been sent. Separate from the code that sends it,
 * which is rarely needed at the start.
 */
import { fromStorage } from '../browser/storage'

export const buildProgressKey = (userId: string) => `quire_places.${userId}`

export const hasPendingProgress = (userId: string) =>
  fromStorage((storage) => storage.getItem(buildProgressKey(userId)) !== null) ?? false
