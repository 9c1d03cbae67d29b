import { findClosest } from '../lib/text/closest-match'
import { type OptionKey, optionKeys, sectionKeys } from './model'

/** Suggests a key for a misspelled one, even if only the section is missing or wrong. */
export function findNearestKey(key: string): string | undefined {
  const near = findClosest(key, [...optionKeys, ...sectionKeys])
  if (near !== undefined) return near
  const lastPart = key.slice(key.lastIndexOf('.') + 1).toLowerCase()
  const sameName = optionKeys.filter((known) => known.endsWith(`.${lastPart}`))
  return sameName.length === 1 ? sameName[0] : undefined
}

/** Returns `SERVICE_AUTH__JWT_SECRET` for `auth.jwt_secret`. */
export const getEnvironmentName = (key: OptionKey) =>
  `SERVICE_${key.replaceAll('.', '__').toUpperCase()}`
