import { expect, test } from 'bun:test'
import { findDatabaseTests } from '../../.ci/database-tests'

const files = [
  'src/platform/db/store.ts',
  'src/shop/service.ts',
  'test/ingest/matching/rank.test.ts',
  'test/media/zip.test.ts',
  'test/media/stored.test.ts',
  'test/media/support.ts',
  'test/shop/pure.test.ts',
  'test/shop/shop.test.ts',
  'test/web/ui/total.test.ts',
]
const imports = [
  ['src/shop/service.ts', 'src/platform/db/store.ts'],
  ['test/media/stored.test.ts', 'test/media/support.ts'],
  ['test/media/support.ts', 'src/shop/service.ts'],
  ['test/shop/shop.test.ts', 'src/shop/service.ts'],
].map(([from = '', to = '']) => ({ from, to, isTypeOnly: false, isStatic: true }))

test('tests of modules without a database run once, unless they load it themselves', () => {
  expect(findDatabaseTests({ files, imports })).toEqual([
    'test/media/stored.test.ts',
    'test/shop/pure.test.ts',
    'test/shop/shop.test.ts',
  ])
})
