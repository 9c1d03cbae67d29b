import { describe, expect, test } from 'bun:test'
import { affectsScreens, findAffectedTests, readCode } from '../../.ci/affected-tests'

const files = [
  'src/app.ts',
  'src/shop/books/service.ts',
  'src/shop/books/prices.ts',
  'src/shop/books/covers/draw.ts',
  'src/shop/carts/service.ts',
  'src/shop/orders/service.ts',
  'src/web/ui/cart/total.ts',
  'test/all.test.ts',
  'test/conformance/all.test.ts',
  'test/shop/books/books.test.ts',
  'test/shop/books/covers.test.ts',
  'test/shop/books/foreign/foreign.test.ts',
  'test/shop/carts/carts.test.ts',
  'test/shop/orders/orders.test.ts',
  'test/shop/orders/support.ts',
  'test/web/ui/cart/total.test.ts',
]
const imports = [
  ['src/shop/books/service.ts', 'src/shop/books/prices.ts'],
  ['src/shop/carts/service.ts', 'src/shop/books/service.ts'],
  ['src/shop/orders/service.ts', 'src/shop/carts/service.ts'],
  ['src/app.ts', 'src/shop/orders/service.ts'],
  ['test/web/ui/cart/total.test.ts', 'src/web/ui/cart/total.ts'],
  ['test/shop/orders/orders.test.ts', 'test/shop/orders/support.ts'],
].map(([from = '', to = '']) => ({ from, to, isTypeOnly: false, isStatic: true }))

const affectedBy = (...changed: string[]) => findAffectedTests(changed, { files, imports })

describe('the tests for a change', () => {
  test('are those of its module and of the modules that import it directly', () => {
    const { modules, tests } = affectedBy('src/shop/books/service.ts')
    expect(modules).toEqual(['src/shop/books', 'src/shop/carts'])
    expect(tests).toEqual([
      'test/shop/books/books.test.ts',
      'test/shop/books/covers.test.ts',
      'test/shop/books/foreign/foreign.test.ts',
      'test/shop/carts/carts.test.ts',
    ])
  })

  test('follow imports inside the module', () => {
    expect(affectedBy('src/shop/books/prices.ts').modules).toContain('src/shop/carts')
  })

  test('are those of the folder above for a module without tests of its own', () => {
    const { tests } = affectedBy('src/shop/books/covers/draw.ts')
    expect(tests).toContain('test/shop/books/covers.test.ts')
    expect(tests).not.toContain('test/shop/carts/carts.test.ts')
  })

  test('do not include suites of the whole server', () => {
    expect(affectedBy('src/shop/orders/service.ts')).toEqual({
      modules: ['src', 'src/shop/orders'],
      tests: ['test/all.test.ts', 'test/shop/orders/orders.test.ts'],
    })
  })

  test('are those that import the changed file for the interface', () => {
    const { tests } = affectedBy('src/web/ui/cart/total.ts')
    expect(tests).toEqual(['test/web/ui/cart/total.test.ts'])
  })

  test('are changed tests and those that import a changed helper', () => {
    const changed = ['test/conformance/all.test.ts', 'test/shop/orders/support.ts']
    expect(affectedBy(...changed)).toEqual({
      modules: [],
      tests: ['test/conformance/all.test.ts', 'test/shop/orders/orders.test.ts'],
    })
  })

  test('do not include deleted files', () => {
    expect(affectedBy('test/gone.test.ts', 'README.md').tests).toEqual([])
  })

  test('are found in this project', async () => {
    const { tests } = findAffectedTests(['src/app.ts'], await readCode())
    expect(tests).toContain('test/architecture.test.ts')
  })
})

test.each([
  ['src/web/ui/screens/home/home-screen.tsx', true],
  ['src/web/shared/requests.ts', true],
  ['test/web/screens/support/find.ts', true],
  ['test/web/screens/session/login.screen.ts', true],
  ['src/web/pages.ts', false],
  ['test/web/ui/search.test.ts', false],
  ['src/reading/bookmarks/service.ts', false],
])('a change of %s runs the screens: %p', (file, isNeeded) => {
  expect(affectsScreens(['README.md', file])).toBe(isNeeded)
})
