import { expect, test } from 'bun:test'
import { isAnyHanging, withDeadline } from '../../src/cli/doctor/deadline'
import type { Finding } from '../../src/cli/doctor/doctor-finding'

test('E8: a check whose disk never responds becomes a problem instead of a hang', async () => {
  const fine: Finding = { check: 'library A', state: 'ok', message: '/a is readable.' }
  expect(await withDeadline('library A', async () => fine, 1_000)).toEqual(fine)
  expect(isAnyHanging()).toBe(false)
  const { promise: never } = Promise.withResolvers<Finding>()
  expect(await withDeadline('library B', () => never, 20)).toMatchObject({
    check: 'library B',
    state: 'problem',
    message: 'There was no response within 0.02 seconds.',
  })
  expect(isAnyHanging()).toBe(true)
})
