import { expect, test } from 'bun:test'
import { findCause } from '../../../../src/web/ui/screens/settings/server/tasks/system-errors'

test.each([
  ['ENOSPC: no space left on device, write', 'full'],
  ["EACCES: permission denied, open '/x'", 'forbidden'],
  ['read EIO', 'broken'],
  ['ESTALE: stale file handle', 'away'],
])('what is behind it is known: %s', (said, cause) => {
  expect(findCause(said)).toBe(cause as ReturnType<typeof findCause>)
})

test.each(['The library is gone', 'EPUB files are missing', '', 'ENOTKNOWN: what'])(
  'words for people stay as they are: %s',
  (said) => {
    expect(findCause(said)).toBeUndefined()
  },
)
