import { describe, expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { checkFileSystem, checkFileSystemType } from '../../../src/platform/db/folder/file-system'

describe('file system check', () => {
  test.each([
    ['ext4', 0xef53, 'fine'],
    ['btrfs', 0x9123683e, 'fine'],
    ['btrfs as a negative number', 0x9123683e | 0, 'fine'],
    ['NFS', 0x6969, 'network'],
    ['SMB', 0xff534d42, 'network'],
    ['SMB as a negative number', 0xff534d42 | 0, 'network'],
    ['SMB 2', 0xfe534d42, 'network'],
    ['9p', 0x01021997, 'network'],
    ['FUSE', 0x65735546, 'fuse'],
  ])('classifies %s', (_, type, kind) => {
    expect<string>(checkFileSystemType(type).kind).toBe(kind)
  })

  test('classifies the file system of a real folder', () => {
    expect(['fine', 'fuse', 'network']).toContain(checkFileSystem(tmpdir()).kind)
  })
})
