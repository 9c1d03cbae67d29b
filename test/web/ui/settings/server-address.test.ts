import { expect, test } from 'bun:test'
import {
  buildServerAddress,
  isLoopbackAddress,
  withPort,
} from '../../../../src/web/ui/screens/settings/apps/server-address'

test('the public URL comes first, then the address of the page, without a trailing slash', () => {
  const page = 'http://nas.lan:8080/quire/'
  expect(buildServerAddress(null, page)).toBe('http://nas.lan:8080/quire')
  expect(buildServerAddress('https://books.example/', page)).toBe('https://books.example')
})

test('an address at another port has no path', () => {
  expect(withPort('http://nas.lan:8080/quire', 25600)).toBe('http://nas.lan:25600')
  expect(withPort('http://[fd00::1]/', 25600)).toBe('http://[fd00::1]:25600')
})

test.each([
  ['http://localhost:8080', true],
  ['http://quire.localhost', true],
  ['http://127.0.0.1:8080/quire', true],
  ['http://127.1.2.3', true],
  ['http://[::1]:8080', true],
  ['http://0.0.0.0:8080', true],
  ['http://192.168.1.4:8080', false],
  ['http://localhost.example', false],
  ['http://nas', false],
  ['http://[fd00::1]:8080', false],
])('other devices cannot reach %s: %p', (address, isLoopback) => {
  expect(isLoopbackAddress(address)).toBe(isLoopback)
})
