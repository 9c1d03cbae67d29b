/** Asked at every start, so it is apart from what sends places: mostly there are none. */
import { fromStorage } from '../browser/storage'

export const keyOfPlaces = (userId: string) => `quire_places.${userId}`

export const hasPlacesOf = (userId: string) =>
  fromStorage((storage) => storage.getItem(keyOfPlaces(userId)) !== null) ?? false
