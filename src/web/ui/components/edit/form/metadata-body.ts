/** A draft as the body of one request: fields, resets and locks together, so that all or nothing is saved. */
import type { Draft } from './draft'
import { namedOnly } from '../fields/filled-people'

/** `lockOf`: how the server calls the lock of a field. */
export function wholeOf({ values, locks, resets }: Draft, lockOf: (field: string) => string) {
  const fields = 'authors' in values ? { ...values, authors: namedOnly(values['authors']) } : values
  const said = Object.entries(locks).map(([field, isLocked]) => [lockOf(field), isLocked])
  return {
    ...fields,
    ...(resets.length > 0 && { reset: resets }),
    ...(said.length > 0 && { locks: Object.fromEntries(said) as Record<string, boolean> }),
  }
}
