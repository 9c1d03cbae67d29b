/**
 * Whether this browser offers accounts for switching with a PIN. Only a hint that saves a request
 * in other browsers: the server recognizes the device by its cookie.
 */
import { baseUrl } from '../../api/client'
import { fromStorage } from '../browser/storage'

const key = `quire_shared.${baseUrl}`

export const isSharedDevice = () => fromStorage((storage) => storage.getItem(key) !== null) ?? false

export const markSharedDevice = (isShared: boolean) =>
  fromStorage((storage) => (isShared ? storage.setItem(key, '1') : storage.removeItem(key)))
