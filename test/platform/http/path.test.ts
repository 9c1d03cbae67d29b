import { expect, test } from 'bun:test'
import { getPath } from '../../../src/platform/http/requests/path'

test.each([
  { url: 'http://nas/api/v1/books', path: '/api/v1/books' },
  { url: 'http://nas:8080/api/v1/books?search=a/b', path: '/api/v1/books' },
  { url: 'http://[::1]:8080/?', path: '/' },
  { url: 'https://nas/a//b/?x', path: '/a//b/' },
  { url: 'http://nas?x=/y', path: '/' },
])('the path of $url is $path', ({ url, path }) => {
  expect(getPath(new Request(url))).toBe(path)
})
