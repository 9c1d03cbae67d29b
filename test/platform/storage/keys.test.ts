import { expect, test } from 'bun:test'
import { isKey } from '../../../src/platform/storage/storage'

test.each([
  ['exports/a', true],
  ['exports/a/b', true],
  ['exports', false],
  ['other/a', false],
  ['exports/', false],
  ['exports//a', false],
  ['exports/.', false],
  ['exports/..', false],
  ['exports/a\\b', false],
  ['exports/a\n', false],
  [`exports/${'a'.repeat(892)}`, true],
  [`exports/${'a'.repeat(893)}`, false],
  [`exports/${'é'.repeat(446)}`, true],
  [`exports/${'é'.repeat(447)}`, false],
])('the key %p is valid: %p', (key, isValid) => expect(isKey(key)).toBe(isValid))
