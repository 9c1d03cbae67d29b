import { expect, setDefaultTimeout, test } from 'bun:test'
import { findLockHolder, acquireDataLock } from '../../../src/platform/db/folder/data-lock'
import { holdLock, createFolder } from './databases'

// Databases and processes start slowly on a busy machine.
setDefaultTimeout(60_000)

test('prevents a second process from using the folder and names the owner', async () => {
  const folder = createFolder()
  const other = await holdLock(folder)
  try {
    expect(() => acquireDataLock(folder, 'serve')).toThrow(
      new RegExp(`in use by process ${other.pid} on .*"quire serve" since 20`),
    )
    expect(findLockHolder(folder)).toContain(`process ${other.pid}`)
  } finally {
    await other.end()
  }
})

test('is released when its process ends in any way', async () => {
  const folder = createFolder()
  const other = await holdLock(folder)
  await other.end()
  expect(findLockHolder(folder)).toBeUndefined()
  acquireDataLock(folder, 'serve').release()
})

test('can be taken twice by one process and is released after both', async () => {
  const folder = createFolder()
  const first = acquireDataLock(folder, 'serve')
  const second = acquireDataLock(folder, 'migrate')
  second.release()
  second.release()
  expect(findLockHolder(folder)).toBe('this process')
  first.release()
  expect(findLockHolder(folder)).toBeUndefined()
})

test('of a folder without a lock file is free', () => {
  expect(findLockHolder(createFolder())).toBeUndefined()
})
