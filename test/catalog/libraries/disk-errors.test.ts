/** What is said of a folder that the disk does not give. */
import { expect, test } from 'bun:test'
import { describeDiskError } from '../../../src/catalog/libraries/folders/paths'
import { DiskTimeout } from '../../../src/catalog/libraries/folders/disk-worker-client'

test.each([
  ['ENOENT', 'libraries.folder_missing'],
  ['ENOTDIR', 'libraries.folder_missing'],
  ['EACCES', 'libraries.folder_denied'],
  ['EPERM', 'libraries.folder_denied'],
  ['EIO', 'libraries.folder_unreadable'],
])('%s has a message', (code, message) => {
  const error = Object.assign(new Error(code), { code })
  expect(describeDiskError(error)).toMatchObject({ code: message })
})

test('a disk that sleeps has a message', () => {
  expect(describeDiskError(new DiskTimeout('/books'))).toMatchObject({
    code: 'libraries.folder_asleep',
  })
})

test('errors that the disk does not cause stay errors', () => {
  expect(() => describeDiskError(new TypeError('x'))).toThrow(TypeError)
})
