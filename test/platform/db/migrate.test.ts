import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { release, version } from '../../../src/version'
import { findPending, migrateSqlite } from '../../../src/platform/db/migrations/migrate'

test('reports the original error when a failure ends the transaction itself, as a full disk does', () => {
  const connection = new Database(':memory:')
  const sql = `create table once (a integer primary key);
    insert into once values (1);
    insert or rollback into once values (1)`
  expect(() => migrateSqlite(connection, [{ tag: '0000_once', sql }])).toThrow('UNIQUE')
  expect(connection.query('select count(*) as n from sqlite_master').get()).toEqual({ n: 0 })
})

test.each([
  ['0000_init', 'the contents of its migration "0000_init" are not those of this version'],
  ['0000_start', 'it has the migration "0000_start" where this version has "0000_init"'],
])('D6: the refusal of another schema says what differs: %s', (tag, difference) => {
  const all = [{ tag: '0000_init', sql: 'create table a (b integer)' }]
  const refused = () => findPending([{ tag, hash: 'of other contents' }], all, { version: '0.1.0' })
  expect(refused).toThrow(difference)
  expect(refused).toThrow('another build of Quire (version 0.1.0)')
  expect(refused).toThrow('Use that version, or restore a backup that this version made.')
})

test('D2: a refusal names the build that is needed, with its commit', () => {
  const all = [{ tag: '0000_init', sql: 'create table a (b integer)' }]
  const first = { tag: '0000_init', hash: '' }
  const build = '0.2.0+1a2b3c4d'
  expect(() => findPending([first], all, { version: build })).toThrow(
    `another build of Quire (version ${build})`,
  )
  expect(() => findPending([{ tag: '0001_more', hash: '' }], [], { version: build })).toThrow(
    `a newer version of Quire (version ${build})`,
  )
  expect(version).toStartWith(release)
})
