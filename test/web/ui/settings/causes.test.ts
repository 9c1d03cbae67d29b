import { expect, test } from 'bun:test'
import { findCause } from '../../../../src/web/ui/screens/settings/server/tasks/system-errors'

test.each([
  ['ENOSPC: no space left on device, write', 'full'],
  ["EACCES: permission denied, open '/x'", 'forbidden'],
  ['read EIO', 'broken'],
  ['ESTALE: stale file handle', 'away'],
])('recognizes the system error in: %s', (message, cause) => {
  expect(findCause(message)).toBe(cause as ReturnType<typeof findCause>)
})

test.each(['The library is gone', 'EPUB files are missing', '', 'ENOTKNOWN: what'])(
  'keeps other text unchanged: %s',
  (message) => {
    expect(findCause(message)).toBeUndefined()
  },
)
