/** What `quire doctor` says of a data folder that cannot be written. */
import { expect, test } from 'bun:test'
import { describeWriteError } from '../../src/cli/doctor/doctor-machine'

const createError = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  ['ENOSPC', 'The disk of /data is full.', /^Free up space/],
  ['EDQUOT', 'The user that runs Quire has no space left on the disk of /data.', /quota/],
  ['EROFS', 'The file system of /data is read-only.', /^Mount it with write access/],
  ['ENOTDIR', '/data is not a folder.', /^Set data_dir to a folder/],
  ['EEXIST', '/data is not a folder.', /^Set data_dir to a folder/],
  ['EIO', 'The disk of /data fails: permission denied', /^Check the disk/],
  ['EMFILE', '/data is not writable: permission denied', /^Solve the problem/],
  ['EPERM', '/data is not writable: permission denied', /write permission/],
  ['EACCES', '/data is not writable: permission denied', /write permission/],
])('D3: %s is described', (code, message, advice) => {
  const described = describeWriteError('/data', createError(code, 'permission denied'))
  expect(described).toEqual({ message, advice: expect.stringMatching(advice) })
})
