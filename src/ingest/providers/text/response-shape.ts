/**
 * Checks whether a response has the shape that a provider documents, and recognizes GraphQL errors.
 * Other responses must be neither stored nor mistaken for "nothing found". Pure.
 */
import type { ProviderErrorCode, ResponseCheck } from '../../../platform/outgoing/model'
import { type JsonObject, readId, readItems, readObject } from './read-json'

type IsReadable = (value: JsonObject) => boolean

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the member at a path such as `data.Page.media`. */
const getMember = (body: unknown, path: string): unknown =>
  path === '' ? body : path.split('.').reduce((value, name) => readObject(value)[name], body)

/** Accepts a readable object at the path. The empty path is the whole body. */
export const acceptObject =
  (path: string, isReadable: IsReadable): ResponseCheck =>
  (body) => {
    const value = getMember(body, path)
    return isObject(value) && isReadable(readObject(value))
  }

/**
 * Accepts a list of objects at the path. At least one must be readable unless the list is empty. A
 * single broken entry does not invalidate the others.
 */
export const acceptList =
  (path: string, isReadable: IsReadable): ResponseCheck =>
  (body) => {
    const value = getMember(body, path)
    if (!Array.isArray(value) || !value.every(isObject)) return false
    return value.length === 0 || readItems(value).some((one) => isReadable(readObject(one)))
  }

export const isIdentified = ({ id }: JsonObject): boolean => readId(id) !== undefined

const codesByStatus: Record<number, ProviderErrorCode> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'not_found',
  429: 'busy',
}

/**
 * Recognizes GraphQL errors, which are sent with HTTP status 200, even if the response also
 * contains data.
 */
export function findGraphqlError(body: unknown): ProviderErrorCode | undefined {
  const { errors } = readObject(body)
  if (errors === undefined || errors === null) return undefined
  if (Array.isArray(errors) && errors.length === 0) return undefined
  const { status, extensions } = readObject(readItems(errors)[0])
  if (readObject(extensions)['code'] === 'invalid-jwt') return 'unauthorized'
  return typeof status === 'number' ? (codesByStatus[status] ?? 'broken') : 'broken'
}
