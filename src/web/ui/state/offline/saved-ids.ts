/**
 * IDs of the saved books. They are in local storage, so that every page can check without waiting
 * whether there are any. The caches are authoritative; `refreshSavedBooks` updates the IDs.
 */
import { baseUrl } from '../../api/client'
import { fromStorage } from '../browser/storage'

const buildKey = (userId: string) => `quire_saved.${baseUrl}.${userId}`

export function listSavedIds(userId: string): readonly string[] {
  const text = fromStorage((storage) => storage.getItem(buildKey(userId)))
  return text ? text.split(' ') : []
}

export const storeSavedIds = (userId: string, ids: readonly string[]) =>
  fromStorage((storage) => {
    if (ids.length === 0) storage.removeItem(buildKey(userId))
    else storage.setItem(buildKey(userId), ids.join(' '))
  })

/** Whether any user has saved books. */
export const hasSavedBooks = () =>
  fromStorage((storage) =>
    Object.keys(storage).some((key) => key.startsWith(`quire_saved.${baseUrl}.`)),
  ) ?? false

/** Deletes the lists of all other users, or of all users if `userId` is undefined. */
export const forgetOtherIds = (userId: string | undefined) =>
  fromStorage((storage) => {
    for (const key of Object.keys(storage)) {
      const isList = key.startsWith(`quire_saved.${baseUrl}.`)
      if (isList && (userId === undefined || key !== buildKey(userId))) storage.removeItem(key)
    }
  })
