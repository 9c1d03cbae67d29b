import { expect, test } from 'bun:test'
import { causeOf } from '../../../../src/web/ui/screens/settings/server/tasks/system-errors'

test.each([
  ['ENOSPC: no space left on device, write', 'full'],
  ["EACCES: permission denied, open '/x'", 'forbidden'],
  ['read EIO', 'broken'],
  ['ESTALE: stale file handle', 'away'],
])('what is behind it is known: %s', (said, cause) => {
  expect(causeOf(said)).toBe(cause as ReturnType<typeof causeOf>)
})

test.each(['The library is gone', 'EPUB files are missing', '', 'ENOTKNOWN: what'])(
  'words for people stay as they are: %s',
  (said) => {
    expect(causeOf(said)).toBeUndefined()
  },
)
