/** Converts a draft to one request body: fields, resets and locks are saved atomically. */
import type { Draft } from './draft'
import { withoutEmptyPeople } from '../fields/filled-people'

/** `getLock` returns the server's lock name for a field. */
export function buildMetadataBody(
  { values, locks, resets }: Draft,
  getLock: (field: string) => string,
) {
  const fields =
    'authors' in values ? { ...values, authors: withoutEmptyPeople(values['authors']) } : values
  const lockEntries = Object.entries(locks).map(([field, isLocked]) => [getLock(field), isLocked])
  return {
    ...fields,
    ...(resets.length > 0 && { reset: resets }),
    ...(lockEntries.length > 0 && {
      locks: Object.fromEntries(lockEntries) as Record<string, boolean>,
    }),
  }
}
