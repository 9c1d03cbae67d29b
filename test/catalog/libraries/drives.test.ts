import { expect, test } from 'bun:test'
import {
  browseDrives,
  findParentPath,
  isListOfDrives,
} from '../../../src/catalog/libraries/folders/drives'

test('on Windows, "/" lists the drives that can be read', async () => {
  expect(isListOfDrives('/', 'win32')).toBe(true)
  const list = await browseDrives((path) => Promise.resolve(path === 'C:\\' || path === 'X:\\'))
  expect(list).toEqual({
    currentPath: '/',
    parentPath: null,
    entries: [
      { name: 'C:', path: 'C:\\', isDirectory: true, isReadable: true },
      { name: 'X:', path: 'X:\\', isDirectory: true, isReadable: true },
    ],
    truncated: false,
  })
})

test('elsewhere "/" is a folder, and so is a drive on Windows', () => {
  expect(isListOfDrives('/', 'linux')).toBe(false)
  expect(isListOfDrives('D:\\', 'win32')).toBe(false)
})

test.each([
  { path: 'D:\\', parent: 'D:\\', platform: 'win32', above: '/' },
  { path: 'D:\\Books', parent: 'D:\\', platform: 'win32', above: 'D:\\' },
  { path: '/', parent: '/', platform: 'linux', above: null },
  { path: '/data', parent: '/', platform: 'darwin', above: '/' },
] as const)('$above is above $path on $platform', ({ path, parent, platform, above }) => {
  expect(findParentPath(path, parent, platform)).toBe(above)
})
