import { expect, test } from 'bun:test'
import {
  findParent,
  getFolderName,
  isAbsolutePath,
  isSameOrInside,
  listFolderAndParents,
  normalizePath,
} from '../../../../src/web/ui/components/folders/folder-paths'

test.each([
  { path: '/', parents: ['/'] },
  { path: '/data', parents: ['/', '/data'] },
  { path: '/data/comics', parents: ['/', '/data', '/data/comics'] },
  { path: 'D:\\', parents: ['/', 'D:\\'] },
  { path: 'D:\\Books', parents: ['/', 'D:\\', 'D:\\Books'] },
  { path: 'D:\\Books\\Comics', parents: ['/', 'D:\\', 'D:\\Books', 'D:\\Books\\Comics'] },
  { path: '\\\\nas\\books', parents: ['/', '\\\\nas\\books'] },
  { path: '\\\\nas\\books\\a', parents: ['/', '\\\\nas\\books', '\\\\nas\\books\\a'] },
])('the columns of $path', ({ path, parents }) => {
  expect<readonly string[]>(listFolderAndParents(path)).toEqual(parents)
  expect(findParent(path)).toBe(parents.at(-2) ?? '/')
})

test.each([
  { typed: '/data/comics/', path: '/data/comics' },
  { typed: '/', path: '/' },
  { typed: 'd:', path: 'D:\\' },
  { typed: 'd:\\', path: 'D:\\' },
  { typed: 'D:/Books/', path: 'D:\\Books' },
  { typed: '\\\\nas\\books\\', path: '\\\\nas\\books' },
])('$typed opens $path', ({ typed, path }) => {
  expect(isAbsolutePath(typed)).toBe(true)
  expect(normalizePath(typed)).toBe(path)
})

test('relative paths are not opened', () => {
  expect(['', 'data', './data', 'D'].filter(isAbsolutePath)).toEqual([])
})

test('the name of a folder is its last part', () => {
  expect(['/data/comics', 'D:\\Books', 'D:\\'].map(getFolderName)).toEqual([
    'comics',
    'Books',
    'D:',
  ])
})

test('a row is marked if the chosen folder is in it', () => {
  expect(isSameOrInside('/data/comics', '/data')).toBe(true)
  expect(isSameOrInside('/database', '/data')).toBe(false)
  expect(isSameOrInside('D:\\Books\\A', 'D:\\Books')).toBe(true)
  expect(isSameOrInside('D:\\Books', 'C:\\')).toBe(false)
})
