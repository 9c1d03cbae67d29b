/** A draft as the body of one request: fields, resets and locks together, so that all or nothing is saved. */
import type { Draft } from './draft'
import { withoutEmptyPeople } from '../fields/filled-people'

/** `getLock`: how the server calls the lock of a field. */
export function buildMetadataBody(
  { values, locks, resets }: Draft,
  getLock: (field: string) => string,
) {
  const fields =
    'authors' in values ? { ...values, authors: withoutEmptyPeople(values['authors']) } : values
  const said = Object.entries(locks).map(([field, isLocked]) => [getLock(field), isLocked])
  return {
    ...fields,
    ...(resets.length > 0 && { reset: resets }),
    ...(said.length > 0 && { locks: Object.fromEntries(said) as Record<string, boolean> }),
  }
}
