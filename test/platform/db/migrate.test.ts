import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { migrateSqlite } from '../../../src/platform/db/migrations/migrate'

test('reports the original error when a failure ends the transaction itself, as a full disk does', () => {
  const connection = new Database(':memory:')
  const sql = `create table once (a integer primary key);
    insert into once values (1);
    insert or rollback into once values (1)`
  expect(() => migrateSqlite(connection, [{ tag: '0000_once', sql }])).toThrow('UNIQUE')
  expect(connection.query('select count(*) as n from sqlite_master').get()).toEqual({ n: 0 })
})
