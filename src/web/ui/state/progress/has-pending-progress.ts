/**
 * Runs at every start. Separate from the code that sends progress, which is usually not needed
 * then.
 */
import { fromStorage } from '../browser/storage'

export const buildProgressKey = (userId: string) => `quire_places.${userId}`

export const hasPendingProgress = (userId: string) =>
  fromStorage((storage) => storage.getItem(buildProgressKey(userId)) !== null) ?? false
